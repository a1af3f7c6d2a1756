import type { FastifyRequest } from 'fastify';
import { table } from '../../../lib/table.ts';
import { detectorsByName } from '../../../tracking/rules/detectors/detectors.ts';
import { exampleNames, exampleSet } from '../../../tracking/rules/example-sets.ts';
import { formOf } from '../../access/guard.ts';
import type { OperatorScope } from '../../views.ts';
import { differencesOf } from './differences.ts';
import { factsOf } from './rule-words.ts';
import { readNumber } from './set-number.ts';

const section = 'operator/rules';
const maxListed = 100;

const exampleWords = table<string>({
  relaxed:
    'For airlines for which flying is enough. What is a flight is accepted. Slew, jumps and crashes are reviewed; a very hard landing and much speed below 10,000 ft take points; the rest is said or counted.',
  standard:
    'To begin with. A clean flight is accepted. Mistakes take points, with a maximum for each; what looks like no flight is reviewed, a crash is rejected, another aircraft or airport needs the pilot’s reason.',
  strict:
    'For airlines that train. Slew, jumps, refuelling in the air and time acceleration are rejected. Limits are tighter, points higher, and more is reviewed.',
});

const doneTexts = table<string>({
  saved: 'Saved as a new version. It is not in force by that: try it first, then put it in force.',
  used: 'It is in force: each flight that is finished from now on is judged by it.',
  none: 'No rules are in force: flights that are finished from now on are not judged.',
});

/** Registers the pages of the saved sets: their list, one of them, the differences of two, and which one is in force. */
export function registerSets({ scope, parts, show }: OperatorScope): void {
  const calls = parts.rules;
  scope.get('/operator/rules', async (request, reply) => {
    const [{ sets, inForce }, trials] = await Promise.all([calls.listRuleSets(), calls.listTrials()]);
    const examples = exampleNames.map((name) => ({
      name,
      about: exampleWords[name],
      ruleCount: exampleSet(name, detectorsByName).rules.length,
    }));
    const data = {
      sets: sets.slice(0, maxListed),
      total: sets.length,
      inForce,
      trials,
      examples,
      done: doneOf(request),
    };
    return show(request, reply, { title: 'Flight rules', view: 'operator/rules/sets', section, data });
  });
  scope.get<{ Params: { number: string } }>('/operator/rules/:number', async (request, reply) => {
    const set = await calls.readRuleSet(readNumber(request.params.number));
    const [{ sets, inForce }, trials] = await Promise.all([calls.listRuleSets(), calls.listTrials()]);
    const data = {
      set,
      inForce,
      rules: set.rules.map((rule) => ({ id: rule.id, facts: [...factsOf(rule)] })),
      others: sets.filter(({ number }) => number !== set.number).slice(0, maxListed),
      trials: trials.filter((trial) => trial.set === set.number),
      done: doneOf(request),
    };
    return show(request, reply, { title: `Rules: ${set.name}`, view: 'operator/rules/set', section, data });
  });
  scope.get('/operator/rules/compare', async (request, reply) => {
    const { from, to } = request.query as { from?: unknown; to?: unknown };
    const numbers = { from: readNumber(from), to: readNumber(to) };
    const before = await calls.readRuleSet(numbers.from);
    const after = await calls.readRuleSet(numbers.to);
    const data = { before, after, differences: differencesOf(before, after) };
    return show(request, reply, { title: 'Compare rules', view: 'operator/rules/compare', section, data });
  });
}

/** Registers the question whether a set, or none, is to be in force, and the answer. */
export function registerUse({ scope, parts, show }: OperatorScope): void {
  const calls = parts.rules;
  const read = async (given: unknown) => (given === 'none' ? null : calls.readRuleSet(readNumber(given)));
  scope.get('/operator/rules/use', async (request, reply) => {
    const set = await read((request.query as { set?: unknown }).set);
    const [{ inForce }, trials] = await Promise.all([calls.listRuleSets(), calls.listTrials()]);
    const now = inForce === null ? null : await calls.readRuleSet(inForce.number);
    const data = {
      set,
      now,
      differences: set === null || now === null ? [] : differencesOf(now, set),
      trial: set === null ? null : (trials.find((trial) => trial.set === set.number) ?? null),
    };
    return show(request, reply, { title: 'Put rules in force', view: 'operator/rules/use', section, data });
  });
  scope.post('/operator/rules/use', async (request, reply) => {
    const set = await read(formOf(request).get('set'));
    await calls.useRuleSet(parts.access.actorOf(request), set?.number ?? null);
    return reply.redirect(set === null ? '../rules?done=none' : `${set.number}?done=used`, 303);
  });
}

function doneOf(request: FastifyRequest): string | null {
  const { done } = request.query as { done?: unknown };
  return typeof done === 'string' ? (doneTexts[done] ?? null) : null;
}

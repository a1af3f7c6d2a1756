import type { FastifyRequest } from 'fastify';
import { table } from '../../../lib/table.ts';
import { detectorsByName } from '../../../tracking/rules/detectors/detectors.ts';
import { exampleNames, exampleSet } from '../../../tracking/rules/example-sets.ts';
import { formOf } from '../../access/guard.ts';
import type { TextKey } from '../../browser/wording.js';
import type { OperatorScope } from '../../views.ts';
import { saidOf, visitorOf } from '../../visitor/visitor.ts';
import { differencesOf } from './differences.ts';
import { factsOf } from './rule-words.ts';
import { readNumber } from './set-number.ts';

const section = 'operator/rules';
const maxListed = 100;

const doneTexts = table<TextKey>({
  saved: 'rules.done-saved',
  used: 'rules.done-used',
  none: 'rules.done-none',
});

/** Registers the pages of the saved sets: their list, one of them, the differences of two, and which one is in force. */
export function registerSets({ scope, parts, show }: OperatorScope): void {
  const calls = parts.rules;
  scope.get('/operator/rules', async (request, reply) => {
    const [{ sets, inForce }, trials] = await Promise.all([calls.listRuleSets(), calls.listTrials()]);
    const examples = exampleNames.map((name) => ({
      name,
      about: `example.${name}`,
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
    return show(request, reply, { titleKey: 'rules.title', view: 'operator/rules/sets', section, data });
  });
  scope.get<{ Params: { number: string } }>('/operator/rules/:number', async (request, reply) => {
    const set = await calls.readRuleSet(readNumber(request.params.number, request));
    const [{ sets, inForce }, trials] = await Promise.all([calls.listRuleSets(), calls.listTrials()]);
    const data = {
      set,
      inForce,
      rules: set.rules.map((rule) => ({ id: rule.id, facts: [...factsOf(rule, visitorOf(request))] })),
      others: sets.filter(({ number }) => number !== set.number).slice(0, maxListed),
      trials: trials.filter((trial) => trial.set === set.number),
      done: doneOf(request),
    };
    return show(request, reply, {
      titleKey: 'rules.of-set',
      titleValues: { name: set.name },
      view: 'operator/rules/set',
      section,
      data,
    });
  });
  scope.get('/operator/rules/compare', async (request, reply) => {
    const { from, to } = request.query as { from?: unknown; to?: unknown };
    const numbers = { from: readNumber(from, request), to: readNumber(to, request) };
    const before = await calls.readRuleSet(numbers.from);
    const after = await calls.readRuleSet(numbers.to);
    const data = { before, after, differences: differencesOf(before, after, visitorOf(request)) };
    return show(request, reply, { titleKey: 'rules.compare-title', view: 'operator/rules/compare', section, data });
  });
}

/** Registers the question whether a set, or none, is to be in force, and the answer. */
export function registerUse({ scope, parts, show }: OperatorScope): void {
  const calls = parts.rules;
  const read = async (given: unknown, request: FastifyRequest) =>
    given === 'none' ? null : calls.readRuleSet(readNumber(given, request));
  scope.get('/operator/rules/use', async (request, reply) => {
    const set = await read((request.query as { set?: unknown }).set, request);
    const [{ inForce }, trials] = await Promise.all([calls.listRuleSets(), calls.listTrials()]);
    const now = inForce === null ? null : await calls.readRuleSet(inForce.number);
    const data = {
      set,
      now,
      differences: set === null || now === null ? [] : differencesOf(now, set, visitorOf(request)),
      trial: set === null ? null : (trials.find((trial) => trial.set === set.number) ?? null),
    };
    return show(request, reply, { titleKey: 'rules.use-title', view: 'operator/rules/use', section, data });
  });
  scope.post('/operator/rules/use', async (request, reply) => {
    const set = await read(formOf(request).get('set'), request);
    await calls.useRuleSet(parts.access.actorOf(request), set?.number ?? null);
    return reply.redirect(set === null ? '../rules?done=none' : `${set.number}?done=used`, 303);
  });
}

function doneOf(request: FastifyRequest): string | null {
  const { done } = request.query as { done?: unknown };
  return saidOf(request, typeof done === 'string' ? doneTexts[done] : undefined);
}

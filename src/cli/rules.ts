import { readFileSync } from 'node:fs';
import { actor } from '../lib/user-name.ts';
import { detectorsByName } from '../tracking/rules/detectors/detectors.ts';
import { exampleNames, exampleSet } from '../tracking/rules/example-sets.ts';
import type { Rule } from '../tracking/rules/rule.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';
import { setNumber, trialForms } from './rule-trials.ts';
import { toInstant, toTable } from './table.ts';

const about: About = {
  name: 'rules',
  summary: 'save the rules by which flights are judged, and put them in force',
  text: `Manages the airline's rules. A set is a JSON file with a name and rules; each saved version has a number and never changes. A flight is judged,
when it is filed, under the set that was in force when it was finished. "try" says what a set would have done with the flights of the past, and
changes none of them. NAME of an example is ${exampleNames.join(', ')}.`,
  examples: [
    'tracker rules examples standard > rules.json',
    'tracker rules save rules.json',
    'tracker rules try 1 --since 2026-01-01',
    'tracker rules use 1',
    'tracker rules use none',
  ],
};

const list = form({
  name: 'list',
  run: (_given, io) =>
    withOperator(io, async (operator) => {
      const { sets, inForce } = await operator.listRuleSets();
      if (io.json) io.out(JSON.stringify({ sets, inForce }));
      else
        printList(io, sets, {
          titles: ['SET', 'NAME', 'RULES', 'SAVED', 'BY', 'IN FORCE'],
          row: ({ number, name, ruleCount, savedAt, savedBy }) => [
            String(number),
            name,
            String(ruleCount),
            toInstant(savedAt),
            savedBy,
            inForce?.number === number ? `since ${toInstant(inForce.since)}` : null,
          ],
          none: 'No rules are saved: nothing is judged. Begin with one: tracker rules examples standard',
        });
      return 0;
    }),
});

const show = form({
  name: 'show',
  positionals: ['SET'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const set = await operator.readRuleSet(setNumber(given.positional(0)));
      if (io.json) io.out(JSON.stringify(set));
      else printRules(io, set.rules);
      return 0;
    }),
});

const save = form({
  name: 'save',
  positionals: ['FILE'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const { number, name, rules } = await operator.saveRuleSet(actor(), readFile(given.positional(0)));
      if (io.json) io.out(JSON.stringify({ number, name, rules }));
      else
        io.out(`Saved as set ${number} (${name}, ${rules.length} rules). Put it in force: tracker rules use ${number}`);
      return 0;
    }),
});

const use = form({
  name: 'use',
  positionals: ['SET'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const wanted = given.positional(0);
      const inForce = await operator.useRuleSet(actor(), wanted === 'none' ? null : setNumber(wanted));
      if (io.json) io.out(JSON.stringify(inForce));
      else
        io.out(
          inForce === null
            ? 'No rules are in force: flights that are finished from now on are not judged.'
            : `Set ${inForce.number} is in force for flights that are finished from now on.`,
        );
      return 0;
    }),
});

const examples = form({
  name: 'examples',
  positionals: ['NAME?'],
  withoutData: true,
  async run(given, io) {
    const wanted = given.positional(0);
    const name = exampleNames.find((each) => each === wanted);
    if (wanted !== '' && name === undefined)
      throw new CommandError(`There is no example "${wanted}". Use one of: ${exampleNames.join(', ')}.`, 2);
    const sets = exampleNames.map((each) => exampleSet(each, detectorsByName));
    if (name !== undefined) io.out(JSON.stringify(exampleSet(name, detectorsByName), null, 2));
    else if (io.json) io.out(JSON.stringify(sets));
    else io.out(exampleNames.map((each, index) => `${each}: ${sets[index]?.rules.length} rules`).join('\n'));
    return 0;
  },
});

function printRules(io: CommandIo, rules: readonly Rule[]): void {
  const rows = rules.map(({ id, detector, element, limits, follows, points, maxPoints, isEnabled }) => [
    isEnabled ? id : `${id} (off)`,
    element === null ? detector : `${detector} ${element}`,
    Object.entries(limits)
      .map(([name, value]) => `${name} ${value}`)
      .join(' '),
    follows.join(' '),
    points === 0 ? null : `${points}${maxPoints === null ? '' : ` of at most ${maxPoints}`}`,
  ]);
  io.out(toTable(['RULE', 'DETECTOR', 'LIMITS', 'FOLLOWS', 'POINTS'], rows, io.columns));
}

function readFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CommandError(
      `${path} cannot be read as JSON: ${(error as Error).message}. Give a file like that of: tracker rules examples standard`,
    );
  }
}

/** The rules by which flights are judged. */
export const command = commandOf(about, [list, show, save, use, examples, ...trialForms]);

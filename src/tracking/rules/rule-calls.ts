import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import { Turns } from '../../lib/turns.ts';
import { Refusal } from '../refusals.ts';
import type { DetectorsByName } from './detector-input.ts';
import type { RuleSet } from './rule.ts';
import { RuleBook, type RuleSetEntry, type RulesInForce, ruleNotes } from './rule-book.ts';
import { readRuleSet } from './rule-input.ts';

/** The operator's calls about the airline's rules. */
export interface RuleCalls {
  /** The saved sets, newest first, and which one is in force; null while none is. */
  listRuleSets(): Promise<{ readonly sets: readonly RuleSetEntry[]; readonly inForce: RulesInForce | null }>;
  /** @throws Refusal `not-found` */
  readRuleSet(number: number): Promise<RuleSet>;
  /** Saves a version under the next number; it is not in force by that. @throws Refusal `invalid` naming each wrong field */
  saveRuleSet(actor: string, input: unknown): Promise<RuleSet>;
  /** Puts a version in force for every flight that is finished from now on; null puts none in force. @throws Refusal `not-found` */
  useRuleSet(actor: string, number: number | null): Promise<RulesInForce | null>;
}

export interface RuleCallNeeds {
  readonly journal: Pick<Journal, 'readNote' | 'saveNote'>;
  readonly clock: Clock;
  readonly detectors: DetectorsByName;
}

/** Versions are kept for good, and listed in one note. */
const maxSets = 5_000;

/** Where several servers share the journal, one of them answers these for all: numbers are given out one by one. */
export function createRuleCalls({ journal, clock, detectors }: RuleCallNeeds): RuleCalls {
  const book = new RuleBook(journal);
  const turns = new Turns();
  const inTurn = <T>(change: () => Promise<T>) => turns.run('rules', change);
  const entryOf = (actor: string, action: string, subject: string, detail: string | null) => {
    return { at: clock.now(), actor, action, subject, detail };
  };
  const require = (number: number): RuleSet => {
    const set = book.find(number);
    if (set === null) throw new Refusal('not-found', { message: `There is no rule set ${number}.` });
    return set;
  };
  return {
    listRuleSets: async () => ({ sets: book.list(), inForce: book.inForce() }),
    readRuleSet: async (number) => require(number),
    async saveRuleSet(actor, input) {
      const read = readRuleSet(input, detectors);
      return inTurn(async () => {
        const listed = book.list();
        const number = (listed[0]?.number ?? 0) + 1;
        if (number > maxSets) throw new Refusal('invalid', { message: `There are ${maxSets} rule sets already.` });
        const saved = { number, ...read, savedAt: clock.now(), savedBy: actor };
        // The list is last: what is not in it has not been saved, and its number is given out again.
        await journal.saveNote(ruleNotes.set(number), JSON.stringify(saved));
        const { rules, ...shown } = saved;
        const list = JSON.stringify([{ ...shown, ruleCount: rules.length }, ...listed]);
        await journal.saveNote(ruleNotes.list, list, entryOf(actor, 'rules-save', String(number), saved.name));
        return saved;
      });
    },
    async useRuleSet(actor, number) {
      const name = number === null ? null : require(number).name;
      return inTurn(async () => {
        const inForce = number === null ? null : { number, since: clock.now(), by: actor };
        const entry = entryOf(actor, 'rules-use', number === null ? 'none' : String(number), name);
        await journal.saveNote(ruleNotes.inForce, inForce === null ? null : JSON.stringify(inForce), entry);
        return inForce;
      });
    },
  };
}

import type { Journal } from '../../journal/journal.ts';
import type { RuleSet } from './rule.ts';

/** A rule set without its rules. */
export interface RuleSetEntry extends Omit<RuleSet, 'rules'> {
  readonly ruleCount: number;
}

/** Which set is in force, since when, and who put it in force. */
export interface RulesInForce {
  readonly number: number;
  readonly since: number;
  readonly by: string;
}

/** Notes of the journal, which all servers share, and which backups and moves contain. */
export const ruleNotes = {
  /** One for each version. */
  set: (number: number) => `rule-set ${number}`,
  list: 'rule-sets',
  inForce: 'rules-in-force',
};

/** Parsed sets that are kept: a flight may be judged by the one before. */
const maxParsed = 4;

/** The airline's rule sets as the journal has them. A stored set never changes, so that parsed ones are kept. */
export class RuleBook {
  readonly #notes: Pick<Journal, 'readNote'>;
  readonly #parsed = new Map<number, RuleSet>();

  constructor(notes: Pick<Journal, 'readNote'>) {
    this.#notes = notes;
  }

  /** Null while no set is in force: then nothing is judged. */
  inForce(): RulesInForce | null {
    return this.#read<RulesInForce>(ruleNotes.inForce);
  }

  /** Newest first. */
  list(): readonly RuleSetEntry[] {
    return this.#read<readonly RuleSetEntry[]>(ruleNotes.list) ?? [];
  }

  /** Returns the set with this number; null when there is none, or it is damaged. */
  find(number: number): RuleSet | null {
    const known = this.#parsed.get(number) ?? this.#read<RuleSet>(ruleNotes.set(number));
    if (known === null || !this.isListed(number)) return null;
    this.#parsed.delete(number);
    this.#parsed.set(number, known);
    for (const oldest of this.#parsed.keys()) if (this.#parsed.size > maxParsed) this.#parsed.delete(oldest);
    return known;
  }

  /** Whether a set was saved under this number, as far as this server has heard. */
  isListed(number: number): boolean {
    return this.list().some((each) => each.number === number);
  }

  /** Whether the list itself is there: it is not before the first set is saved, and when it is damaged. */
  get hasList(): boolean {
    return this.#notes.readNote(ruleNotes.list) !== null;
  }

  #read<T>(name: string): T | null {
    return JSON.parse(this.#notes.readNote(name) ?? 'null') as T | null;
  }
}

import type { Tails } from '../tails.ts';
import { type NamedText, TextNumbers } from '../texts.ts';
import type { SealedFlights } from './sealed-flights.ts';

/** What the holder of a partition knows of it, as of the newest commit. Nobody else writes it meanwhile. */
export interface PartitionState {
  readonly partition: number;
  readonly epoch: number;
  readonly tails: Tails;
  readonly sealed: SealedFlights;
  readonly texts: Texts;
  readonly cursors: Map<string, number>;
  /** Number of the newest change; 0 when there is none. */
  lastChange: number;
  /** When the oldest one that is stored happened; null when there is none. */
  oldestChangeAt: number | null;
}

/** Texts that rows of the partition name by number. */
export class Texts {
  readonly numbers: TextNumbers;
  readonly #byNumber = new Map<number, string>();
  #unsaved: readonly NamedText[] = [];

  constructor(known: readonly NamedText[]) {
    this.numbers = new TextNumbers(known);
    this.#add(known);
  }

  textOf = (id: number): string => {
    const text = this.#byNumber.get(id);
    if (text === undefined) throw new Error(`corrupt journal: text ${id} is missing`);
    return text;
  };

  /** Those that have to be stored with the next commit: its own, and those of failed ones, to which its rows may refer. */
  get unsaved(): readonly NamedText[] {
    return this.#unsaved;
  }

  /** Rows that are stored from now on may refer to these. */
  learn(named: readonly NamedText[]): void {
    if (named.length === 0) return;
    this.#add(named);
    this.#unsaved = [...this.#unsaved, ...named];
  }

  saved(named: readonly NamedText[]): void {
    if (named.length === 0) return;
    const ids = new Set(named.map(({ id }) => id));
    this.#unsaved = this.#unsaved.filter(({ id }) => !ids.has(id));
  }

  #add(named: readonly NamedText[]): void {
    for (const { id, text } of named) this.#byNumber.set(id, text);
  }
}

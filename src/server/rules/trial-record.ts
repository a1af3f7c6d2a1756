import type { AuditEntry, Journal } from '../../journal/journal.ts';
import type { TriedFlight } from '../../tracking/rules/trial.ts';
import type { Trial } from '../../tracking/rules/trial-calls.ts';

/** What is stored together at each step of a trial. */
export interface TrialStep {
  readonly trial: Trial;
  /** Flights that are listed since the last step. */
  readonly flights: readonly TriedFlight[];
}

const listName = 'rule-trials';
const nameOf = (id: string) => `rule-trial ${id}`;
const pieceName = (id: string, piece: number) => `rule-trial ${id} flights ${piece}`;
/** Older trials are removed. */
const maxTrials = 5;

/** Trials in the journal's notes, which all servers share: what was tried survives the server that did it. */
export class TrialRecords {
  readonly #notes: Pick<Journal, 'readNote' | 'saveNote'>;

  constructor(notes: Pick<Journal, 'readNote' | 'saveNote'>) {
    this.#notes = notes;
  }

  /** Newest first. */
  list(): readonly Trial[] {
    return this.#ids().flatMap((id) => this.find(id) ?? []);
  }

  find(id: string): Trial | null {
    return this.#read<Trial>(nameOf(id));
  }

  /** The flights that a trial lists, newest first. */
  flights({ id, pieces }: Trial): readonly TriedFlight[] {
    return Array.from({ length: pieces }, (_, piece) => this.#read<readonly TriedFlight[]>(pieceName(id, piece)) ?? [])
      .flat()
      .sort((a, b) => b.endedAt - a.endedAt);
  }

  async add(trial: Trial, entry?: AuditEntry): Promise<void> {
    await this.#notes.saveNote(nameOf(trial.id), JSON.stringify(trial));
    const ids = [trial.id, ...this.#ids()];
    for (const id of ids.slice(maxTrials)) await this.#remove(id);
    await this.#notes.saveNote(listName, JSON.stringify(ids.slice(0, maxTrials)), entry);
  }

  /** Flights first: a step counts when the trial itself is stored after them, and is tried again otherwise. */
  async save({ trial, flights }: TrialStep, entry?: AuditEntry): Promise<Trial> {
    const pieces = trial.pieces + (flights.length > 0 ? 1 : 0);
    if (flights.length > 0) await this.#notes.saveNote(pieceName(trial.id, trial.pieces), JSON.stringify(flights));
    const saved = { ...trial, pieces };
    await this.#notes.saveNote(nameOf(trial.id), JSON.stringify(saved), entry);
    return saved;
  }

  /** Removes a trial with its flights. */
  async remove(id: string): Promise<void> {
    await this.#remove(id);
    await this.#notes.saveNote(listName, JSON.stringify(this.#ids().filter((each) => each !== id)));
  }

  async #remove(id: string): Promise<void> {
    const pieces = this.find(id)?.pieces ?? 0;
    for (let piece = 0; piece < pieces; piece++) await this.#notes.saveNote(pieceName(id, piece), null);
    await this.#notes.saveNote(nameOf(id), null);
  }

  #ids(): readonly string[] {
    return this.#read<readonly string[]>(listName) ?? [];
  }

  #read<T>(name: string): T | null {
    return JSON.parse(this.#notes.readNote(name) ?? 'null') as T | null;
  }
}

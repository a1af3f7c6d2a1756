import type { Flight } from '../tracking/model.ts';
import type { DamagedRow } from './damaged-row.ts';
import type { AuditEntry, LoginFailure, PilotTraces, StoredSession } from './journal.ts';
import type { NamedText } from './texts.ts';

/** A write other than a position. Texts are stored unchanged; the writer does not parse them. */
export type Operation =
  | { readonly kind: 'event'; readonly number: number; readonly flight: number; readonly text: string }
  | { readonly kind: 'flight'; readonly flight: FlightRow }
  | { readonly kind: 'change'; readonly change: ChangeRow }
  | {
      readonly kind: 'cursor';
      readonly name: string;
      readonly number: number | null;
      /** Older changes go once every cursor has passed them, and those before `keepUnreadSince` in any case. */
      readonly keepSince: number;
      readonly keepUnreadSince: number;
    }
  | {
      readonly kind: 'seal';
      readonly flight: number;
      /** Numbers of the reports to seal, ascending; those already sealed, or never stored, are skipped. */
      readonly numbers: Float64Array;
      /** JSON; null keeps the value of an earlier seal. */
      readonly progress: string | null;
      /** Whether the flight has ended; its chunks are then repacked. */
      readonly isLast: boolean;
    }
  | { readonly kind: 'delivered'; readonly flight: number; readonly number: number }
  | { readonly kind: 'session'; readonly session: StoredSession }
  | { readonly kind: 'sessions-gone'; readonly tokenHashes: readonly string[] }
  | { readonly kind: 'login-failure'; readonly failure: LoginFailure; readonly keepSince: number }
  | { readonly kind: 'note'; readonly name: string; readonly text: string | null }
  | { readonly kind: 'audit'; readonly entry: AuditEntry }
  | { readonly kind: 'erase-pilot'; readonly pilot: PilotTraces }
  | {
      readonly kind: 'forget';
      readonly flightsEndedBefore: number | null;
      readonly auditBefore: number | null;
      /** A flight with a later change stays while a cursor has yet to pass it. */
      readonly keepUnreadSince: number;
    };

/** A flight's document with its lookup columns. */
export interface FlightRow {
  readonly number: number;
  readonly id: string;
  readonly pilotId: string;
  readonly pirepIds: readonly string[];
  readonly state: Flight['state'];
  readonly hasIntent: boolean;
  readonly endedAt: number | null;
  readonly document: string;
}

export interface ChangeRow {
  readonly at: number;
  readonly kind: string;
  readonly flight: number;
  readonly document: string;
}

/** A message to the writer's thread: one transaction. */
export interface BatchMessage {
  /** `rowWidth` numbers per position; transferred, and returned with the result. */
  readonly rows: Float64Array<ArrayBuffer>;
  readonly rowCount: number;
  /** Texts to which rows refer as `-1 - index`. */
  readonly strings: readonly string[];
  readonly texts: readonly NamedText[];
  /** In order; each is written after the first `afterRows` rows. */
  readonly operations: readonly { readonly afterRows: number; readonly operation: Operation }[];
}

export interface BatchResult {
  readonly rows: Float64Array<ArrayBuffer>;
  /** Null when the transaction is on disk; otherwise nothing of it is. */
  readonly failure: BatchFailure | null;
  /** Flights sealed by this batch, with the number of the last sealed report. */
  readonly sealed: readonly (readonly [flight: number, lastNumber: number])[];
  /** Rows that were found damaged. */
  readonly damaged: readonly DamagedRow[];
}

export interface BatchFailure {
  readonly message: string;
  /** `storage`: the disk or the file is not available; `damage`: the file is damaged. */
  readonly kind: 'storage' | 'damage' | 'bug';
}

/** A message to the writer's thread: overwrite what deleted rows left. */
export const scrub = 'scrub';

/** The answer: null when it is done, else why not. */
export interface Scrubbed {
  readonly scrubFailure: BatchFailure | null;
}

/** First message of the writer's thread: the database is open. */
export const ready = 'ready';

/** Start parameters of the writer's thread. */
export interface WriterStart {
  readonly file: string;
  readonly faults: WriterFaults;
}

/** Faults that no setting can cause; for proofs and tests only. */
export interface WriterFaults {
  /** Commits without waiting for the disk. */
  readonly isSyncOff?: boolean;
  /** Shared memory with one number: the maximum number of pages of the file, 0 for no limit. */
  readonly pageLimit?: Int32Array<SharedArrayBuffer>;
}

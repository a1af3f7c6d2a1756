import type { Flight } from '../tracking/model.ts';
import type { AuditEntry, LoginFailure, StoredSession } from './journal.ts';
import type { NamedText } from './texts.ts';

/** A write other than a position. Texts are ready to be stored; the writer parses none of them. */
export type Operation =
  | { readonly kind: 'event'; readonly number: number; readonly flight: number; readonly text: string }
  | { readonly kind: 'flight'; readonly flight: FlightRow }
  | { readonly kind: 'change'; readonly change: ChangeRow }
  | { readonly kind: 'cursor'; readonly name: string; readonly number: number | null; readonly keepSince: number }
  | {
      readonly kind: 'seal';
      readonly flight: number;
      /** Numbers of the reports to seal, ascending; those that are sealed already, or were never stored, are passed over. */
      readonly numbers: Float64Array;
      /** JSON; null keeps what an earlier seal brought. */
      readonly progress: string | null;
      /** The flight has ended: its chunks are packed anew. */
      readonly isLast: boolean;
    }
  | { readonly kind: 'delivered'; readonly flight: number; readonly number: number }
  | { readonly kind: 'session'; readonly session: StoredSession }
  | { readonly kind: 'sessions-gone'; readonly tokenHashes: readonly string[] }
  | { readonly kind: 'login-failure'; readonly failure: LoginFailure; readonly keepSince: number }
  | { readonly kind: 'note'; readonly name: string; readonly text: string | null }
  | { readonly kind: 'audit'; readonly entry: AuditEntry };

/** A flight's document with what it is looked up by. */
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

/** What goes to the writer's thread: one transaction. */
export interface BatchMessage {
  /** `rowWidth` numbers a position; transferred, and given back with the result. */
  readonly rows: Float64Array<ArrayBuffer>;
  readonly rowCount: number;
  /** Texts that rows hold as `-1 - index`. */
  readonly strings: readonly string[];
  readonly texts: readonly NamedText[];
  /** In order; each comes after the first `afterRows` rows. */
  readonly operations: readonly { readonly afterRows: number; readonly operation: Operation }[];
}

export interface BatchResult {
  readonly rows: Float64Array<ArrayBuffer>;
  /** Null when the transaction is on disk; else nothing of it is. */
  readonly failure: BatchFailure | null;
  /** Flights sealed by this batch, with the number of the last sealed report. */
  readonly sealed: readonly (readonly [flight: number, lastNumber: number])[];
}

export interface BatchFailure {
  readonly message: string;
  /** True when the disk or file said no; false is a bug. */
  readonly isStorage: boolean;
}

/** What the writer's thread says first: it has opened the database. */
export const ready = 'ready';

/** What the writer's thread is started with. */
export interface WriterStart {
  readonly file: string;
  readonly faults: WriterFaults;
}

/** For the proofs and tests only: what no setting can bring about. */
export interface WriterFaults {
  /** Commits without waiting for the disk. */
  readonly isSyncOff?: boolean;
  /** Shared, one number: the most pages that the file may have, 0 for no bound. */
  readonly pageLimit?: Int32Array<SharedArrayBuffer>;
}

import type { Notify } from './notice.ts';
import type { StoreOption } from './pilot-store.ts';

/** Options of a connected client; all are optional. */
export interface ClientOptions {
  /** Called with notices: offline and back online, refused reports, a corrected clock. */
  readonly notify?: Notify;
  /** Store for unacknowledged reports, or a function that returns one per pilot. Default: memory, which is lost in a crash. */
  readonly store?: StoreOption;
  /** The shared client token, if the crew center requires one. */
  readonly clientToken?: string;
  /** Maximum number of reports per call, limited to what the server allows. */
  readonly batchSize?: number;
  /** How long reports, finish and cancel are retried, milliseconds; default: forever. */
  readonly patienceMs?: number;
  /** How long login, bids and start are retried, and the first call of all where the server says when to come back, milliseconds; default 0: the pilot sees the error and decides. */
  readonly askPatienceMs?: number;
  /** Returns a number from 0 to 1 that spreads the retries of many clients. */
  readonly random?: () => number;
}

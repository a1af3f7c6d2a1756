import type { Notify } from './notice.ts';
import type { StoreOption } from './pilot-store.ts';

/** What a client keeps to after it was connected; all optional. */
export interface ClientOptions {
  /** Called with notices: offline and back online, refused reports, a corrected clock. */
  readonly notify?: Notify;
  /** Keeps the unacknowledged reports, of each pilot apart when it is a function; memory by default, which a crash empties. */
  readonly store?: StoreOption;
  /** The shared client token, where the crew center enforces one. */
  readonly clientToken?: string;
  /** Most reports in one call, at most what the server allows. */
  readonly batchSize?: number;
  /** How long reports, finish and cancel are repeated, milliseconds; for ever by default. */
  readonly patienceMs?: number;
  /** How long login, bids and start are repeated, milliseconds; 0 by default: the pilot sees the error and decides. */
  readonly askPatienceMs?: number;
  /** 0 … 1, spreads the repeats of many clients. */
  readonly random?: () => number;
}

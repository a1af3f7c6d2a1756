import type { PilotStatistics } from '../../tracking/desk-model.ts';
import type { Flight } from '../../tracking/model.ts';
import type { ApiKeys } from './keys.ts';

/** What the API for other programs needs beside what the pages have. */
export interface ApiNeeds {
  readonly keys: ApiKeys;
  /** Origins of web pages that may read the API from a browser; `*` for all. */
  readonly origins: readonly string[];
  readonly changes: {
    /** Those with a number above `after`, in order, at most `limit`. */
    read(after: number, limit: number): Promise<readonly NumberedChange[]>;
    /** The number of the newest; 0 when there is none. */
    last(): number;
    /** Calls `wake` when there may be new ones. */
    listen(wake: () => void): Disposable;
  };
  /** Null for an unknown ident. */
  findPilot(ident: string): Promise<{ readonly id: string; readonly ident: string } | null>;
  /** The totals of a pilot as the crew center counts them. @throws Refusal `not-offered`, `crew-center-unavailable` */
  statistics(pilotId: string): Promise<PilotStatistics>;
}

/** A durable change of a flight; numbers only grow. */
export interface NumberedChange {
  readonly number: number;
  readonly at: number;
  readonly kind: string;
  /** The flight as it was then. */
  readonly flight: Flight;
}

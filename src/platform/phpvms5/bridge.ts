import type { Filing } from './filing.ts';

/** The platform's own functions, called in its own PHP. What they did is asked of the database afterwards, never of them. */
export interface Bridge {
  /** What the platform has, as found at open. */
  readonly functions: BridgeFunctions;
  /** `bidid` that `SchedulesData::getLatestBid` answers, null for none; undefined when the function could not be asked. */
  latestBid(pilotId: string): Promise<string | null | undefined>;
  /** Calls `ACARSData::FilePIREP`. */
  filePirep(pilotId: string, filing: Filing): Promise<BridgeOutcome>;
  close(): Promise<void>;
}

export interface BridgeFunctions {
  readonly php: string;
  readonly latestBid: boolean;
  readonly filePirep: boolean;
}

/**
 * `done`: the function came back with yes. `stopped`: a module of the crew center stopped the filing (`pirep_prefile`).
 * `failed`: it said no, died, took too long or cannot be reached; prepared SQL may file instead.
 */
export type BridgeOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

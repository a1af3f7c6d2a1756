import type { Filing } from './filing-form.ts';

/** The platform's own functions, called in its own PHP. Their results are read from the database, never from their return values. */
export interface Bridge {
  /** What the platform has, as found at open. */
  readonly functions: BridgeFunctions;
  /** `bidid` returned by `SchedulesData::getLatestBid`, null for none; undefined when the function could not be called. */
  latestBid(pilotId: string): Promise<string | null | undefined>;
  /** Calls `ACARSData::FilePIREP`, once for all who ask, whether we live to hear of it or not. */
  filePirep(pilotId: string, filing: Filing, guard: FilingGuard): Promise<BridgeOutcome>;
  /** Calls `SchedulesData::addBid` as the platform's own page does, with its events. */
  addBid(
    pilotId: string,
    bid: { readonly scheduleId: string; readonly aircraftId: string | null },
  ): Promise<BidOutcome>;
  /** Calls `SchedulesData::removeBid`. */
  removeBid(bidId: string): Promise<BidOutcome>;
  close(): Promise<void>;
}

/** How calls reach the platform, by the function's name or `prepared SQL`; null without a bridge. */
export function waysOf(functions: BridgeFunctions | null) {
  const way = (isThere: boolean | undefined, name: string) => (isThere === true ? name : 'prepared SQL');
  return {
    latestBid: way(functions?.latestBid, 'SchedulesData::getLatestBid'),
    booking: way(functions?.addBid, 'SchedulesData::addBid'),
    filing: way(functions?.filePirep, 'ACARSData::FilePIREP'),
  };
}

export interface BridgeFunctions {
  readonly php: string;
  readonly latestBid: boolean;
  readonly filePirep: boolean;
  readonly addBid: boolean;
  readonly removeBid: boolean;
}

/**
 * What keeps a flight from being filed twice. The PHP may outlive the server that started it (a listener that is slow, a server
 * that was killed): so it takes the lock in its own connection, and looks for the flight's PIREP before it files.
 */
export interface FilingGuard {
  /** Name of a lock of the database (`GET_LOCK`), one a pilot; its letters need no escaping. */
  readonly lock: string;
  /** `pireps`, with prefix and back quotes. */
  readonly table: string;
  /** What lies in `rawdata` of the flight's PIREP. */
  readonly mark: string;
}

/**
 * `done`: the flight's PIREP was there, or the function came back with yes. `stopped`: a module of the crew center stopped the filing (`pirep_prefile`).
 * `busy`: another PHP, of a server that is gone perhaps, files for this pilot. `failed`: it said no, died, took too long or cannot be reached; prepared SQL may file instead.
 */
export type BridgeOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** `done`: the function came back, whatever it did. `stopped`: a module of the crew center stopped it (`bid_preadd`). `failed`: it died, took too long or cannot be reached; prepared SQL may do it instead. */
export type BidOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly reason: string };

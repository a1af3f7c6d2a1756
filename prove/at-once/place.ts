import type { Server } from '../../src/server/app.ts';

/** A pilot with a bid of that pilot's own. */
export interface PlacePilot {
  /** As the crew center knows the pilot. */
  readonly id: string;
  readonly login: string;
  readonly password: string;
  /** Of version 7 only. */
  readonly apiKey: string | null;
  readonly bid: PlaceBid;
}

export interface PlaceBid {
  readonly id: string;
  readonly scheduleId: string;
  readonly airlineId: string;
  readonly flightNumber: string;
  readonly departure: string;
  readonly arrival: string;
  readonly aircraftId: string;
}

/** A crew center, a server before it, and what is found there. */
export interface Place extends AsyncDisposable {
  readonly name: string;
  readonly version: 7 | 5;
  /** Where clients call: with several addresses each call takes the next one. */
  readonly addresses: readonly string[];
  /** What stands between an address and the paths of phpVMS 7's own API. */
  readonly coreBase?: string;
  /** Made for the proof, each with one bid. */
  readonly pilots: readonly PlacePilot[];
  /** The pilot's PIREPs by the crew center's own tables: ids of those that are filed, and what else there is. */
  find(
    pilot: PlacePilot,
  ): Promise<{ readonly filed: readonly string[]; readonly others: number; readonly bids: number }>;
  /** Puts a second PIREP of this pilot into the crew center's tables. */
  fileAgain(pilot: PlacePilot): Promise<void>;
  /** Flights of the server that are not over, or wait for the operator, as sentences. */
  unfinished(): Promise<readonly string[]>;
}

/** States of version 7: pending, accepted, rejected. */
export const filedStates: ReadonlySet<number> = new Set([1, 2, 6]);

/** Flights that are not over, and those that wait for the operator with the reason. */
export async function describeUnfinished({ tracker: { tracking } }: Server): Promise<readonly string[]> {
  return [...tracking.flights].map(({ flight: { id, state, setAside } }) =>
    setAside === null ? `flight ${id} is ${state}` : `flight ${id} was set aside: ${setAside}`,
  );
}

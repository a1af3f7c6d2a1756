import type { ListPage } from '../../lib/lists/list.ts';

/** A filed PIREP in its pilot's logbook. Null is unknown. */
export interface LogEntry {
  /** Of the PIREP. */
  readonly id: string;
  /** `pending`, `accepted` or `rejected`. */
  readonly state: string;
  readonly name: string;
  readonly departure: string;
  readonly arrival: string;
  readonly registration: string | null;
  readonly aircraftType: string | null;
  readonly distanceNm: number | null;
  readonly flightTimeMin: number | null;
  readonly landingRateFpm: number | null;
  readonly blockOffAt: number | null;
  readonly submittedAt: number | null;
  readonly createdAt: number | null;
}

/** A crew center that keeps the PIREPs itself. */
export interface LogbookHost {
  /** Returns the page of a pilot's filed PIREPs that the query asks for. */
  readPage(pilotId: string, query: unknown): ListPage<LogEntry>;
  /** Yields the CSV file of everything that search and filters find. */
  exportCsv(pilotId: string, query: unknown): AsyncIterable<string>;
}

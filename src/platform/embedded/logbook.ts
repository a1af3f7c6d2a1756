import type { ListPage } from '../../lib/lists/list.ts';
import { type TableList, tableKeys } from '../../lib/lists/table-list.ts';
import type { CrewCenter } from './crew-center.ts';
import { csvLines, type ReadableList, readList } from './list-reading.ts';
import { type PirepListing, pirepTables, readPirepListing } from './pirep-admin.ts';

const { from, where, stateSql, filedAt } = pirepTables;
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The file of a logbook. */
const file: Pick<ReadableList<PirepListing>, 'read' | 'columns'> = {
  read: readPirepListing,
  columns: {
    id: ({ id }) => id,
    flight: ({ name }) => name,
    departure: ({ departure }) => departure,
    arrival: ({ arrival }) => arrival,
    aircraft: ({ aircraftType }) => aircraftType,
    registration: ({ registration }) => registration,
    block_off: ({ blockOffAt }) => iso(blockOffAt),
    block_on: ({ blockOnAt }) => iso(blockOnAt),
    flight_time_min: ({ flightTimeMin }) => flightTimeMin,
    distance_nm: ({ distanceNm }) => distanceNm,
    fuel_used_lb: ({ fuelUsedLb }) => fuelUsedLb,
    landing_rate_fpm: ({ landingRateFpm }) => landingRateFpm,
    state: ({ state }) => state,
    submitted: ({ submittedAt }) => iso(submittedAt),
  },
};

/** The filed PIREPs of one pilot. Its titles are not shown: the page has its own, in the pilot's language. */
const listOf = (pilotId: string): TableList => ({
  key: 'p.id',
  from,
  where: `${where} AND p.user_id = CAST(? AS INTEGER) AND ${stateSql} IN ('pending', 'accepted', 'rejected')`,
  values: [pilotId],
  words: [
    ...['l.icao || p.flight_number', 'l.iata || p.flight_number', 'l.icao || f.callsign'],
    ...['p.dpt_airport_id', 'p.arr_airport_id', 'a.registration', 'a.icao'],
  ],
  filters: {
    state: {
      title: 'State',
      choices: { pending: 'pending', accepted: 'accepted', rejected: 'rejected' },
      sql: `${stateSql} = ?`,
    },
    since: { title: 'From', choices: null, sql: `${filedAt} >= ?` },
    until: { title: 'To', choices: null, sql: `substr(${filedAt}, 1, 10) <= ?` },
  },
  sorts: {
    newest: { title: 'Newest', sql: `${filedAt} DESC` },
    oldest: { title: 'Oldest', sql: filedAt },
    time: { title: 'Flight time', sql: `p.flight_time DESC NULLS LAST, ${filedAt} DESC` },
    landing: { title: 'Hardest landing', sql: `p.landing_rate NULLS LAST, ${filedAt} DESC` },
    route: { title: 'Route', sql: `p.dpt_airport_id, p.arr_airport_id, ${filedAt} DESC` },
  },
});

/** What pilots have flown, as the PIREPs say: searched, filtered, sorted and paged by the database. */
export class Logbook {
  readonly #crewCenter: CrewCenter;

  constructor(crewCenter: CrewCenter) {
    this.#crewCenter = crewCenter;
  }

  /** Returns the page of a pilot's filed PIREPs that the query asks for. */
  readPage(pilotId: string, query: unknown): ListPage<PirepListing> {
    return readList(this.#crewCenter, { table: listOf(pilotId), read: readPirepListing }, query);
  }

  /** Yields the CSV file of everything that search and filters find. */
  exportCsv(pilotId: string, query: unknown): AsyncIterable<string> {
    const crewCenter = this.#crewCenter;
    const keys = crewCenter.read(() => tableKeys((...asked) => crewCenter.all(...asked), listOf(pilotId), query));
    return csvLines(crewCenter, file, keys);
  }
}

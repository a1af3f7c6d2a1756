import { type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Fare, PageRequest, Schedule, ScheduleFilter } from '../../tracking/desk-model.ts';
import { detailsOf } from './schedule-details.ts';
import { detailColumns, planColumns, toPlan } from './schedule-plan.ts';
import { type Condition, joined, limitsOf, type Tables } from './tables.ts';

const order = 'ORDER BY al.icao, f.flight_number, f.route_code, f.route_leg, f.id';

export interface ScheduleSearch {
  readonly tables: Tables;
  /** Those of a plan. */
  readonly joins: string;
  readonly pilotId: string;
  /** On flights `f`, their airlines `al`, and the pilot as `u`. */
  readonly conditions: readonly (Condition | null)[];
}

/** The rows of one page, as `toSchedule` reads them, by airline and number; and how many there are on all pages, as `total`. */
export async function searchFlights(search: ScheduleSearch, request: PageRequest) {
  const { tables, joins, pilotId } = search;
  const { sql, values } = fromOf(search);
  const count = await tables.rows(`SELECT COUNT(*) AS total ${sql}`, values);
  // What is shown is read of one page only: thousands of schedules are found and sorted by their keys.
  const rows = await tables.rows(
    `SELECT ${planColumns}, ${detailColumns},
       (SELECT MAX(b.id) FROM {bids} b WHERE b.flight_id = f.id AND b.user_id = ?) AS bid_id
     FROM (SELECT f.id ${sql} ${order} LIMIT ? OFFSET ?) found JOIN {flights} f ON f.id = found.id ${joins} ${order}`,
    [pilotId, ...values, ...limitsOf(request)],
  );
  return { rows, count };
}

/** The plan of the only row that meets the conditions, with the pilot's `place`; null for none. */
export async function findFlight(search: ScheduleSearch): Promise<Row | null> {
  const { sql, values } = fromOf(search);
  const [row] = await search.tables.rows(
    `SELECT ${planColumns}, found.place FROM (SELECT f.id, u.curr_airport_id AS place ${sql}) found
     JOIN {flights} f ON f.id = found.id ${search.joins}`,
    values,
  );
  return row ?? null;
}

function fromOf({ pilotId, conditions }: ScheduleSearch) {
  const { sql, values } = joined(conditions);
  const from = 'FROM {flights} f JOIN {airlines} al ON al.id = f.airline_id LEFT JOIN {users} u ON u.id = ?';
  return { sql: `${from} WHERE ${sql}`, values: [pilotId, ...values] };
}

/** What a pilot looks for, except by aircraft. @param beginsWith - by an index of the column, as the database has them */
export function conditionsOf(
  filter: ScheduleFilter,
  beginsWith: (column: string, code: string) => Condition,
): readonly (Condition | null)[] {
  const begins = (column: string, code: string | null) => {
    const text = code?.trim().toUpperCase() ?? '';
    return text === '' ? null : beginsWith(column, text);
  };
  return [
    begins('f.dpt_airport_id', filter.departure),
    begins('f.arr_airport_id', filter.arrival),
    filter.scheduleId == null ? null : ['f.id = ?', filter.scheduleId],
    filter.flightNumber == null ? null : ['CAST(f.flight_number AS CHAR) = ?', filter.flightNumber.trim()],
    filter.airline === null ? null : ['al.icao = ?', filter.airline.trim().toUpperCase()],
    containsText(filter.text),
    atLeast('f.distance', filter.minDistanceNm),
    atMost('f.distance', filter.maxDistanceNm),
    atLeast('f.flight_time', filter.minFlightTimeMin),
    atMost('f.flight_time', filter.maxFlightTimeMin),
  ];
}

/** In the number, in the ident as the site shows it, or in the callsign. */
function containsText(text: string | null): Condition | null {
  const wanted = text?.trim().toUpperCase() ?? '';
  if (wanted === '') return null;
  const code = "CASE WHEN COALESCE(f.route_code, '') = '' THEN '' ELSE CONCAT('/C.', f.route_code) END";
  const leg = "CASE WHEN COALESCE(f.route_leg, 0) = 0 THEN '' ELSE CONCAT('/L.', f.route_leg) END";
  const ident = `COALESCE(NULLIF(al.iata, ''), al.icao), f.flight_number, ${code}, ${leg}`;
  const callsign = "COALESCE(NULLIF({?f.flights.callsign}, ''), f.flight_number)";
  return [`INSTR(UPPER(CONCAT(${ident}, ' ', al.icao, f.flight_number, ' ', al.icao, ${callsign})), ?) > 0`, wanted];
}

/** Of a flight whose figure is not known (0) nobody can say that it is long enough, or short enough. */
function atLeast(column: string, least: number | null): Condition | null {
  return least === null ? null : [`${column} > 0 AND ${column} >= ?`, least];
}

function atMost(column: string, most: number | null): Condition | null {
  return most === null ? null : [`${column} > 0 AND ${column} <= ?`, most];
}

/** A schedule from a row of `searchFlights`. */
export function toSchedule(row: Row, aircraftIds: readonly string[], fares: readonly Fare[]): Schedule {
  return {
    id: textOf(row, 'schedule_id'),
    plan: toPlan(row, null),
    ...detailsOf(row),
    fares,
    aircraftIds,
    bidId: textOrNull(row, 'bid_id'),
  };
}

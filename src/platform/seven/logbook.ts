import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Page, PageRequest, PirepFilter, PirepSummary } from '../../tracking/desk-model.ts';
import { pirepState } from './pirep-state.ts';
import { identOf } from './schedule-plan.ts';
import { fromSqlTime, toSqlTime } from './sql-time.ts';
import { type Condition, joined, limitsOf, pageOf, type Tables } from './tables.ts';

/** What was filed; open and cancelled PIREPs are no part of a logbook. */
const { pending, accepted, rejected } = pirepState;
const states = { pending, accepted, rejected } as const;

/** When it was filed; PIREPs that were imported may have no such time. */
const filedAt = 'COALESCE(p.submitted_at, p.created_at)';
const newestFirst = 'ORDER BY filed_at DESC, p.created_at DESC, p.id DESC';

/** Of a filed PIREP, as `toSummary` reads it. */
export const summaryColumns = `p.id, p.state, ${filedAt} AS filed_at, al.icao AS airline_icao, al.iata AS airline_iata, p.flight_number,
  p.route_code, p.route_leg, p.dpt_airport_id, p.arr_airport_id, p.aircraft_id, c.icao AS aircraft_icao, c.name AS aircraft_name,
  c.registration AS aircraft_registration, p.flight_type, p.route, p.flight_time, p.distance, p.fuel_used, p.landing_rate, p.score`;
export const filedPireps = `FROM {pireps} p LEFT JOIN {airlines} al ON al.id = p.airline_id LEFT JOIN {aircraft} c ON c.id = p.aircraft_id
  WHERE {?p.pireps.deleted_at} IS NULL AND p.user_id = ? AND p.state IN (${Object.values(states).join(', ')})`;

/** Filed PIREPs of this pilot, newest filed first. */
export async function listPireps(
  tables: Tables,
  pilotId: string,
  filter: PirepFilter,
  request: PageRequest,
): Promise<Page<PirepSummary>> {
  const wanted = joined([['TRUE'], ...conditionsOf(filter)]);
  const from = `${filedPireps} AND ${wanted.sql}`;
  const values = [pilotId, ...wanted.values];
  const count = await tables.rows(`SELECT COUNT(*) AS total ${from}`, values);
  const sql = `SELECT ${summaryColumns} ${from} ${newestFirst} LIMIT ? OFFSET ?`;
  const rows = await tables.rows(sql, [...values, ...limitsOf(request)]);
  return pageOf(request, rows.map(toSummary), count);
}

/** The PIREP filed last. */
export async function latestPirep(tables: Tables, pilotId: string): Promise<PirepSummary | null> {
  const sql = `SELECT ${summaryColumns} ${filedPireps} ${newestFirst} LIMIT 1`;
  const [row] = await tables.rows(sql, [pilotId]);
  return row === undefined ? null : toSummary(row);
}

function conditionsOf(filter: PirepFilter): readonly (Condition | null)[] {
  return [
    filter.departure === null ? null : ['p.dpt_airport_id = ?', filter.departure.trim().toUpperCase()],
    filter.arrival === null ? null : ['p.arr_airport_id = ?', filter.arrival.trim().toUpperCase()],
    filter.state === null ? null : ['p.state = ?', states[filter.state]],
    filter.aircraftId === null ? null : ['CAST(p.aircraft_id AS CHAR) = ?', filter.aircraftId],
    // Instants are kept to the second.
    filter.from === null ? null : [`${filedAt} >= ?`, toSqlTime(filter.from + 999)],
    filter.to === null ? null : [`${filedAt} < ?`, toSqlTime(filter.to + 999)],
  ];
}

export function toSummary(row: Row): PirepSummary {
  const flightNumber = textOrNull(row, 'flight_number') ?? '';
  const airlineCode = textOrNull(row, 'airline_icao');
  const routeCode = textOrNull(row, 'route_code') || null;
  const routeLeg = textOrNull(row, 'route_leg') || null;
  return {
    id: textOf(row, 'id'),
    state: stateOf(numberOf(row, 'state')),
    filedAt: fromSqlTime(textOrNull(row, 'filed_at')),
    airlineCode,
    flightNumber,
    ident: identOf(textOrNull(row, 'airline_iata') || airlineCode, flightNumber, routeCode, routeLeg),
    departure: textOf(row, 'dpt_airport_id'),
    arrival: textOf(row, 'arr_airport_id'),
    aircraft: joinedAircraft(row),
    flightType: textOrNull(row, 'flight_type'),
    route: textOrNull(row, 'route') || null,
    flightTimeMin: numberOrNull(row, 'flight_time'),
    distanceNm: numberOrNull(row, 'distance'),
    fuelUsedLb: numberOrNull(row, 'fuel_used'),
    landingRateFpm: numberOrNull(row, 'landing_rate'),
    score: numberOrNull(row, 'score'),
  };
}

function stateOf(state: number): PirepSummary['state'] {
  if (state === states.pending) return 'pending';
  return state === states.accepted ? 'accepted' : 'rejected';
}

/** Also one that was sold since; one that was deleted for good leaves no more than its id. */
export function joinedAircraft(row: Row): PirepSummary['aircraft'] {
  const id = textOrNull(row, 'aircraft_id');
  if (id === null) return null;
  return {
    id,
    icao: textOrNull(row, 'aircraft_icao'),
    name: textOrNull(row, 'aircraft_name'),
    registration: textOrNull(row, 'aircraft_registration'),
  };
}

import type { MysqlValue } from '../../../lib/mysql.ts';
import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { Page, PageRequest, PirepFilter, PirepSummary } from '../../../tracking/desk-model.ts';
import { pirepState } from '../../seven/pirep-state.ts';
import { identOf } from '../../seven/schedule-plan.ts';
import { fromSqlTime, toSqlTime } from '../../seven/sql-time.ts';
import type { Database } from '../database.ts';
import { limitsOf } from './limits.ts';
import type { Condition } from './schedule-conditions.ts';

const states = {
  pending: pirepState.pending,
  accepted: pirepState.accepted,
  rejected: pirepState.rejected,
} as const;

/** When it was filed; PIREPs that were imported may have no such time. */
const filedAt = 'COALESCE(p.submitted_at, p.created_at)';

/** Of a filed PIREP, as `toSummary` reads it. */
export const summaryColumns = `p.id, p.state, ${filedAt} AS filed_at, al.icao AS airline_icao, al.iata AS airline_iata, p.flight_number,
  p.route_code, p.route_leg, p.dpt_airport_id, p.arr_airport_id, p.aircraft_id, c.icao AS aircraft_icao, c.name AS aircraft_name,
  c.registration AS aircraft_registration, p.flight_type, p.route, p.flight_time, p.distance, p.fuel_used, p.landing_rate, p.score`;
export const filedPireps = `FROM {pireps} p LEFT JOIN {airlines} al ON al.id = p.airline_id LEFT JOIN {aircraft} c ON c.id = p.aircraft_id
  WHERE {?p.pireps.deleted_at} IS NULL AND p.user_id = ? AND p.state IN (${Object.values(states).join(', ')})`;

export async function listPireps(
  database: Database,
  pilotId: string,
  filter: PirepFilter,
  request: PageRequest,
): Promise<Page<PirepSummary>> {
  const conditions = conditionsOf(filter);
  const from = [filedPireps, ...conditions.map(([sql]) => `(${sql})`)].join(' AND ');
  const values: readonly MysqlValue[] = [pilotId, ...conditions.flatMap(([, ...each]) => each)];
  const [count] = await database.rows(`SELECT COUNT(*) AS total ${from}`, values);
  const rows = await database.rows(
    `SELECT ${summaryColumns} ${from} ORDER BY filed_at DESC, p.id DESC LIMIT ? OFFSET ?`,
    [...values, ...limitsOf(request)],
  );
  return { items: rows.map(toSummary), ...request, total: count === undefined ? 0 : numberOf(count, 'total') };
}

/** The PIREP filed last. */
export async function latestPirep(database: Database, pilotId: string): Promise<PirepSummary | null> {
  const sql = `SELECT ${summaryColumns} ${filedPireps} ORDER BY filed_at DESC, p.id DESC LIMIT 1`;
  const [row] = await database.rows(sql, [pilotId]);
  return row === undefined ? null : toSummary(row);
}

function conditionsOf(filter: PirepFilter): readonly Condition[] {
  const all: readonly (Condition | null)[] = [
    filter.departure === null ? null : ['p.dpt_airport_id = ?', filter.departure.trim().toUpperCase()],
    filter.arrival === null ? null : ['p.arr_airport_id = ?', filter.arrival.trim().toUpperCase()],
    filter.state === null ? null : ['p.state = ?', states[filter.state]],
    filter.aircraftId === null ? null : ['CAST(p.aircraft_id AS CHAR) = ?', filter.aircraftId],
    // Instants are kept to the second.
    filter.from === null ? null : [`${filedAt} >= ?`, toSqlTime(filter.from + 999)],
    filter.to === null ? null : [`${filedAt} < ?`, toSqlTime(filter.to + 999)],
  ];
  return all.filter((each) => each !== null);
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
    aircraft: aircraftOf(row),
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

/** Also one that was sold since. */
function aircraftOf(row: Row): PirepSummary['aircraft'] {
  const id = textOrNull(row, 'aircraft_id');
  if (id === null) return null;
  return {
    id,
    icao: textOrNull(row, 'aircraft_icao'),
    name: textOrNull(row, 'aircraft_name'),
    registration: textOrNull(row, 'aircraft_registration'),
  };
}

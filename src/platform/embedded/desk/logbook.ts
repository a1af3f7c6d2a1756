import type { SQLInputValue } from 'node:sqlite';
import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { Page, PageRequest, PirepFilter, PirepSummary } from '../../../tracking/desk-model.ts';
import { hostPirepState, pirepState } from '../../seven/pirep-state.ts';
import { identOf } from '../../seven/schedule-plan.ts';
import { fromSqlTime, toSqlTime } from '../../seven/sql-time.ts';
import type { CrewCenter } from '../crew-center.ts';

/** What was filed; open and cancelled PIREPs are no part of a logbook. */
const filedStates = { pending: pirepState.pending, accepted: pirepState.accepted, rejected: pirepState.rejected };

export const filed = `p.user_id = CAST(? AS INTEGER) AND p.deleted_at IS NULL
  AND p.state IN (${Object.values(filedStates).join(', ')})`;

const select = `SELECT p.*, c.icao AS aircraft_icao, c.name AS aircraft_name, c.registration, l.icao AS airline_icao,
    l.iata AS airline_iata
  FROM pireps p LEFT JOIN aircraft c ON c.id = p.aircraft_id LEFT JOIN airlines l ON l.id = p.airline_id`;
const newestFirst = 'ORDER BY p.submitted_at DESC, p.created_at DESC, p.id DESC';

/** Filed PIREPs of this pilot, newest filed first. */
export function listFiledPireps(
  crewCenter: CrewCenter,
  pilotId: string,
  filter: PirepFilter,
  { page, perPage }: PageRequest,
): Page<PirepSummary> {
  const conditions = conditionsOf(filter);
  const where = [filed, ...conditions.map(([sql]) => sql)].join(' AND ');
  const values = [pilotId, ...conditions.flatMap(([, ...each]) => each)];
  const count = crewCenter.database.prepare(`SELECT count(*) AS total FROM pireps p WHERE ${where}`).get(...values);
  const rows = crewCenter.database
    .prepare(`${select} WHERE ${where} ${newestFirst} LIMIT ? OFFSET ?`)
    .all(...values, perPage, (page - 1) * perPage);
  return { items: rows.map(toSummary), page, perPage, total: count === undefined ? 0 : numberOf(count, 'total') };
}

/** The one filed last. */
export function latestFiledPirep(crewCenter: CrewCenter, pilotId: string): PirepSummary | null {
  const row = crewCenter.get(`${select} WHERE ${filed} ${newestFirst} LIMIT 1`, pilotId);
  return row === null ? null : toSummary(row);
}

/** A filed one of this pilot, as `toSummary` takes it. */
export function filedPirepRow(crewCenter: CrewCenter, pilotId: string, pirepId: string): Row | null {
  return crewCenter.get(`${select} WHERE ${filed} AND p.id = ?`, pilotId, pirepId);
}

type Condition = readonly [sql: string, ...values: SQLInputValue[]];

function conditionsOf({ departure, arrival, state, aircraftId, from, to }: PirepFilter): readonly Condition[] {
  const all: readonly (Condition | null)[] = [
    departure === null ? null : ['p.dpt_airport_id = ?', departure.trim().toUpperCase()],
    arrival === null ? null : ['p.arr_airport_id = ?', arrival.trim().toUpperCase()],
    state === null ? null : ['p.state = ?', filedStates[state]],
    aircraftId === null ? null : ['CAST(p.aircraft_id AS TEXT) = ?', aircraftId],
    from === null ? null : ['p.submitted_at >= ?', wholeSecond(from)],
    to === null ? null : ['p.submitted_at < ?', wholeSecond(to)],
  ];
  return all.filter((each) => each !== null);
}

/** The table keeps whole seconds: the first that is not before the instant. */
function wholeSecond(at: number): string {
  return toSqlTime(Math.ceil(at / 1000) * 1000);
}

export function toSummary(row: Row): PirepSummary {
  const flightNumber = textOrNull(row, 'flight_number') ?? '';
  const airlineCode = textOrNull(row, 'airline_icao');
  const code = textOrNull(row, 'airline_iata') || airlineCode;
  return {
    id: textOf(row, 'id'),
    state: stateOf(row),
    filedAt: fromSqlTime(textOrNull(row, 'submitted_at')),
    airlineCode,
    flightNumber,
    ident: identOf(code, flightNumber, textOrNull(row, 'route_code') || null, textOrNull(row, 'route_leg') || null),
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

function stateOf(row: Row): PirepSummary['state'] {
  const state = hostPirepState(numberOf(row, 'state'));
  if (state === 'pending' || state === 'accepted' || state === 'rejected') return state;
  throw new Error('a PIREP that was not filed is in the logbook');
}

/** One that was deleted for good leaves no more than its id. */
function aircraftOf(row: Row): PirepSummary['aircraft'] {
  const id = textOrNull(row, 'aircraft_id');
  if (id === null) return null;
  return {
    id,
    icao: textOrNull(row, 'aircraft_icao'),
    name: textOrNull(row, 'aircraft_name'),
    registration: textOrNull(row, 'registration'),
  };
}

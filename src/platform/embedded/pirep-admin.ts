import type { TableList } from '../../lib/lists/table-list.ts';
import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { flightName } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { FiledState, HostPirep, PirepDecision } from '../port.ts';
import { hostPirepState, pirepState } from '../seven/pirep-state.ts';
import { identOf } from '../seven/schedule-plan.ts';
import { fromSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import { pilotIdentSql } from './host-settings.ts';
import { PirepService } from './pirep-service.ts';
import type { Emit } from './write-queue.ts';

/** A PIREP in the list for the operator. Null is unknown. */
export interface PirepListing {
  readonly id: string;
  readonly state: HostPirep['state'];
  readonly status: string;
  readonly pilot: { readonly id: string; readonly ident: string; readonly name: string };
  readonly ident: string;
  /** Name of the flight on pages and lists: its callsign. */
  readonly name: string;
  readonly departure: string;
  readonly arrival: string;
  readonly registration: string | null;
  /** ICAO type. */
  readonly aircraftType: string | null;
  readonly distanceNm: number | null;
  readonly flightTimeMin: number | null;
  readonly landingRateFpm: number | null;
  readonly fuelUsedLb: number | null;
  readonly blockOffAt: number | null;
  readonly blockOnAt: number | null;
  readonly submittedAt: number | null;
  readonly createdAt: number | null;
}

export interface PirepFilter {
  readonly state?: HostPirep['state'] | undefined;
  readonly pilotId?: string | undefined;
  readonly limit?: number | undefined;
}

const from = `pireps p LEFT JOIN aircraft a ON a.id = p.aircraft_id LEFT JOIN airlines l ON l.id = p.airline_id
    LEFT JOIN users u ON u.id = p.user_id LEFT JOIN airlines ua ON ua.id = u.airline_id
    LEFT JOIN flights f ON f.id = p.flight_id`;
const where = 'p.deleted_at IS NULL AND p.state <> 4';
const select = `SELECT p.*, p.state AS pirep_state, p.id AS pirep_id, p.created_at AS pirep_created_at,
    p.flight_time AS pirep_flight_time, a.registration, a.icao AS aircraft_icao, l.icao AS airline_icao, l.iata AS airline_iata,
    f.callsign AS flight_callsign, u.name AS user_name, CASE WHEN u.id IS NULL THEN NULL ELSE ${pilotIdentSql} END AS ident
  FROM ${from} WHERE ${where}`;

const stateSql = `CASE p.state ${Object.values(pirepState)
  .map((state) => `WHEN ${state} THEN '${hostPirepState(state) ?? 'deleted'}'`)
  .join(' ')} END`;
const filedAt = 'coalesce(p.submitted_at, p.created_at)';

/** The tables of PIREPs for lists: those that are listed at all, their state as a word, and when they were filed. */
export const pirepTables = { from, where, stateSql, filedAt };

/** PIREPs as a list for the operator: those that wait for a decision first, then filed ones, then those in progress. */
export const pirepList: TableList = {
  key: 'p.id',
  from,
  where,
  words: [
    ...['p.id', 'l.icao || p.flight_number', 'l.iata || p.flight_number', 'l.icao || f.callsign', 'u.name'],
    ...[pilotIdentSql, 'p.dpt_airport_id', 'p.arr_airport_id', 'a.registration', stateSql],
  ],
  filters: {
    state: {
      title: 'field.state',
      choices: {
        pending: 'is.pending',
        accepted: 'is.accepted',
        rejected: 'is.rejected',
        open: 'is.open',
        cancelled: 'is.cancelled',
      },
      sql: `${stateSql} = ?`,
    },
    pilot: {
      title: 'field.pilot',
      choices: null,
      example: 'field.ident-or-email',
      sql: `lower(?) IN (lower(${pilotIdentSql}), lower(u.email))`,
    },
    place: {
      title: 'field.place',
      choices: null,
      example: 'field.place-example',
      sql: "upper(?) IN (p.dpt_airport_id, p.arr_airport_id, p.dpt_airport_id || '-' || p.arr_airport_id)",
    },
    month: { title: 'field.month', choices: null, example: '2026-03', sql: `substr(${filedAt}, 1, 7) = ?` },
    since: { title: 'list.since', choices: null, sql: `${filedAt} >= ?` },
    until: { title: 'list.until', choices: null, sql: `substr(${filedAt}, 1, 10) <= ?` },
  },
  sorts: {
    attention: {
      title: 'sort.pending-first',
      sql: `CASE ${stateSql} WHEN 'pending' THEN 0 WHEN 'open' THEN 2 WHEN 'cancelled' THEN 3 ELSE 1 END, ${filedAt} DESC`,
    },
    newest: { title: 'sort.newest', sql: `${filedAt} DESC` },
    flight: { title: 'sort.flight', sql: `l.icao, CAST(p.flight_number AS INTEGER), ${filedAt} DESC` },
    pilot: { title: 'sort.pilot', sql: `ua.icao, u.pilot_id, ${filedAt} DESC` },
    landing: { title: 'sort.hardest', sql: 'p.landing_rate NULLS LAST' },
  },
};

/** Lists PIREPs, newest first, at most `limit` (default 50). */
export function listPireps(crewCenter: CrewCenter, filter: PirepFilter = {}): readonly PirepListing[] {
  return crewCenter.read(() => {
    const rows = crewCenter.all(
      `${select} AND p.user_id = coalesce(CAST(? AS INTEGER), p.user_id) AND ${stateSql} = coalesce(?, ${stateSql})
       ORDER BY p.created_at DESC, p.id LIMIT ?`,
      filter.pilotId ?? null,
      filter.state ?? null,
      filter.limit ?? 50,
    );
    return rows.map(toListing);
  });
}

/** @throws Refusal `not-found`. */
export function readPirepListing(crewCenter: CrewCenter, pirepId: string): PirepListing {
  const row = crewCenter.read(() => crewCenter.get(`${select} AND p.id = ?`, pirepId));
  if (row === null) throw new Refusal('not-found', { message: `There is no PIREP ${pirepId}.` });
  return toListing(row);
}

/** Accepts a PIREP through the PIREP service, which updates statistics and notifies listeners. @throws Refusal `crew-center-refused` when it is not filed */
export function acceptPirep(crewCenter: CrewCenter, pirepId: string): Promise<PirepListing> {
  return decide(crewCenter, pirepId, (service) => service.accept(pirepId));
}

/** @throws as `acceptPirep`. */
export function rejectPirep(crewCenter: CrewCenter, pirepId: string): Promise<PirepListing> {
  return decide(crewCenter, pirepId, (service) => service.reject(pirepId));
}

/** The same for one that is in one of these states now. @throws Refusal `not-found`, `crew-center-refused` as `acceptPirep` */
export function decidePirep(crewCenter: CrewCenter, pirepId: string, wish: PirepDecision): Promise<HostPirep> {
  return crewCenter.write((emit: Emit) => {
    const { state } = readPirepListing(crewCenter, pirepId);
    const service = new PirepService(crewCenter, emit);
    if (isFiled(state) && !wish.from.includes(state)) return { pirepId, state };
    service[wish.decision](pirepId);
    return { pirepId, state: readPirepListing(crewCenter, pirepId).state };
  });
}

function isFiled(state: HostPirep['state']): state is FiledState {
  return state !== 'open' && state !== 'cancelled';
}

function decide(crewCenter: CrewCenter, pirepId: string, work: (service: PirepService) => void): Promise<PirepListing> {
  return crewCenter.write((emit: Emit) => {
    readPirepListing(crewCenter, pirepId);
    work(new PirepService(crewCenter, emit));
    return readPirepListing(crewCenter, pirepId);
  });
}

function toListing(row: Row): PirepListing {
  const state = hostPirepState(numberOf(row, 'pirep_state'));
  if (state === null) throw new Error('a deleted PIREP is listed');
  const pilotId = textOf(row, 'user_id');
  const code = textOrNull(row, 'airline_iata') || textOrNull(row, 'airline_icao');
  const number = textOrNull(row, 'flight_number') ?? '';
  const icao = textOrNull(row, 'airline_icao');
  const ident = identOf(code, number, textOrNull(row, 'route_code') || null, textOrNull(row, 'route_leg') || null);
  const callsign = icao === null ? null : `${icao}${textOrNull(row, 'flight_callsign') || number}`;
  return {
    id: textOf(row, 'pirep_id'),
    state,
    status: textOf(row, 'status'),
    pilot: { id: pilotId, ident: textOrNull(row, 'ident') ?? pilotId, name: textOrNull(row, 'user_name') ?? '' },
    ident,
    name: flightName({ callsign, ident }),
    departure: textOf(row, 'dpt_airport_id'),
    arrival: textOf(row, 'arr_airport_id'),
    registration: textOrNull(row, 'registration'),
    aircraftType: textOrNull(row, 'aircraft_icao'),
    distanceNm: numberOrNull(row, 'distance'),
    flightTimeMin: numberOrNull(row, 'pirep_flight_time'),
    landingRateFpm: numberOrNull(row, 'landing_rate'),
    fuelUsedLb: numberOrNull(row, 'fuel_used'),
    blockOffAt: fromSqlTime(textOrNull(row, 'block_off_time')),
    blockOnAt: fromSqlTime(textOrNull(row, 'block_on_time')),
    submittedAt: fromSqlTime(textOrNull(row, 'submitted_at')),
    createdAt: fromSqlTime(textOrNull(row, 'pirep_created_at')),
  };
}

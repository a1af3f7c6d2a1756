import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { flightName } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { FiledState, HostPirep, PirepDecision } from '../port.ts';
import { hostPirepState, pirepState } from '../seven/pirep-state.ts';
import { identOf } from '../seven/schedule-plan.ts';
import { fromSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import { readHostSettings } from './host-settings.ts';
import { toPilot } from './pilots.ts';
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

const select = `SELECT p.*, p.state AS pirep_state, p.id AS pirep_id, p.created_at AS pirep_created_at,
    p.flight_time AS pirep_flight_time, a.registration, l.icao AS airline_icao, l.iata AS airline_iata,
    f.callsign AS flight_callsign,
    u.id AS user_row, u.pilot_id, u.name AS user_name
  FROM pireps p LEFT JOIN aircraft a ON a.id = p.aircraft_id LEFT JOIN airlines l ON l.id = p.airline_id
    LEFT JOIN users u ON u.id = p.user_id LEFT JOIN flights f ON f.id = p.flight_id
  WHERE p.deleted_at IS NULL AND p.state <> 4`;

/** Lists PIREPs, newest first, at most `limit` (default 50). */
export function listPireps(crewCenter: CrewCenter, filter: PirepFilter = {}): readonly PirepListing[] {
  return crewCenter.read(() => {
    const idents = pilotIdents(crewCenter);
    const states = filter.state === undefined ? null : JSON.stringify(statesOf(filter.state));
    const rows = crewCenter.all(
      `${select} AND p.user_id = coalesce(CAST(? AS INTEGER), p.user_id)
         AND (? IS NULL OR p.state IN (SELECT value FROM json_each(?)))
       ORDER BY p.created_at DESC, p.id LIMIT ?`,
      filter.pilotId ?? null,
      states,
      states,
      filter.limit ?? 50,
    );
    return rows.map((row) => toListing(row, idents));
  });
}

/** Counts the PIREPs in this state, or all. */
export function countPireps(crewCenter: CrewCenter, state: HostPirep['state'] | undefined): number {
  const states = state === undefined ? null : JSON.stringify(statesOf(state));
  const row = crewCenter.read(() =>
    crewCenter.get(
      `SELECT count(*) AS count FROM pireps p WHERE p.deleted_at IS NULL AND p.state <> 4
         AND (? IS NULL OR p.state IN (SELECT value FROM json_each(?)))`,
      states,
      states,
    ),
  );
  return row === null ? 0 : numberOf(row, 'count');
}

/** @throws Refusal `not-found`. */
export function readPirepListing(crewCenter: CrewCenter, pirepId: string): PirepListing {
  const row = crewCenter.read(() => crewCenter.get(`${select} AND p.id = ?`, pirepId));
  if (row === null) throw new Refusal('not-found', { message: `There is no PIREP ${pirepId}.` });
  return toListing(row, pilotIdents(crewCenter));
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

function statesOf(state: HostPirep['state']): readonly number[] {
  return Object.values(pirepState).filter((each) => hostPirepState(each) === state);
}

function pilotIdents(crewCenter: CrewCenter): ReadonlyMap<string, string> {
  const settings = readHostSettings(crewCenter);
  const rows = crewCenter.all(
    'SELECT u.*, a.icao AS airline_icao FROM users u LEFT JOIN airlines a ON a.id = u.airline_id',
  );
  return new Map(rows.map((row) => [textOf(row, 'id'), toPilot(row, settings).ident]));
}

function toListing(row: Row, idents: ReadonlyMap<string, string>): PirepListing {
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
    pilot: { id: pilotId, ident: idents.get(pilotId) ?? pilotId, name: textOrNull(row, 'user_name') ?? '' },
    ident,
    name: flightName({ callsign, ident }),
    departure: textOf(row, 'dpt_airport_id'),
    arrival: textOf(row, 'arr_airport_id'),
    registration: textOrNull(row, 'registration'),
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

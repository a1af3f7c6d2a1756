import { numberOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { HostFlight } from '../port.ts';
import { pirepState } from '../seven/pirep-state.ts';
import { fromSqlTime, toSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import { aircraftObstacle } from './fleet.ts';
import { readHostSettings } from './host-settings.ts';
import { isDeleted, readPirep } from './pirep-rows.ts';
import { PirepService, sourceName } from './pirep-service.ts';
import type { Emit } from './write-queue.ts';

export interface Opened {
  readonly pirepId: string;
  readonly adopted: boolean;
}

/** Returns the PIREP with this id, else adopts an open PIREP of this plan, else prefiles a new one. */
export function openPirep(crewCenter: CrewCenter, emit: Emit, flight: HostFlight): Opened {
  const { pirepId } = flight;
  if (pirepId === null) throw new Error('a flight of a crew center with PIREPs at start has the id of its PIREP');
  const existing = readPirep(crewCenter, pirepId);
  if (existing !== null) return known(existing, flight, pirepId);
  const service = new PirepService(crewCenter, emit);
  const open = findOpen(crewCenter, flight);
  if (open !== null) return adopt(service, open, flight);
  checkDuplicate(crewCenter, flight);
  checkFlyable(crewCenter, flight);
  service.prefile(pirepId, prefileColumns(flight));
  return { pirepId, adopted: false };
}

function known(row: Row, flight: HostFlight, pirepId: string): Opened {
  if (textOf(row, 'user_id') !== flight.pilotId)
    throw refused('This PIREP id belongs to another pilot. Start the flight again.');
  if (isDeleted(row)) throw refused('The crew center has deleted this PIREP. Start the flight again.');
  return { pirepId, adopted: false };
}

/** Compares schedules if both have one, else uses version 7's rule for the same flight (PirepService, findDuplicate). */
const samePlan = `user_id = CAST(:pilot AS INTEGER) AND deleted_at IS NULL AND (flight_id = :schedule
  OR airline_id = CAST(:airline AS INTEGER) AND flight_number = :number AND dpt_airport_id = :departure AND arr_airport_id = :arrival
    AND (flight_id IS NULL OR :schedule IS NULL)
    AND (:code IS NULL OR route_code IS :code) AND (:leg IS NULL OR route_leg IS :leg))`;

function planValues({ pilotId, plan }: HostFlight) {
  return {
    pilot: pilotId,
    schedule: plan.scheduleId,
    airline: plan.airlineId,
    number: plan.flightNumber,
    departure: plan.departure.icao,
    arrival: plan.arrival.icao,
    code: plan.routeCode,
    leg: plan.routeLeg,
  };
}

function findOpen(crewCenter: CrewCenter, flight: HostFlight): Row | null {
  const sql = `SELECT * FROM pireps WHERE ${samePlan} AND state = ${pirepState.inProgress} ORDER BY created_at DESC, id LIMIT 1`;
  return crewCenter.database.prepare(sql).get(planValues(flight)) ?? null;
}

function adopt(service: PirepService, open: Row, flight: HostFlight): Opened {
  const pirepId = textOf(open, 'id');
  service.update(pirepId, {
    source: 1,
    source_name: sourceName,
    aircraft_id: flight.aircraft === null ? numberOf(open, 'aircraft_id') : Number(flight.aircraft.id),
  });
  return { pirepId, adopted: true };
}

/** Within some minutes version 7 reuses the PIREP of the same flight, even an ended one, into which we do not write. */
function checkDuplicate(crewCenter: CrewCenter, flight: HostFlight): void {
  const windowMs = readHostSettings(crewCenter).duplicateCheckMin * 60_000;
  if (windowMs <= 0) return;
  const now = crewCenter.clock.now();
  const row = crewCenter.database
    .prepare(
      `SELECT max(created_at) AS created_at FROM pireps WHERE ${samePlan}
         AND state IN (${pirepState.pending}, ${pirepState.accepted}, ${pirepState.rejected}) AND created_at >= :since`,
    )
    .get({ ...planValues(flight), since: toSqlTime(now - windowMs) });
  const createdAt = row === undefined ? null : fromSqlTime(textOrNull(row, 'created_at'));
  if (createdAt === null) return;
  throw new Refusal('too-soon', {
    message: 'You filed this flight a few minutes ago. Wait some minutes before you start it again.',
    retryAfterS: Math.max(1, Math.ceil((createdAt + windowMs - now) / 1000) + 1),
  });
}

function checkFlyable(crewCenter: CrewCenter, { pilotId, plan, aircraft }: HostFlight): void {
  const pilot = crewCenter.get('SELECT * FROM users WHERE id = ? AND deleted_at IS NULL', Number(pilotId));
  if (pilot === null) throw refused('The crew center has no such pilot.');
  const settings = readHostSettings(crewCenter);
  for (const icao of settings.allowUnaddedAirports ? [] : [plan.departure.icao, plan.arrival.icao]) {
    const airport = crewCenter.get('SELECT 1 FROM airports WHERE id = ? AND deleted_at IS NULL', icao);
    if (airport === null) throw refused(`The crew center does not know the airport ${icao}.`);
  }
  if (settings.onlyFlightsFromCurrent && textOrNull(pilot, 'curr_airport_id') !== plan.departure.icao)
    throw refused(
      `You are at ${textOrNull(pilot, 'curr_airport_id') ?? 'no airport'}, but the flight departs from ${plan.departure.icao}.`,
    );
  if (aircraft === null) throw refused('The flight needs an aircraft. Choose one.');
  const wish = { pilotId, scheduleId: plan.scheduleId, airlineId: plan.airlineId, departure: plan.departure.icao };
  const obstacle = aircraftObstacle(crewCenter, wish, aircraft.id);
  if (obstacle !== null) throw refused(obstacle);
}

function prefileColumns({ pilotId, plan, aircraft }: HostFlight) {
  return {
    user_id: Number(pilotId),
    airline_id: Number(plan.airlineId),
    aircraft_id: aircraft === null ? null : Number(aircraft.id),
    flight_id: plan.scheduleId,
    flight_number: plan.flightNumber,
    route_code: plan.routeCode,
    route_leg: plan.routeLeg,
    flight_type: plan.flightType ?? 'J',
    dpt_airport_id: plan.departure.icao,
    arr_airport_id: plan.arrival.icao,
    alt_airport_id: plan.alternate,
    level: plan.cruiseLevel ?? null,
    planned_distance: plan.distanceNm,
    planned_flight_time: plan.plannedFlightTimeMin,
    route: plan.route?.trim().toUpperCase() ?? null,
  };
}

function refused(message: string): Refusal {
  return new Refusal('crew-center-refused', { message });
}

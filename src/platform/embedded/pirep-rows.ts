import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import { hostPirepState } from '../seven/pirep-state.ts';
import { fromSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import type { PirepSnapshot } from './pirep-events.ts';

/** Returns the row, even a soft-deleted one; null when there is none. */
export function readPirep(crewCenter: CrewCenter, pirepId: string): Row | null {
  return crewCenter.get('SELECT * FROM pireps WHERE id = ?', pirepId);
}

/** Returns the row as `readPirep` does. @throws Refusal `not-found` */
export function requirePirep(crewCenter: CrewCenter, pirepId: string): Row {
  const row = readPirep(crewCenter, pirepId);
  if (row === null) throw new Refusal('not-found', { message: `There is no PIREP ${pirepId}.` });
  return row;
}

/** Returns the flight's PIREP; null when it has none (never created, or deleted), or when the id belongs to another pilot. */
export function ownPirep(crewCenter: CrewCenter, flight: Pick<HostFlight, 'pirepId' | 'pilotId'>): Row | null {
  const row = flight.pirepId === null ? null : readPirep(crewCenter, flight.pirepId);
  if (row === null || isDeleted(row) || textOf(row, 'user_id') !== flight.pilotId) return null;
  return row;
}

/** @throws Refusal `flight-not-found`, `flight-ended`. */
export function openPirepRow(crewCenter: CrewCenter, flight: HostFlight): Row {
  const row = ownPirep(crewCenter, flight);
  if (row === null) throw lost();
  if (toHostPirep(row).state !== 'open')
    throw new Refusal('flight-ended', { message: 'This PIREP has ended in the crew center.' });
  return row;
}

export function lost(): Refusal {
  return new Refusal('flight-not-found', { message: 'The crew center has no such PIREP.' });
}

export function isDeleted(row: Row): boolean {
  return textOrNull(row, 'deleted_at') !== null || hostPirepState(numberOf(row, 'state')) === null;
}

export function toHostPirep(row: Row): HostPirep {
  const state = hostPirepState(numberOf(row, 'state'));
  if (state === null) throw lost();
  return { pirepId: textOf(row, 'id'), state };
}

export function toSnapshot(row: Row): PirepSnapshot {
  return {
    id: textOf(row, 'id'),
    pilotId: textOf(row, 'user_id'),
    airlineId: textOf(row, 'airline_id'),
    aircraftId: textOrNull(row, 'aircraft_id'),
    scheduleId: textOrNull(row, 'flight_id'),
    flightNumber: textOrNull(row, 'flight_number') ?? '',
    departure: textOf(row, 'dpt_airport_id'),
    arrival: textOf(row, 'arr_airport_id'),
    alternate: textOrNull(row, 'alt_airport_id'),
    state: numberOf(row, 'state'),
    status: textOf(row, 'status'),
    distanceNm: numberOrNull(row, 'distance'),
    flightTimeMin: numberOrNull(row, 'flight_time'),
    fuelUsedLb: numberOrNull(row, 'fuel_used'),
    landingRateFpm: numberOrNull(row, 'landing_rate'),
    score: numberOrNull(row, 'score'),
    blockOffAt: fromSqlTime(textOrNull(row, 'block_off_time')),
    blockOnAt: fromSqlTime(textOrNull(row, 'block_on_time')),
    submittedAt: fromSqlTime(textOrNull(row, 'submitted_at')),
  };
}

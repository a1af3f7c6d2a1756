import { textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { HostFlight } from '../port.ts';
import type { CrewCenter } from './crew-center.ts';
import { aircraftObstacle } from './fleet.ts';
import { openPirepRow } from './pirep-rows.ts';
import { PirepService } from './pirep-service.ts';
import type { Emit } from './write-queue.ts';

/**
 * Gives the open PIREP the flight's aircraft, by the rules of a start; one that it has already changes nothing.
 * @throws Refusal `flight-not-found`, `flight-ended`, `invalid` naming `aircraft`
 */
export function changeAircraft(crewCenter: CrewCenter, emit: Emit, { aircraft, ...flight }: HostFlight): void {
  const row = openPirepRow(crewCenter, { ...flight, aircraft });
  if (aircraft === null || textOrNull(row, 'aircraft_id') === aircraft.id) return;
  const { scheduleId, airlineId, departure } = flight.plan;
  const wish = { pilotId: flight.pilotId, scheduleId, airlineId, departure: departure.icao };
  const obstacle = aircraftObstacle(crewCenter, wish, aircraft.id);
  if (obstacle !== null) throw new Refusal('invalid', { message: obstacle, fields: { aircraft: obstacle } });
  new PirepService(crewCenter, emit).update(textOf(row, 'id'), { aircraft_id: Number(aircraft.id) });
}

import type { HostFlight } from '../../platform/port.ts';
import type { Flight } from '../model.ts';

/** Returns the flight as adapters receive it. */
export function toHostFlight(flight: Flight): HostFlight {
  return {
    id: flight.id,
    pirepId: flight.pirepId,
    pilotId: flight.pilot.id,
    bidId: flight.bidId,
    plan: flight.plan,
    aircraft: flight.aircraft,
    startedAt: flight.startedAt,
  };
}

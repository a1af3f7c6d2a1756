import type { AuditTrail } from '../../delivery/audit-trail.ts';
import { nothingReported } from '../../figures/pirep.ts';
import type { OperatorCalls } from '../../operator-calls.ts';
import type { Cancel } from '../cancel.ts';
import type { Finish } from '../finish.ts';
import type { AnyFlight } from './any-flight.ts';

type FlightCalls = Pick<
  OperatorCalls,
  'listFlights' | 'pageFlights' | 'readFlight' | 'releaseFlight' | 'finishFlight' | 'cancelFlight'
>;

/** The operator's calls about flights. Every change is written to the audit log under the actor's name. */
export function flightCalls(flights: AnyFlight, audit: AuditTrail, cancel: Cancel, finish: Finish): FlightCalls {
  const close = async (
    actor: string,
    to: { readonly action: string; readonly state: 'cancelled' | 'abandoned' },
    flightId: string,
    reason: string,
  ) => {
    const flight = await cancel.end(await flights.requireLive(flightId), to.state, reason);
    await audit.write(actor, to.action, flightId, reason);
    return flight;
  };
  const release = { action: 'release', state: 'abandoned' } as const;
  const cancelled = { action: 'cancel', state: 'cancelled' } as const;
  return {
    listFlights: (filter) => flights.list(filter),
    pageFlights: (request) => flights.page(request),
    readFlight: (flightId) => flights.read(flightId),
    releaseFlight: (actor, flightId, reason) => close(actor, release, flightId, reason),
    cancelFlight: (actor, flightId, reason) => close(actor, cancelled, flightId, reason),
    async finishFlight(actor, flightId, reason) {
      const live = await flights.requireLive(flightId);
      await audit.write(actor, 'finish', flightId, reason);
      return finish.file(live, { ...nothingReported, notes: reason });
    },
  };
}

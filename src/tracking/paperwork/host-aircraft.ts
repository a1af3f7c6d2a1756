import type { LiveFlight } from '../flight/live-flight.ts';
import { isPirepGone, isRefusal, type Refusal } from '../refusals.ts';
import type { PaperworkCore } from './core.ts';
import { reconcile } from './reconciliation.ts';

/**
 * Delivers a change of the aircraft to the crew center. When that refuses it, the flight has its previous aircraft again, and
 * `refusedAircraft` has the refusal. A PIREP that was lost is opened again with this aircraft. Concurrent calls share one run.
 */
export async function deliverAircraft(core: PaperworkCore, live: LiveFlight): Promise<void> {
  try {
    await live.lane.run('aircraft', () => deliverAircraftNow(core, live));
  } catch (error) {
    if (!isPirepGone(error)) throw error;
    await reconcile(core, live);
  }
}

/** Like `deliverAircraft`, for callers that already run in the flight's lane. */
export async function deliverAircraftNow(core: PaperworkCore, live: LiveFlight): Promise<void> {
  // Repeats when the aircraft was changed again during the call.
  while (isAircraftPending(live)) {
    const { aircraft } = live.flight;
    const refusal = await refusalOf(core, live);
    // It has ended meanwhile.
    if (!isAircraftPending(live)) return;
    if (refusal !== null && aircraft !== null) live.refusedAircraft.set(aircraft.id, refusal);
    await core.flights.apply(live, { kind: refusal === null ? 'aircraft-delivered' : 'aircraft-refused', aircraft });
  }
}

async function refusalOf({ platform }: PaperworkCore, live: LiveFlight): Promise<Refusal | null> {
  try {
    await platform.changeAircraft(live.hostFlight());
    return null;
  } catch (error) {
    const isNo =
      isRefusal(error, 'invalid') || isRefusal(error, 'crew-center-refused') || isRefusal(error, 'not-offered');
    if (!isNo) throw error;
    return error;
  }
}

/** Returns whether the aircraft has to be delivered to the crew center. */
export function isAircraftPending({ flight }: LiveFlight): boolean {
  const isOpen = flight.state === 'open' || flight.state === 'suspended' || flight.state === 'filing';
  return isOpen && flight.pendingAircraft !== null;
}

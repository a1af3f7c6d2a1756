import type { Opening } from '../calls.ts';
import type { Found } from '../flight/find-flight.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { hasEnded, stateRefusal } from '../flight/state.ts';
import type { Bid, FlightName } from '../model.ts';
import { Refusal } from '../refusals.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import { type Clearing, clear, listedBid } from './clearances.ts';
import type { OpeningCore } from './core.ts';
import { endOtherFlights, openFlight, waitUntilOpen } from './open-flight.ts';
import { choiceOfBid, choiceOfFreeFlight, findBid } from './plan-choice.ts';

/** The bid that a report or a `finish` means (null: none), and the clearance to fly it or the flight that takes it up. */
export type Meant = Clearing & { readonly bid: Bid | null };

/** In contracts without `start`: returns the named bid, else the crew center's latest, and what became of it here. */
export async function findMeant(core: OpeningCore, turn: Turn, name: FlightName | null): Promise<Meant> {
  const bid = await findBid(core, turn.pilot.id, name);
  const listed = bid && listedBid(bid);
  const clearing = await clear(core, turn, listed);
  const live = clearing.taken?.live ?? null;
  if (live?.flight.state !== 'starting') return { bid, ...clearing };
  const begun = await begunFlight(core, turn, live);
  return { bid, ...(begun === null ? await clear(core, turn, listed) : { clearance: null, taken: begun }) };
}

/** Opens a flight whose opening got no response from the crew center; null when it is given up. */
export async function begunFlight(core: OpeningCore, turn: Turn, live: LiveFlight): Promise<Found | null> {
  await waitUntilOpen(core, turn, live);
  return hasEnded(live.flight) ? null : { live, flight: live.flight };
}

/** Whether a flight can be opened without a bid, from what the client says. */
export function canOpenFree({ settings }: OpeningCore, { freeFlight }: Opening): boolean {
  return freeFlight !== null && !settings.current.bidsRequired;
}

/**
 * Opens the flight of the bid, or without one (if no bid is required) the client's free flight. A flight that takes the
 * bid up already is returned.
 */
export async function openMeant(
  core: OpeningCore,
  { bid, clearance, taken }: Meant,
  { name, opening }: { readonly name: FlightName | null; readonly opening: Opening },
): Promise<Found> {
  if (taken !== null) return taken;
  const { turn, bidId } = clearance;
  if (bid === null && !canOpenFree(core, opening)) {
    throw name?.bidId === undefined
      ? new Refusal('no-open-flight', { message: 'There is no open flight and no bid to open one for.' })
      : stateRefusal('bid-not-found');
  }
  await endOtherFlights(core, turn, bidId, 'suspended');
  const choice = await choose(core, turn, bid, opening);
  const live = await openFlight(core, clearance, { ...choice, network: opening.network ?? null });
  return { live, flight: live.flight };
}

function choose(core: OpeningCore, { pilot }: Turn, bid: Bid | null, { freeFlight }: Opening) {
  if (bid !== null) return choiceOfBid(core, pilot.id, bid, { aircraft: null, registration: null });
  if (freeFlight === null) throw stateRefusal('no-open-flight');
  return choiceOfFreeFlight(core, pilot.id, freeFlight);
}

import type { Replaceable } from '../calls.ts';
import { LiveFlight } from '../flight/live-flight.ts';
import { decide, stateRefusal } from '../flight/state.ts';
import type { Aircraft, Flight, Network, Plan } from '../model.ts';
import { cancelAtPlatform, endFlight } from '../paperwork/ending.ts';
import { openPirep } from '../paperwork/pirep-opening.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import type { Clearance } from './clearances.ts';
import type { OpeningCore } from './core.ts';

/** What a pilot starts. */
export interface Chosen {
  readonly plan: Plan;
  readonly aircraft: Aircraft | null;
  readonly network: Network | null;
  /** The bid was made for this flight alone. */
  readonly isOwnBid?: boolean;
}

/**
 * Ends the pilot's flights of other bids, and waits until every cancellation has reached the crew center (otherwise the new
 * flight would adopt the open PIREP, which is then cancelled).
 * @param replace which of them may be ended
 */
export async function endOtherFlights(
  core: OpeningCore,
  { pilot, patience }: Turn,
  bidId: string | null,
  replace: Replaceable,
): Promise<void> {
  const { flights } = core;
  for (const live of [...flights.ofPilot(pilot.id)]) {
    const isOther = bidId === null || live.flight.bidId !== bidId;
    if (isOther && decide('startOtherBid', live.flight) === 'replace') {
      if (replace === 'never-airborne' && live.fold.takeoff !== null) throw stateRefusal('flight-open', live.flight);
      await endFlight(core, live, 'abandoned', 'Another flight was started instead.');
    }
  }
  const cancelled = flights.ofPilot(pilot.id).filter((live) => live.flight.intent?.kind === 'cancel');
  if (cancelled.length === 0) return;
  await patience.require(Promise.all(cancelled.map((live) => cancelAtPlatform(core, live))));
}

/** Opens a flight: stores the start, then calls the crew center. @throws Refusal as `waitUntilOpen` */
export async function openFlight(core: OpeningCore, { turn, bidId }: Clearance, chosen: Chosen): Promise<LiveFlight> {
  if (turn.isOver) throw new Error('a flight is opened outside the turn');
  const live = await storeFlight(core, turn, bidId, chosen);
  await waitUntilOpen(core, turn, live);
  return live;
}

/** @throws Refusal `crew-center-unavailable` after the timeout, or the crew center's refusal */
export async function waitUntilOpen(core: OpeningCore, { patience }: Turn, live: LiveFlight): Promise<void> {
  await patience.require(openPirep(core, live));
}

/** A flight whose start is on disk and not yet sent to the crew center. */
async function storeFlight(
  core: OpeningCore,
  { pilot }: Turn,
  bidId: string | null,
  { plan, aircraft, network, isOwnBid = false }: Chosen,
): Promise<LiveFlight> {
  const { journal, flights } = core;
  const now = core.clock.now();
  const flight: Flight = {
    id: core.newId(),
    number: journal.nextFlightNumber(),
    pilot,
    bidId,
    plan,
    aircraft,
    network,
    said: isOwnBid ? { isOwnBid } : null,
    pirepId: core.newPirepId(),
    formerPirepIds: [],
    state: 'starting',
    intent: { kind: 'start', at: now },
    startedAt: now,
    lastReportAt: now,
    endedAt: null,
    reason: null,
    receipt: null,
    summary: null,
    setAside: null,
    air: null,
    pendingAircraft: null,
  };
  await flights.store(flight);
  const live = new LiveFlight({ flight, delivered: 0, sealed: null }, journal);
  flights.add(live);
  return live;
}

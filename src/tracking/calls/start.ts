import type { Session, StartRequest, StartResult } from '../calls.ts';
import { LiveFlight } from '../live-flight.ts';
import type { Aircraft, Bid, Flight, Plan } from '../model.ts';
import { cancelAtPlatform, end } from '../paperwork/ending.ts';
import { openAtPlatform } from '../paperwork/opening.ts';
import type { Parts } from '../parts.ts';
import { isRefusal, Refusal } from '../refusals.ts';
import { decide, hasEnded, stateRefusal } from '../state.ts';
import type { Wait } from '../waiting.ts';

/** Opens a flight for a bid, or for what the pilot says when bids are not required; resumes the one that is open for it. */
export async function start(parts: Parts, session: Session, request: StartRequest): Promise<StartResult> {
  return parts.locks.run(session.pilot.id, async () => {
    const wait = parts.waits.begin(request.holdsWorker === true);
    const resumed = await resume(parts, session, request, wait);
    if (resumed !== null) return resumed;
    await makeRoom(parts, session.pilot.id, request.bidId, 'never-airborne', wait);
    const { plan, aircraft } = await choosePlan(parts, session.pilot.id, request);
    return begin(parts, session, { bidId: request.bidId, plan, aircraft, wait });
  });
}

/** The flight that is already under way for the same bid, or whose start is still waiting for the crew center. */
async function resume(parts: Parts, session: Session, request: StartRequest, wait: Wait): Promise<StartResult | null> {
  const live = sameFlight(parts, session.pilot.id, request);
  if (live === undefined) {
    if (request.bidId !== null) await demandUnflown(parts, session.pilot.id, request.bidId);
    return null;
  }
  const verdict = decide('startSameBid', live.flight);
  if (verdict === 'begin') return null;
  if (verdict === 'await') {
    await waitForOpening(parts, live, wait);
    // Given up meanwhile, because the crew center had never heard of it.
    if (hasEnded(live.flight)) return null;
  } else if (live.flight.state === 'suspended') {
    await parts.save(live, { state: 'open' });
    live.told = null;
    parts.changes.tell({ kind: 'resumed', flight: live.flight });
  }
  return { flight: live.view(), resumed: true };
}

function sameFlight(parts: Parts, pilotId: string, request: StartRequest): LiveFlight | undefined {
  const flights = parts.flights.ofPilot(pilotId);
  if (request.bidId !== null) return flights.findLast((live) => live.flight.bidId === request.bidId);
  const { freeFlight } = request;
  const isSame = (plan: Plan) =>
    plan.flightNumber === freeFlight?.flightNumber &&
    plan.departure.icao === freeFlight.departure &&
    plan.arrival.icao === freeFlight.arrival;
  return flights.findLast(
    (live) => live.flight.bidId === null && live.flight.state !== 'filing' && isSame(live.flight.plan),
  );
}

/** A bid that was flown is gone, also where the crew center still lists it. */
async function demandUnflown(parts: Parts, pilotId: string, bidId: string): Promise<void> {
  const flown = (await parts.journal.listFlights({ pilotId, limit: 200 })).find((flight) => flight.bidId === bidId);
  if (flown === undefined) return;
  decide('startSameBid', flown);
}

/**
 * Sees to it that no other flight of this pilot is open, and that every cancellation has reached the crew center (else
 * its open PIREP would be adopted by the new flight and then cancelled).
 */
export async function makeRoom(
  parts: Parts,
  pilotId: string,
  bidId: string | null,
  replace: 'never-airborne' | 'suspended',
  wait: Wait,
): Promise<void> {
  for (const live of [...parts.flights.ofPilot(pilotId)]) {
    const isOther = bidId === null || live.flight.bidId !== bidId;
    if (isOther && decide('startOtherBid', live.flight) === 'replace') {
      if (replace === 'never-airborne' && live.hasFlown) throw stateRefusal('flight-open', live.flight);
      await end(parts, live, 'abandoned', 'Another flight was started instead.');
    }
  }
  const cancelled = parts.flights.ofPilot(pilotId).filter((live) => live.flight.intent?.kind === 'cancel');
  if (cancelled.length === 0) return;
  await demandSettled(parts, wait, Promise.all(cancelled.map((live) => cancelAtPlatform(parts, live))));
}

async function choosePlan(
  parts: Parts,
  pilotId: string,
  request: StartRequest,
): Promise<{ plan: Plan; aircraft: Aircraft | null }> {
  if (request.bidId === null) return planWithoutBid(parts, pilotId, request);
  const bid = (await parts.platform.listBids(pilotId)).find((each) => each.id === request.bidId);
  if (bid === undefined) throw stateRefusal('bid-not-found');
  return planOfBid(parts, pilotId, bid, request);
}

async function planWithoutBid(parts: Parts, pilotId: string, request: StartRequest) {
  if (parts.settings().bidsRequired)
    throw new Refusal('bid-required', { message: 'This crew center asks for a bid. Name one of your bids.' });
  if (request.freeFlight === null)
    throw new Refusal('invalid', {
      message: 'Name a bid, or the flight.',
      fields: { bidId: 'is required, or the fields of the flight' },
    });
  const plan = await parts.platform.planFreeFlight(pilotId, request.freeFlight);
  return { plan, aircraft: plan.aircraft };
}

/** The bid's aircraft, the one asked for, or the first that the pilot may take. */
export async function planOfBid(
  parts: Parts,
  pilotId: string,
  bid: Bid,
  wanted: { readonly aircraft: string | null; readonly registration: string | null },
): Promise<{ plan: Plan; aircraft: Aircraft | null }> {
  if (bid.blocked !== null) throw new Refusal('bid-blocked', { message: bid.blocked });
  const { plan } = bid;
  if (wanted.aircraft !== null || wanted.registration !== null) {
    return { plan, aircraft: await parts.platform.findAircraft(pilotId, plan, wanted) };
  }
  const aircraft = plan.aircraft ?? bid.aircraftChoices[0];
  if (aircraft === undefined) {
    throw new Refusal('invalid', {
      message: 'There is no aircraft that you may take for this bid.',
      fields: { aircraft: 'is required: the bid names none and none is free for it' },
    });
  }
  return { plan, aircraft };
}

interface Chosen {
  readonly bidId: string | null;
  readonly plan: Plan;
  readonly aircraft: Aircraft | null;
  readonly wait: Wait;
}

/** Writes the start down, then asks the crew center. */
export async function begin(parts: Parts, session: Session, chosen: Chosen): Promise<StartResult> {
  const now = parts.clock.now();
  const { bidId, plan, aircraft } = chosen;
  const flight: Flight = {
    id: parts.tokens.newId(),
    number: parts.journal.nextFlightNumber(),
    pilot: session.pilot,
    bidId,
    plan,
    aircraft,
    pirepId: parts.platform.capabilities.pirepAtStart ? parts.tokens.newId() : null,
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
  };
  await parts.journal.saveFlight(flight);
  const live = new LiveFlight({ flight, delivered: 0, sealed: null }, parts.journal);
  parts.flights.add(live);
  await waitForOpening(parts, live, chosen.wait);
  return { flight: live.view(), resumed: false };
}

/** @throws Refusal `crew-center-unavailable` when it takes too long, or what the crew center answered */
export async function waitForOpening(parts: Parts, live: LiveFlight, wait: Wait): Promise<void> {
  await demandSettled(parts, wait, openAtPlatform(parts, live));
}

async function demandSettled(parts: Parts, wait: Wait, job: Promise<unknown>): Promise<void> {
  if (await wait.settles(job)) return;
  parts.inBackground(
    job.catch((error: unknown) => {
      // What was asked for is written down: it is asked for again.
      if (!isRefusal(error)) throw error;
    }),
  );
  throw new Refusal('crew-center-unavailable', {
    message: 'The crew center has not answered yet. Start again to go on.',
    retryAfterS: 5,
  });
}

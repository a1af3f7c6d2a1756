import type { Session, StartRequest, StartResult } from '../calls.ts';
import { LiveFlight } from '../live-flight.ts';
import type { Aircraft, Bid, Flight, Network, Plan } from '../model.ts';
import { cancelAtPlatform, end } from '../paperwork/ending.ts';
import { openAtPlatform } from '../paperwork/opening.ts';
import type { Parts } from '../parts.ts';
import { isRefusal, Refusal } from '../refusals.ts';
import { decide, hasEnded, stateRefusal } from '../state.ts';
import { type Patience, stillBusy } from '../waiting.ts';
import { findSameFlight } from './same-flight.ts';

/**
 * Opens a flight for a bid, or for what the pilot says when bids are not required; resumes the one that is open for it.
 * Equal starts at the same time share one opening, and every call waits for its own time only, counted from its arrival.
 */
export async function start(parts: Parts, session: Session, request: StartRequest): Promise<StartResult> {
  using wait = parts.waits.begin(request.holdsWorker === true);
  const pilotId = session.pilot.id;
  const open = findSameFlight(parts.flights.ofPilot(pilotId), request);
  if (open?.flight.state === 'open') return { flight: open.view(), resumed: true };
  const { bidId, aircraft, registration, freeFlight } = request;
  const key = JSON.stringify([pilotId, bidId, aircraft, registration, freeFlight]);
  const { job, joined } = parts.starts.run(key, () =>
    parts.locks.run(pilotId, wait.shared, () => startInTurn(parts, session, request, wait.shared)),
  );
  await requireSettled(parts, wait, job);
  const { flight, resumed } = await job;
  return { flight, resumed: resumed || joined };
}

async function startInTurn(
  parts: Parts,
  session: Session,
  request: StartRequest,
  patience: Patience,
): Promise<StartResult> {
  const resumed = await resume(parts, session, request, patience);
  if (resumed !== null) return resumed;
  await ensureNoOtherFlight(parts, session.pilot.id, request.bidId, 'never-airborne', patience);
  const { plan, aircraft } = await choosePlan(parts, session.pilot.id, request);
  return begin(parts, session, { bidId: request.bidId, plan, aircraft, network: request.network ?? null, patience });
}

/** The flight that is already under way for the same bid, or whose start is still waiting for the crew center. */
async function resume(
  parts: Parts,
  session: Session,
  request: StartRequest,
  patience: Patience,
): Promise<StartResult | null> {
  const live = findSameFlight(parts.flights.ofPilot(session.pilot.id), request);
  if (live === undefined) {
    if (request.bidId !== null) await requireUnflown(parts, session.pilot.id, request.bidId);
    return null;
  }
  const verdict = decide('startSameBid', live.flight);
  if (verdict === 'begin') return null;
  if (verdict === 'await') {
    await waitForOpening(parts, live, patience);
    // Given up meanwhile, because the crew center had never heard of it.
    if (hasEnded(live.flight)) return null;
  } else if (live.flight.state === 'suspended') {
    await parts.flights.apply(live, { kind: 'resumed' });
  }
  return { flight: live.view(), resumed: true };
}

/** A bid that was flown is gone, also where the crew center still lists it. */
async function requireUnflown(parts: Parts, pilotId: string, bidId: string): Promise<void> {
  const flown = (await parts.journal.listFlights({ pilotId, limit: 200 })).find((flight) => flight.bidId === bidId);
  if (flown === undefined) return;
  decide('startSameBid', flown);
}

/**
 * Sees to it that no other flight of this pilot is open, and that every cancellation has reached the crew center (else
 * its open PIREP would be adopted by the new flight and then cancelled).
 */
export async function ensureNoOtherFlight(
  parts: Parts,
  pilotId: string,
  bidId: string | null,
  replace: 'never-airborne' | 'suspended',
  patience: Patience,
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
  await requireSettled(parts, patience, Promise.all(cancelled.map((live) => cancelAtPlatform(parts, live))));
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
  readonly network: Network | null;
  readonly patience: Patience;
}

/** Writes the start down, then asks the crew center. */
export async function begin(parts: Parts, session: Session, chosen: Chosen): Promise<StartResult> {
  const now = parts.clock.now();
  const { bidId, plan, aircraft, network } = chosen;
  const flight: Flight = {
    id: parts.tokens.newId(),
    number: parts.journal.nextFlightNumber(),
    pilot: session.pilot,
    bidId,
    plan,
    aircraft,
    network,
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
  await waitForOpening(parts, live, chosen.patience);
  return { flight: live.view(), resumed: false };
}

/** @throws Refusal `crew-center-unavailable` when it takes too long, or what the crew center answered */
export async function waitForOpening(parts: Parts, live: LiveFlight, patience: Patience): Promise<void> {
  await requireSettled(parts, patience, openAtPlatform(parts, live));
}

/** Waits for a job as long as this patience lasts; after that it goes on in the background. */
export async function requireSettled(parts: Parts, patience: Patience, job: Promise<unknown>): Promise<void> {
  if (await patience.settles(job)) return;
  parts.inBackground(
    job.catch((error: unknown) => {
      // What was asked for is written down: it is asked for again.
      if (!isRefusal(error)) throw error;
    }),
  );
  throw stillBusy();
}

import type { FinishRequest, FlightName, Opening, ReportRequest, Session } from '../calls.ts';
import { findLive, findNamedOrNull } from '../find-flight.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Flight, Position } from '../model.ts';
import { end } from '../paperwork/ending.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusals.ts';
import { hasEnded, stateRefusal } from '../state.ts';
import type { Patience } from '../waiting.ts';
import { beginsAnew, isOfAnotherBid, mayBeOfAnother } from './begun-anew.ts';
import { begin, ensureNoOtherFlight, planOfBid, requireSettled, waitForOpening } from './start.ts';

/** An undated report this soon after the end of a flight belongs to that flight. */
const stragglerMs = 2 * 60_000;

/**
 * Where the contract has no `start`, the first position opens the flight of its bid. A straggler or repeat of a flight
 * that has ended never does.
 */
export async function openForReport(
  parts: Parts,
  session: Session,
  request: ReportRequest,
  opening: Opening,
): Promise<LiveFlight> {
  const known = openLive(parts, session, request.name);
  const isKnown = known !== undefined && !beginsAnew(known, request.positions) && !mayBeOfAnother(known, request);
  if (isKnown) return known;
  using wait = parts.waits.begin(request.holdsWorker === true);
  const job = parts.locks.run(session.pilot.id, wait.shared, async () => {
    const again = openLive(parts, session, request.name);
    if (again === undefined) await refuseStraggler(parts, session, request.name, request.positions);
    else {
      const why = await whyOver(parts, again, request);
      if (why === null) return again;
      await end(parts, again, 'abandoned', why);
    }
    return openFlight(parts, session, request.name, opening, wait.shared);
  });
  await requireSettled(parts, wait, job);
  return await job;
}

/** Why this report begins another flight than the open one; null when it belongs to it. */
async function whyOver(parts: Parts, live: LiveFlight, request: ReportRequest): Promise<string | null> {
  if (beginsAnew(live, request.positions)) return 'The same flight was begun again.';
  const isOther = mayBeOfAnother(live, request) && (await isOfAnotherBid(parts, live, request));
  return isOther ? 'Its bid is gone, and another one was begun at its departure.' : null;
}

/** For `finish` without a flight: opens the bid's flight so that what the client carries is filed. */
export async function openForFinish(
  parts: Parts,
  session: Session,
  request: FinishRequest,
  opening: Opening,
  patience: Patience,
): Promise<LiveFlight> {
  if (request.figures.flightTimeMin === null) {
    const message = 'No position of this flight ever arrived, so its figures must come with this call.';
    throw new Refusal('invalid', {
      message,
      fields: { flightTimeMin: 'is required when no position was sent before' },
    });
  }
  return openFlight(parts, session, request.name, opening, patience);
}

/** The pilot's open flight, unless another one is named. */
export function openLive(parts: Parts, session: Session, name: FlightName | null): LiveFlight | undefined {
  const live = name === null ? undefined : findLive(parts, session.pilot.id, name);
  if (live !== undefined) return live.isUnderWay ? live : undefined;
  return name === null ? parts.flights.openOf(session.pilot.id) : undefined;
}

async function refuseStraggler(
  parts: Parts,
  session: Session,
  name: FlightName | null,
  positions: readonly Position[],
): Promise<void> {
  const ended =
    name === null
      ? await lastOf(parts, session.pilot.id)
      : ((await findNamedOrNull(parts, session.pilot.id, name))?.flight ?? null);
  if (ended?.state === 'starting') return;
  if (ended === null) {
    if (name?.flightId !== undefined || name?.pirepId !== undefined) throw stateRefusal('flight-not-found');
    return;
  }
  if (isStraggler(parts, ended, name, positions))
    throw stateRefusal(ended.state === 'filed' ? 'flight-filed' : 'flight-ended', ended);
}

async function lastOf(parts: Parts, pilotId: string): Promise<Flight | null> {
  const live = parts.flights.ofPilot(pilotId).findLast((each) => !each.isUnderWay && each.flight.state !== 'starting');
  return live === undefined ? parts.journal.readLastEnded(pilotId) : live.flight;
}

function isStraggler(parts: Parts, ended: Flight, name: FlightName | null, positions: readonly Position[]): boolean {
  if (name !== null && (name.bidId === undefined || ended.state === 'filed' || ended.state === 'filing')) return true;
  const endedAt = ended.endedAt ?? ended.intent?.at ?? ended.startedAt;
  const newest = positions.at(-1);
  if (newest === undefined) return true;
  return newest.isDated ? newest.recordedAt <= endedAt : parts.clock.now() - endedAt < stragglerMs;
}

/** Opens the flight of the named bid, else of the platform's latest, else (where no bid is required) of what the client says. */
async function openFlight(
  parts: Parts,
  session: Session,
  name: FlightName | null,
  opening: Opening,
  patience: Patience,
): Promise<LiveFlight> {
  const pilotId = session.pilot.id;
  const bid = await findBid(parts, pilotId, name);
  if (bid === null && (parts.settings().bidsRequired || opening.freeFlight === null)) {
    throw name?.bidId === undefined
      ? new Refusal('no-open-flight', { message: 'There is no open flight and no bid to open one for.' })
      : stateRefusal('bid-not-found');
  }
  await ensureNoOtherFlight(parts, pilotId, bid?.id ?? null, 'suspended', patience);
  if (bid === null || !(await finishOpening(parts, pilotId, bid.id, patience))) {
    const nothing = { aircraft: null, registration: null };
    const chosen =
      bid !== null ? await planOfBid(parts, pilotId, bid, nothing) : await planFree(parts, pilotId, opening);
    await begin(parts, session, { bidId: bid?.id ?? null, ...chosen, network: opening.network ?? null, patience });
  }
  const live = parts.flights.openOf(pilotId);
  if (live === undefined) throw stateRefusal('no-open-flight');
  return live;
}

/** A flight of this bid whose opening the crew center never answered is opened now; false when there is none. */
async function finishOpening(parts: Parts, pilotId: string, bidId: string, patience: Patience): Promise<boolean> {
  const flights = parts.flights.ofPilot(pilotId);
  const live = flights.find((each) => each.flight.state === 'starting' && each.flight.bidId === bidId);
  if (live === undefined) return false;
  await waitForOpening(parts, live, patience);
  return !hasEnded(live.flight);
}

async function planFree(parts: Parts, pilotId: string, opening: Opening) {
  if (opening.freeFlight === null) throw stateRefusal('no-open-flight');
  const plan = await parts.platform.planFreeFlight(pilotId, opening.freeFlight);
  return { plan, aircraft: plan.aircraft };
}

async function findBid(parts: Parts, pilotId: string, name: FlightName | null) {
  if (name?.bidId !== undefined)
    return (await parts.platform.listBids(pilotId)).find((bid) => bid.id === name.bidId) ?? null;
  return (await parts.platform.latestBid(pilotId)).bid;
}

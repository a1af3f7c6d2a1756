import type { Place } from '../../lib/geo.ts';
import type { EventsRequest, ReportRequest, ReportResult, Session } from '../calls.ts';
import { findLive, findNamed } from '../find-flight.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { FlightEvent, Position } from '../model.ts';
import { partition } from '../partition.ts';
import type { Parts } from '../parts.ts';
import { decide } from '../state.ts';
import { openForReport } from './opening.ts';

/** Stores positions: the answer comes when they are on disk. */
export async function report(parts: Parts, session: Session, request: ReportRequest): Promise<ReportResult> {
  const live = findLive(parts, session.pilot.id, request.name);
  if (live !== undefined) requireNewest(parts, live, session, request.positions.at(-1));
  if (live?.flight.state === 'open' && request.opening === null)
    return storePositions(parts, live, session, request.positions);
  const found =
    request.opening === null
      ? await requireOpen(parts, session, request.name)
      : await openForReport(parts, session, request, request.opening);
  return storePositions(parts, found, session, request.positions);
}

/** Stores flight events. They count apart from positions. */
export async function recordEvents(parts: Parts, session: Session, request: EventsRequest): Promise<ReportResult> {
  const live = await requireOpen(parts, session, request.name);
  const { lat = null, lon = null } = request.events.at(-1) ?? {};
  requireNewest(parts, live, session, lat === null || lon === null ? undefined : { lat, lon });
  return storeEvents(parts, live, session, request.events);
}

/** @throws Refusal `flight-elsewhere` for the older one of two clients */
function requireNewest(parts: Parts, live: LiveFlight, session: Session, place: Place | undefined): void {
  if (live.isUnderWay) live.secondClient.requireNewest(session, place ?? null, parts.clock.now());
}

async function storeEvents(
  parts: Parts,
  live: LiveFlight,
  session: Session,
  events: readonly FlightEvent[],
): Promise<ReportResult> {
  const accepted = partition(parts, live, events);
  const repeated = accepted.duplicate > 0 ? firstOnes(parts) : null;
  if (accepted.fresh.length > 0) {
    if (live.flight.state !== 'open') {
      await reopen(parts, live);
      return storeEvents(parts, live, session, events);
    }
    const { firstNumber, durable } = parts.journal.appendEvents(live.flight.number, accepted.fresh);
    live.eventAllowance = accepted.allowance;
    accepted.fresh.forEach((event, index) => {
      live.addEvent(firstNumber + index, event);
      live.secondClient.note(session, event);
    });
    await storedOr(durable, live.events, accepted.fresh);
  }
  if (repeated !== null) await repeated;
  return { view: live.view(), stored: accepted.fresh.length, duplicate: accepted.duplicate, refused: accepted.refused };
}

/** @throws Refusal as the table of states says */
export async function requireOpen(parts: Parts, session: Session, name: ReportRequest['name']): Promise<LiveFlight> {
  const live = findLive(parts, session.pilot.id, name);
  if (live !== undefined) {
    decide('report', live.flight);
    return live;
  }
  decide('report', name === null ? null : (await findNamed(parts, session.pilot.id, name)).flight);
  throw new Error('an ended flight took a report');
}

async function storePositions(
  parts: Parts,
  live: LiveFlight,
  session: Session,
  positions: readonly Position[],
): Promise<ReportResult> {
  const { fresh, duplicate, refused } = partition(parts, live, positions);
  const repeated = duplicate > 0 ? firstOnes(parts) : null;
  if (fresh.length > 0) {
    if (live.flight.state !== 'open') {
      await reopen(parts, live);
      return storePositions(parts, live, session, positions);
    }
    const { firstNumber, durable } = parts.journal.appendPositions(live.flight.number, fresh);
    for (let index = 0; index < fresh.length; index++) live.addPosition(firstNumber + index, fresh[index] as Position);
    live.secondClient.note(session, fresh[fresh.length - 1] as Position);
    await storedOr(durable, live.positions, fresh);
    parts.changes.notify({ kind: 'moved', flight: live.flight, live });
  }
  if (repeated !== null) await repeated;
  return { view: live, stored: fresh.length, duplicate, refused };
}

/**
 * The first one of a repeat may still be on its way to the disk, in a commit of its own that may fail where a later one
 * does not: a repeat is acknowledged no sooner than that one is stored, whatever else came with it.
 */
function firstOnes({ journal }: Parts): Promise<void> {
  const stored = journal.barrier();
  // Whoever waits is told; where the rest of the call fails before, nobody does.
  stored.catch(() => undefined);
  return stored;
}

async function storedOr(
  durable: Promise<void>,
  known: LiveFlight['positions'],
  reports: readonly (Position | FlightEvent)[],
): Promise<void> {
  try {
    await durable;
  } catch (error) {
    for (const each of reports) known.forget(each);
    throw error;
  }
}

/**
 * The next report of a suspended flight opens it again. Others may have come while that was written down: what is a
 * repeat, and whether the flight still takes reports, is asked anew afterwards.
 */
async function reopen(parts: Parts, live: LiveFlight): Promise<void> {
  decide('report', live.flight);
  await parts.flights.apply(live, { kind: 'resumed' });
}

import type { FlightName } from './calls.ts';
import type { LiveFlight } from './live-flight.ts';
import type { Flight } from './model.ts';
import type { Parts } from './parts.ts';
import { stateRefusal } from './state.ts';

/** A flight of a pilot: live, or the document of one that ended. */
export interface Found {
  readonly live: LiveFlight | null;
  readonly flight: Flight;
}

const endedLatelyMs = 24 * 3_600_000;

/** The live flight of this pilot under this name, without asking the journal: the way of every position. */
export function findLive(parts: Parts, pilotId: string, name: FlightName | null): LiveFlight | undefined {
  if (name === null) return parts.flights.openOf(pilotId);
  const live = byName(parts, pilotId, name);
  return live?.flight.pilot.id === pilotId ? live : undefined;
}

function byName(parts: Parts, pilotId: string, name: FlightName): LiveFlight | undefined {
  if (name.flightId !== undefined) return parts.flights.byId(name.flightId);
  if (name.pirepId !== undefined) return parts.flights.byPirepId(name.pirepId);
  const ofBid = parts.flights.ofPilot(pilotId).filter((live) => live.flight.bidId === name.bidId);
  return ofBid.find((live) => live.isUnderWay) ?? ofBid.at(-1);
}

/**
 * The named flight, live or ended.
 * @throws Refusal `flight-not-found` for a name that is not this pilot's, whoever it belongs to
 */
export async function findNamed(parts: Parts, pilotId: string, name: FlightName): Promise<Found> {
  const found = await findNamedOrNull(parts, pilotId, name);
  if (found === null) throw stateRefusal('flight-not-found');
  return found;
}

export async function findNamedOrNull(parts: Parts, pilotId: string, name: FlightName): Promise<Found | null> {
  const live = findLive(parts, pilotId, name);
  if (live !== undefined) return { live, flight: live.flight };
  const flight = await readEnded(parts, pilotId, name);
  return flight === null || flight.pilot.id !== pilotId ? null : { live: null, flight };
}

async function readEnded(parts: Parts, pilotId: string, name: FlightName): Promise<Flight | null> {
  if (name.flightId !== undefined) return parts.journal.readFlight({ flightId: name.flightId });
  if (name.pirepId !== undefined) return parts.journal.readFlight({ pirepId: name.pirepId });
  const flights = await parts.journal.listFlights({ pilotId, limit: 200 });
  return flights.find((flight) => flight.bidId === name.bidId) ?? null;
}

/**
 * What `finish` and `cancel` mean: the named flight; unnamed, the open one, else one whose paperwork is under way,
 * else the one that ended last within 24 hours.
 */
export async function findForPaperwork(parts: Parts, pilotId: string, name: FlightName | null): Promise<Found | null> {
  if (name !== null) return findNamed(parts, pilotId, name);
  const flights = parts.flights.ofPilot(pilotId);
  const open = parts.flights.openOf(pilotId);
  if (open !== undefined) return { live: open, flight: open.flight };
  const live = flights.findLast((each) => each.flight.state !== 'starting');
  const last = await parts.journal.readLastEnded(pilotId);
  // One whose filing waits for the operator may be older than one that was filed since.
  if (live !== undefined && (last === null || endOf(live.flight) >= endOf(last))) return { live, flight: live.flight };
  const isLate = last !== null && endOf(last) >= parts.clock.now() - endedLatelyMs;
  return isLate ? { live: null, flight: last } : null;
}

/** When its pilot ended it. */
function endOf({ intent, endedAt, startedAt }: Flight): number {
  return intent?.at ?? endedAt ?? startedAt;
}

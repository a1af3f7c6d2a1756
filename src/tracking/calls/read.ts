import type { FlightName, FlightView, LatestBid, Session } from '../calls.ts';
import { findNamed } from '../find-flight.ts';
import { viewOfEnded } from '../flight-view.ts';
import type { Parts } from '../parts.ts';

/** The named flight of this pilot, else the open one, else null. */
export async function readFlight(parts: Parts, session: Session, name: FlightName | null): Promise<FlightView | null> {
  if (name === null) return parts.flights.openOf(session.pilot.id)?.view() ?? null;
  const { live, flight } = await findNamed(parts, session.pilot.id, name);
  return live === null ? viewOfEnded(flight) : live.view();
}

/** The bid that the crew center calls the latest, and the flight that is under way beside it. */
export async function latestBid(parts: Parts, session: Session): Promise<LatestBid> {
  const { bid, blocked } = await parts.platform.latestBid(session.pilot.id);
  return {
    bid,
    blocked: blocked ?? bid?.blocked ?? null,
    openFlight: parts.flights.openOf(session.pilot.id)?.view() ?? null,
  };
}

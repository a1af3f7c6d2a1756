import type { Journal } from '../../journal/journal.ts';
import type { Platform } from '../../platform/port.ts';
import type { Calls, LatestBid, Session } from '../calls.ts';
import { type FlightView, viewOfEnded } from '../figures/flight-view.ts';
import type { FlightFinder } from '../flight/find-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { Bid, Flight, FlightName, Report } from '../model.ts';
import { listedBid, takesUp } from '../opening/clearances.ts';

interface ReadingNeeds {
  readonly platform: Pick<Platform, 'listBids' | 'latestBid'>;
  readonly journal: Pick<Journal, 'listFlights' | 'readReports'>;
  readonly flights: LiveFlights;
  readonly finder: FlightFinder;
}

/** The calls that read flights and bids. */
export function createReadingCalls({
  platform,
  journal,
  flights,
  finder,
}: ReadingNeeds): Pick<Calls, 'listBids' | 'latestBid' | 'readFlight' | 'readReports' | 'listLive' | 'isTracked'> {
  return {
    listBids: (session) => listBids(platform, journal, session),
    latestBid: (session) => latestBid({ platform, journal, flights }, session),
    readFlight: (session, name) => readFlight(finder, session, name),
    readReports: (session, name) => readReports(finder, journal, session, name),
    listLive: () => listLive(flights),
    isTracked: (pirepId) => flights.byPirepId(pirepId) !== undefined,
  };
}

/** The named flight of this pilot, else the open one, else null. */
async function readFlight(finder: FlightFinder, session: Session, name: FlightName | null): Promise<FlightView | null> {
  if (name === null) return finder.live(session.pilot.id, null)?.view() ?? null;
  const { live, flight } = await finder.named(session.pilot.id, name);
  return live === null ? viewOfEnded(flight) : live.view();
}

/**
 * Returns the pilot's bids. A bid that was flown but that the crew center still lists (filing was interrupted before it
 * removed the bid) is marked as blocked: a start of it is refused.
 */
async function listBids(
  platform: Pick<Platform, 'listBids'>,
  journal: Pick<Journal, 'listFlights'>,
  session: Session,
): Promise<readonly Bid[]> {
  const bids = await platform.listBids(session.pilot.id);
  if (bids.length === 0) return bids;
  const flown = await listFlown(journal, session);
  return bids.map((bid) => (isFlown(bid, flown) && bid.blocked === null ? { ...bid, blocked: flownBid } : bid));
}

async function listFlown(journal: Pick<Journal, 'listFlights'>, { pilot }: Session): Promise<readonly Flight[]> {
  const flights = await journal.listFlights({ pilotId: pilot.id, limit: 200 });
  return flights.filter(({ state }) => state === 'filed');
}

function isFlown(bid: Bid, flown: readonly Flight[]): boolean {
  return flown.some((flight) => takesUp(flight, listedBid(bid)));
}

const flownBid =
  'You have flown this bid, but the crew center has not removed it. To fly it again, remove it there and book it again.';

/** Returns the bid that the crew center considers the latest, unless it was flown, and the flight that is under way. */
async function latestBid(
  { platform, journal, flights }: Omit<ReadingNeeds, 'finder'>,
  session: Session,
): Promise<LatestBid> {
  const { bid, blocked } = await platform.latestBid(session.pilot.id);
  const openFlight = flights.openOf(session.pilot.id)?.view() ?? null;
  if (bid !== null && isFlown(bid, await listFlown(journal, session)))
    return { bid: null, blocked: flownBid, openFlight };
  return { bid, blocked: blocked ?? bid?.blocked ?? null, openFlight };
}

/** See `Calls.readReports`. */
async function readReports(
  finder: FlightFinder,
  journal: Pick<Journal, 'readReports'>,
  session: Session,
  name: FlightName,
): Promise<readonly Report[]> {
  const { flight } = await finder.named(session.pilot.id, name);
  return journal.readReports(flight.number);
}

/** See `Calls.listLive`. */
function listLive(flights: LiveFlights): readonly FlightView[] {
  return [...flights].flatMap((live) =>
    live.flight.state === 'open' && live.lastPosition !== null ? live.view() : [],
  );
}

import { distanceNm } from '../../lib/geo.ts';
import type { Platform } from '../../platform/port.ts';
import type { ReportRequest } from '../calls.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { Airport, Position } from '../model.ts';
import { isRefusal } from '../refusals.ts';

const atAirportNm = 5;
/** A step or a silence longer than this may separate two flights. */
const breakNm = 10;
const breakMs = 2 * 60_000;

/**
 * Whether a suspended flight was airborne and what comes next begins parked at the departure: the old flight was given up.
 * What its client had kept while it was offline continues it, and may end at the departure too: after a round trip. So does
 * what begins with a report that the flight may have already.
 */
export function beginsAgain(live: LiveFlight, positions: readonly Position[]): boolean {
  if (live.flight.state !== 'suspended' || live.fold.takeoff === null) return false;
  const [first] = positions;
  const isNews = first !== undefined && first.recordedAt > (live.fold.last?.recordedAt ?? 0);
  return isNews && standsAt(first, live.flight.plan.departure);
}

/**
 * Whether an unnamed report may belong to a flight other than the open one: that one had not landed, and after a break its
 * aircraft is on the ground. Does no I/O; `isOfAnotherBid` decides.
 */
export function mayBeOfAnother(live: LiveFlight, request: ReportRequest): boolean {
  const first = request.positions[0];
  const { last, landing, isAirborne } = live.fold;
  if (request.name !== null || live.flight.bidId === null || first === undefined || last === null) return false;
  if (!isOnGround(first) || (landing !== null && !isAirborne)) return false;
  const silenceMs = first.recordedAt - last.recordedAt;
  return silenceMs >= breakMs || (silenceMs > 0 && distanceNm(last, first) > breakNm);
}

/**
 * Whether the pilot flies another bid now: at the crew center the open flight's bid is gone, and the report comes from
 * the departure of the latest bid. An unavailable crew center is ignored.
 */
export async function isOfAnotherBid(
  platform: Pick<Platform, 'listBids' | 'latestBid'>,
  live: LiveFlight,
  request: ReportRequest,
): Promise<boolean> {
  const { pilot, bidId } = live.flight;
  const first = request.positions[0];
  if (first === undefined) return false;
  try {
    const bids = await platform.listBids(pilot.id);
    if (bids.some((bid) => bid.id === bidId)) return false;
    const { bid } = await platform.latestBid(pilot.id);
    return bid !== null && standsAt(first, bid.plan.departure);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

function standsAt(position: Position, { lat, lon }: Airport): boolean {
  return lat !== null && lon !== null && isOnGround(position) && distanceNm(position, { lat, lon }) < atAirportNm;
}

function isOnGround({ onGround, groundSpeedKt }: Position): boolean {
  return onGround ?? (groundSpeedKt ?? 0) < 40;
}

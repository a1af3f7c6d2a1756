import { distanceNm } from '../../lib/geo.ts';
import type { Platform } from '../../platform/port.ts';
import type { ReportRequest } from '../calls.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Airport, Position } from '../model.ts';
import { isRefusal } from '../refusals.ts';

const atAirportNm = 5;
/** A step longer than this, or a silence longer than this, may lie between two flights. */
const breakNm = 10;
const breakMs = 2 * 60_000;

/** A suspended flight was airborne, and now its aircraft stands at the departure: yesterday's was given up. */
export function beginsAnew(live: LiveFlight, positions: readonly Position[]): boolean {
  const newest = positions.at(-1);
  if (live.flight.state !== 'suspended' || !live.hasFlown || newest === undefined) return false;
  const isAfter = newest.recordedAt > (live.fold.last?.recordedAt ?? 0);
  return isAfter && standsAt(newest, live.flight.plan.departure);
}

/**
 * Whether a report that names nothing may belong to another flight than the open one: it had not landed, and after a
 * break its aircraft is on the ground. Asks nobody; `isOfAnotherBid` decides.
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
 * Whether the crew center says that the pilot flies another bid now: the one of the open flight is gone, and the report
 * comes from the departure of the one that it calls the latest. An unavailable crew center is ignored.
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

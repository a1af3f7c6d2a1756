import type { Bid } from '../../tracking/model.ts';
import { listBids } from '../five/bids.ts';
import type { Bridge } from './bridge.ts';
import type { Host } from './host.ts';

/**
 * The bid that the platform's own function gives: of those whose schedule and aircraft are there, the oldest
 * (core/common/SchedulesData.class.php, `ORDER BY b.bidid ASC LIMIT 1` in every known fork).
 */
export async function latestBid(
  host: Host,
  bridge: Bridge | null,
  pilotId: string,
): Promise<{ bid: Bid | null; blocked: string | null }> {
  const bids = await listBids(host, pilotId);
  const own = bids.length === 0 ? undefined : await bridge?.latestBid(pilotId);
  const bid = own === undefined ? bids.findLast((each) => each.blocked === null) : bids.find((each) => each.id === own);
  if (bid !== undefined) return { bid, blocked: null };
  const oldest = bids.at(-1);
  return {
    bid: null,
    blocked: oldest === undefined ? null : (oldest.blocked ?? 'The crew center gives none of the pilot’s bids to fly.'),
  };
}

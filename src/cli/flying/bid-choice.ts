import type { TrackerClient } from '../../client/client.ts';
import type { Bid } from '../../client/wire-types.ts';
import { CommandError } from '../command.ts';

export interface BidWish {
  readonly bidId: string | null;
  readonly departure: string;
  readonly arrival: string;
}

/**
 * Returns the requested bid; otherwise the newest flyable bid that matches the recording's airports, or else the newest flyable one.
 * @throws CommandError listing the bids and why they cannot be flown.
 */
export async function chooseBid(client: TrackerClient, wish: BidWish): Promise<Bid | { readonly id: string }> {
  const { bids, blocked: whyNone } = await client.readBids();
  if (wish.bidId !== null) {
    const named = bids.find(({ id }) => id === wish.bidId);
    // Version 5 lists only the latest bid; only the server knows whether another one exists.
    if (named === undefined && client.variant === 'native') {
      throw new CommandError(`There is no bid ${wish.bidId}. ${listOf(bids)}`);
    }
    return named ?? { id: wish.bidId };
  }
  const flyable = bids.filter(({ blocked }) => blocked === null || blocked === undefined);
  const fitting = flyable.find(
    ({ departure, arrival }) => departure.icao === wish.departure && arrival.icao === wish.arrival,
  );
  const chosen = fitting ?? flyable[0];
  if (chosen === undefined) {
    throw new CommandError(
      whyNone === null
        ? `No bid can be flown: bid on a flight ${wish.departure}–${wish.arrival} first. ${listOf(bids)}`
        : `The crew center offers no bid to fly: ${whyNone}`,
    );
  }
  return chosen;
}

function listOf(bids: readonly Bid[]): string {
  if (bids.length === 0) return 'The pilot has no bids.';
  const lines = bids.map(
    ({ id, ident, departure, arrival, blocked }) =>
      `  ${id}  ${ident} ${departure.icao}–${arrival.icao}${blocked == null ? '' : ` (${blocked})`}`,
  );
  return `Bids of the pilot:\n${lines.join('\n')}`;
}

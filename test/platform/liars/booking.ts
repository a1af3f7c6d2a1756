import type { PilotDesk } from '../../../src/platform/desk.ts';
import { noDetails } from '../../../src/tracking/model.ts';
import { Refusal } from '../../../src/tracking/refusals.ts';
import { deskLiar } from './desk-liar.ts';
import type { Liar } from './liar.ts';

const one = 'book: one bid in the host';
const unknown = 'book: what is unknown or hidden';
const aircraft = 'book: an aircraft that is unknown';
const gone = 'unbook: the bid is gone';
const chosen = 'aircraft of a bid: the chosen one';
const kept = 'aircraft of a bid: an unknown one';

/** The call, or this instead where it is refused. */
const forgiving =
  <A extends unknown[], T>(call: (...args: A) => Promise<T>, instead: (...args: A) => Promise<T>) =>
  (...args: A) =>
    call(...args).catch((error: unknown) => {
      if (error instanceof Refusal) return instead(...args);
      throw error;
    });

export const bookingLiars: readonly Liar[] = [
  deskLiar('books nothing', one, (honest) => ({
    book: async (id, wanted) => {
      const bid = await honest.book(id, wanted);
      await honest.unbook(id, bid.id);
      return bid;
    },
  })),
  deskLiar('refuses a bid that is there already', one, (honest, { host }) => ({
    book: async (id, wanted) => {
      const before = await host.listBids(id);
      const bid = await honest.book(id, wanted);
      if (before.includes(bid.id)) throw new Refusal('crew-center-refused', { message: 'It is booked already.' });
      return bid;
    },
  })),
  deskLiar('forgets the aircraft', one, (honest) => ({
    book: (id, { scheduleId }) => honest.book(id, { scheduleId, aircraftId: null }),
  })),
  deskLiar('books for somebody else', one, (honest, { fixtures: { second } }) => ({
    book: (_id, wanted) => honest.book(second.id, wanted),
  })),
  deskLiar('keeps bookings to itself', 'book: the bid is in the pilot', (honest) => ({
    searchSchedules: async (id, filter, page) => {
      const found = await honest.searchSchedules(id, filter, page);
      return { ...found, items: found.items.map((each) => ({ ...each, bidId: null })) };
    },
  })),
  deskLiar('shows bids of others as one’s own', 'book: the bid is in the pilot', (honest, { fixtures }) => ({
    searchSchedules: (_id, filter, page) => honest.searchSchedules(fixtures.first.id, filter, page),
  })),
  deskLiar('books without what the schedule says', 'book: the bid says', (honest) => ({
    book: async (id, wanted) => ({ ...(await honest.book(id, wanted)), ...noDetails }),
  })),
  deskLiar('books something else for what it does not know', unknown, (honest, { fixtures }) => ({
    book: forgiving(honest.book, (id) => honest.book(id, { scheduleId: scheduleOf(fixtures), aircraftId: null })),
  })),
  deskLiar('books without the aircraft that it does not give', aircraft, (honest) => ({
    book: forgiving(honest.book, (id, { scheduleId }) => honest.book(id, { scheduleId, aircraftId: null })),
  })),
  deskLiar('names no field of a booking', aircraft, (honest) => ({
    book: forgiving(honest.book, async () => {
      throw new Refusal('invalid', { message: 'That is wrong.' });
    }),
  })),
  deskLiar('leaves bids where they are', gone, () => ({ unbook: async () => undefined })),
  deskLiar('refuses to remove what is removed', gone, (honest, { host }) => ({
    unbook: async (id, bidId) => {
      const isThere = (await host.listBids(id)).includes(bidId);
      await honest.unbook(id, bidId);
      if (!isThere) throw new Refusal('bid-not-found', { message: 'There is no such bid.' });
    },
  })),
  deskLiar('removes anybody’s bid', 'unbook: another pilot', (_honest, { host }) => ({
    unbook: (_id, bidId) => host.deleteBid(bidId),
  })),
  deskLiar('says done of another pilot’s bid', 'unbook: another pilot', (honest) => ({
    unbook: forgiving(honest.unbook, async () => undefined),
  })),
  deskLiar('says another aircraft than it writes', chosen, (honest, { fixtures }) => ({
    chooseAircraft: async (id, bidId, aircraftId) => {
      const bid = await honest.chooseAircraft(id, bidId, fixtures.desk?.aircraftIds[0] ?? '');
      const named = { id: aircraftId, icao: null, name: null, registration: null };
      return { ...bid, plan: { ...bid.plan, aircraft: named } };
    },
  })),
  deskLiar('lets any aircraft be chosen', kept, (honest) => ({
    chooseAircraft: forgiving(honest.chooseAircraft, (id, bidId) => anyBid(honest, id, bidId)),
  })),
  deskLiar('changes the aircraft of anybody’s bid', kept, (honest, { fixtures: { second } }) => ({
    chooseAircraft: (id, bidId, aircraftId) =>
      honest.chooseAircraft(bidId === second.bidId ? second.id : id, bidId, aircraftId),
  })),
];

function scheduleOf({ desk }: { readonly desk?: { readonly scheduleId: string } }): string {
  return desk?.scheduleId ?? '';
}

/** The bid that somebody has on the schedule of this one. */
async function anyBid(honest: PilotDesk, id: string, bidId: string) {
  const { items } = await honest.searchSchedules(id, nothing, { page: 1, perPage: 100 });
  const own = items.find((each) => each.bidId === bidId) ?? items.find((each) => each.bidId !== null);
  return honest.book(id, { scheduleId: own?.id ?? '', aircraftId: null });
}

const nothing = {
  departure: null,
  arrival: null,
  aircraftId: null,
  airline: null,
  text: null,
  minDistanceNm: null,
  maxDistanceNm: null,
  minFlightTimeMin: null,
  maxFlightTimeMin: null,
};

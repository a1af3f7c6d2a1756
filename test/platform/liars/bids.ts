import { noDetails } from '../../../src/tracking/model.ts';
import { type Liar, liar } from './liar.ts';

export const bidLiars: readonly Liar[] = [
  liar('hides a bid that cannot be flown', 'bids: one that cannot be flown', (honest) => ({
    listBids: async (id) => (await honest.listBids(id)).filter((bid) => bid.blocked === null),
  })),
  liar('shows everybody’s bids', 'bids: the pilot', (honest, { fixtures: { first, second } }) => ({
    listBids: async () => [...(await honest.listBids(first.id)), ...(await honest.listBids(second.id))],
  })),
  liar('invents a latest bid', 'bids: the latest is one of them', (honest) => ({
    latestBid: async (id) => {
      const { bid } = await honest.latestBid(id);
      return { bid: bid === null ? null : { ...bid, id: '4711' }, blocked: null };
    },
  })),
  liar('offers no aircraft', 'bids: one without an aircraft', (honest) => ({
    listBids: async (id) => (await honest.listBids(id)).map((bid) => ({ ...bid, aircraftChoices: [] })),
  })),
  liar('lists bids without what their schedule says', 'book: the bid says', (honest) => ({
    listBids: async (id) => (await honest.listBids(id)).map((bid) => ({ ...bid, ...noDetails })),
  })),
  liar('lets anybody take anything', 'bids: an aircraft that is unknown', () => ({
    findAircraft: async (_pilot, _plan, { aircraft, registration }) => {
      return { id: aircraft ?? '1', icao: null, name: null, registration };
    },
  })),
  liar('plans without an aircraft', 'free flight: becomes a plan', (honest) => ({
    planFreeFlight: async (id, flight) => ({ ...(await honest.planFreeFlight(id, flight)), aircraft: null }),
  })),
  liar('names no field', 'free flight: each field', (honest) => ({
    planFreeFlight: (id, flight) =>
      honest.planFreeFlight(id, flight).catch(() => {
        throw new Error('invalid flight');
      }),
  })),
  liar('knows an airport everywhere', 'airports:', (_honest, { fixtures }) => ({
    findAirport: async () => fixtures.elsewhere,
  })),
];

import { deskLiar } from './desk-liar.ts';
import { type Liar, liar } from './liar.ts';

const described = 'charter: one bid on a schedule';
const hidden = 'charter: no other pilot sees it';
const wrong = 'charter: each field';

export const charterLiars: readonly Liar[] = [
  deskLiar('makes a charter each time', described, (honest) => {
    let count = 0;
    return {
      charter: (id, charter) => {
        count += 1;
        return honest.charter(id, { ...charter, cruiseAltitudeFt: 10_000 + 1000 * count });
      },
    };
  }),
  deskLiar('forgets the times of a charter', described, (honest) => ({
    charter: (id, charter) => honest.charter(id, { ...charter, departureTime: null }),
  })),
  deskLiar('forgets the cruise altitude of a charter', described, (honest) => ({
    charter: (id, charter) => honest.charter(id, { ...charter, cruiseAltitudeFt: null }),
  })),
  deskLiar('charters without the aircraft', described, (honest) => ({
    charter: (id, charter) => honest.charter(id, { ...charter, aircraftId: null }),
  })),
  deskLiar('shows a charter to everybody', hidden, (honest, { fixtures }) => {
    const charters: string[] = [];
    return {
      charter: async (id, charter) => {
        const bid = await honest.charter(id, charter);
        charters.push(bid.plan.scheduleId ?? '');
        return bid;
      },
      searchSchedules: async (id, filter, page) => {
        const found = await honest.searchSchedules(id, filter, page);
        const [like] = found.items;
        if (like === undefined || id === fixtures.first.id) return found;
        const items = [...found.items, ...charters.map((each) => ({ ...like, id: each }))];
        return { ...found, items, total: items.length };
      },
    };
  }),
  deskLiar('lets a charter be booked by others', hidden, (honest, { fixtures: { first } }) => ({
    book: (_id, wanted) => honest.book(first.id, wanted),
  })),
  deskLiar('leaves the schedule of a charter', hidden, (_honest, { host }) => ({
    unbook: (_id, bidId) => host.deleteBid(bidId),
  })),
  liar('files a charter without its schedule', 'charter: flown and filed', (honest) => ({
    openPirep: (flight) => honest.openPirep({ ...flight, plan: { ...flight.plan, scheduleId: null } }),
  })),
  deskLiar('names no field of a charter', wrong, (honest) => ({
    charter: (id, charter) =>
      honest.charter(id, charter).catch(() => {
        throw new Error('invalid charter');
      }),
  })),
  deskLiar('charters with any airline', wrong, (honest) => ({
    charter: (id, charter) => honest.charter(id, { ...charter, airline: null }),
  })),
];

import type { PilotDesk } from '../../../src/platform/desk.ts';
import type { Schedule, ScheduleFilter } from '../../../src/tracking/desk-model.ts';
import { deskLiar } from './desk-liar.ts';
import { type Liar, liar } from './liar.ts';

/** Searches with another filter than was asked for. */
function filtering(honest: PilotDesk, change: (filter: ScheduleFilter) => Partial<ScheduleFilter>): Partial<PilotDesk> {
  return { searchSchedules: (id, filter, page) => honest.searchSchedules(id, { ...filter, ...change(filter) }, page) };
}

/** Changes each schedule that is found. */
function showing(honest: PilotDesk, change: (schedule: Schedule) => Partial<Schedule>): Partial<PilotDesk> {
  return {
    searchSchedules: async (id, filter, page) => {
      const found = await honest.searchSchedules(id, filter, page);
      return { ...found, items: found.items.map((each) => ({ ...each, ...change(each) })) };
    },
  };
}

const whole = 'search: without a filter';
const said = 'search: what is found says';
const filters = 'search: each filter';
const nothing = 'search: what cannot be there';

export const searchLiars: readonly Liar[] = [
  liar('gives no reason for what it does not offer', 'desk: a call that is not offered', ({ desk }) => ({
    desk: { ...desk, news: { notOffered: 'no' } },
  })),
  deskLiar('shows the first page again and again', whole, (honest) => ({
    searchSchedules: async (id, filter, { page, perPage }) => {
      return { ...(await honest.searchSchedules(id, filter, { page: 1, perPage })), page };
    },
  })),
  deskLiar('counts its page as the whole', whole, (honest) => ({
    searchSchedules: async (id, filter, page) => {
      const found = await honest.searchSchedules(id, filter, page);
      return { ...found, total: found.items.length };
    },
  })),
  deskLiar('gives all of them on one page', whole, (honest) => ({
    searchSchedules: async (id, filter, { page, perPage }) => {
      return { ...(await honest.searchSchedules(id, filter, { page: 1, perPage: 100 })), page, perPage };
    },
  })),
  deskLiar('shows what is hidden', whole, (honest, { fixtures }) =>
    showing(honest, () => ({ id: fixtures.desk?.hiddenScheduleIds[0] ?? 'hidden' })),
  ),
  deskLiar('forgets the flight number', said, (honest) =>
    showing(honest, ({ plan }) => ({ plan: { ...plan, flightNumber: '' } })),
  ),
  deskLiar('offers every aircraft', said, (honest, { fixtures }) =>
    showing(honest, (each) => ({ aircraftIds: [...each.aircraftIds, fixtures.desk?.forbiddenAircraftId ?? ''] })),
  ),
  deskLiar('offers no aircraft for a schedule', said, (honest) => showing(honest, () => ({ aircraftIds: [] }))),
  deskLiar('says that all is booked', said, (honest) => showing(honest, () => ({ bidId: '1' }))),
  deskLiar('does not look at the departure', filters, (honest) => filtering(honest, () => ({ departure: null }))),
  deskLiar('takes whole codes only', filters, (honest) =>
    filtering(honest, ({ arrival }) => ({ arrival: arrival?.trim().length === 3 ? 'QQQQ' : arrival })),
  ),
  deskLiar('takes codes in capitals only', filters, (honest) =>
    filtering(honest, ({ departure }) => ({
      departure: departure === departure?.toUpperCase() ? departure : 'QQQQ',
    })),
  ),
  deskLiar('looks for aircraft nowhere', filters, (honest) => filtering(honest, () => ({ aircraftId: null }))),
  deskLiar('looks for numbers, not for idents', filters, (honest) =>
    filtering(honest, ({ text }) => ({ text: /^\d*$/.test(text ?? '') ? text : 'QQQQ' })),
  ),
  deskLiar('leaves out a schedule that is as long as asked for', filters, (honest) =>
    filtering(honest, ({ maxDistanceNm }) => ({ maxDistanceNm: maxDistanceNm === null ? null : maxDistanceNm - 1 })),
  ),
  deskLiar('knows no longest distance', filters, (honest) => filtering(honest, () => ({ maxDistanceNm: null }))),
  deskLiar('knows no shortest time', filters, (honest) => filtering(honest, () => ({ minFlightTimeMin: null }))),
  deskLiar('takes signs for patterns', nothing, (honest) =>
    filtering(honest, ({ text }) => ({ text: text === '%' ? null : text })),
  ),
  deskLiar('takes an id that begins right for the id', nothing, (honest) =>
    filtering(honest, ({ aircraftId }) => ({ aircraftId: aircraftId?.replace(/\D+$/, '') ?? null })),
  ),
];

import type { PilotDesk } from '../../../src/platform/desk.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import { deskLiar } from './desk-liar.ts';
import type { Liar } from './liar.ts';

const airports = 'lists: all airports';
const fleet = 'lists: the fleet';
const news = 'news: the newest first';
const outage = 'outage: no call of the desk';

/** Returns this when the host is unavailable. */
function whenUnavailable<A extends unknown[], T>(call: (...args: A) => Promise<T>, instead: T) {
  return (...args: A): Promise<T> =>
    call(...args).catch((error: unknown) => {
      if (isRefusal(error, 'crew-center-unavailable')) return instead;
      throw error;
    });
}

function fleetAs(
  honest: PilotDesk,
  change: (all: Awaited<ReturnType<PilotDesk['listFleet']>>) => typeof all,
): Partial<PilotDesk> {
  return { listFleet: async (id) => change(await honest.listFleet(id)) };
}

export const listLiars: readonly Liar[] = [
  deskLiar('knows pilots by their e-mail alone', 'profile:', (honest) => ({
    profile: async (id) => ({ ...(await honest.profile(id)), firstName: '', lastName: '' }),
  })),
  deskLiar('takes every pilot for the first', 'profile:', (honest, { fixtures: { first } }) => ({
    profile: () => honest.profile(first.id),
  })),
  deskLiar('leaves out the airports of bids', airports, (honest, { platform }) => ({
    listAirports: async (id) => {
      const [bid] = await platform.listBids(id);
      return (await honest.listAirports(id)).filter((each) => each.icao !== bid?.plan.arrival.icao);
    },
  })),
  deskLiar('lists the airports of bids only', airports, (honest, { platform }) => ({
    listAirports: async (id) => {
      const plans = (await platform.listBids(id)).map((bid) => bid.plan);
      const codes = new Set(plans.flatMap((plan) => [plan.departure.icao, plan.arrival.icao]));
      return (await honest.listAirports(id)).filter((each) => codes.has(each.icao));
    },
  })),
  deskLiar('lists an airport twice', airports, (honest) => ({
    listAirports: async (id) => {
      const all = await honest.listAirports(id);
      return [...all, ...all.slice(0, 1)];
    },
  })),
  deskLiar('hides what the pilot may not fly', fleet, (honest) =>
    fleetAs(honest, (all) => all.filter((each) => each.isAllowed)),
  ),
  deskLiar('allows every aircraft', fleet, (honest) =>
    fleetAs(honest, (all) => all.map((each) => ({ ...each, isAllowed: true }))),
  ),
  deskLiar('allows no aircraft', fleet, (honest) =>
    fleetAs(honest, (all) => all.map((each) => ({ ...each, isAllowed: false }))),
  ),
  deskLiar('lists what is out of service', fleet, (honest) =>
    fleetAs(honest, (all) => [...all, ...all.slice(0, 1).map((each) => ({ ...each, id: '91' }))]),
  ),
  deskLiar('lists airlines that rest', 'lists: the airlines', (honest) => ({
    listAirlines: async () => {
      const all = await honest.listAirlines();
      return [...all, ...all.slice(0, 1).map((each) => ({ ...each, id: '0', icao: 'OLD' }))];
    },
  })),
  deskLiar('gives all news', news, (honest) => ({ news: () => honest.news(100) })),
  deskLiar('gives the oldest news', news, (honest) => ({
    news: async (limit) => (await honest.news(100)).toReversed().slice(0, limit),
  })),
  deskLiar('takes the markup out of news', news, (honest) => ({
    news: async (limit) =>
      (await honest.news(limit)).map((each) => ({ ...each, body: each.body.replace(/<[^<>]*>/g, '') })),
  })),
  deskLiar('finds no schedules when it could not ask', outage, (honest) => ({
    searchSchedules: whenUnavailable(honest.searchSchedules, { items: [], page: 1, perPage: 10, total: 0 }),
  })),
  deskLiar('has no news when it could not ask', outage, (honest) => ({ news: whenUnavailable(honest.news, []) })),
  deskLiar('says removed when it could not ask', outage, (honest) => ({
    unbook: whenUnavailable(honest.unbook, undefined),
  })),
];

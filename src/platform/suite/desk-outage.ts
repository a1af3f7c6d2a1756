import assert from 'node:assert/strict';
import { isRefusal } from '../../tracking/refusals.ts';
import type { DeskCall } from '../desk.ts';
import { deskCase, deskOf, everything } from './desk.ts';
import type { SuiteCase } from './world.ts';

const page = { page: 1, perPage: 10 };
const pireps = { departure: null, arrival: null, state: null, aircraftId: null, from: null, to: null };

export const deskOutageCase: SuiteCase = deskCase(
  'outage: no call of the desk answers while the host cannot be asked',
  [],
  async (_desk, { platform, outage, host, fixtures: { first }, wanted }) => {
    if (outage === null) return;
    const before = await host.listBids(first.id);
    const schedule = { scheduleId: wanted.scheduleId, aircraftId: null };
    const calls: { readonly [C in DeskCall]: () => Promise<unknown> | undefined } = {
      searchSchedules: () => deskOf(platform, ['searchSchedules'])?.searchSchedules(first.id, everything, page),
      book: () => deskOf(platform, ['book'])?.book(first.id, schedule),
      unbook: () => deskOf(platform, ['unbook'])?.unbook(first.id, first.bidId),
      chooseAircraft: () => deskOf(platform, ['chooseAircraft'])?.chooseAircraft(first.id, first.bidId, 'x'),
      charter: () => deskOf(platform, ['charter'])?.charter(first.id, wanted.charter),
      listPireps: () => deskOf(platform, ['listPireps'])?.listPireps(first.id, pireps, page),
      readPirep: () => deskOf(platform, ['readPirep'])?.readPirep(first.id, 'x'),
      latestPirep: () => deskOf(platform, ['latestPirep'])?.latestPirep(first.id),
      statistics: () => deskOf(platform, ['statistics'])?.statistics(first.id),
      profile: () => deskOf(platform, ['profile'])?.profile(first.id),
      listAirports: () => deskOf(platform, ['listAirports'])?.listAirports(first.id),
      listFleet: () => deskOf(platform, ['listFleet'])?.listFleet(first.id),
      listAirlines: () => deskOf(platform, ['listAirlines'])?.listAirlines(),
      news: () => deskOf(platform, ['news'])?.news(5),
    };
    await outage.begin();
    const lies: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      await call()?.then(
        (value) => lies.push(`${name} answered ${JSON.stringify(value)?.slice(0, 100) ?? 'nothing'}`),
        (error: unknown) => isRefusal(error, 'crew-center-unavailable') || lies.push(`${name} threw ${String(error)}`),
      );
    }
    await outage.end();
    assert.deepEqual(lies, []);
    assert.deepEqual(await host.listBids(first.id), before);
  },
);

import { at, expect, expectEqual, expectShape, requireSome, rowsOf } from '../expect.ts';
import { fly } from './flights.ts';
import type { SmartcarsCheck } from './scene.ts';

/** What a filed flight changes. */
export const filedChecks: readonly SmartcarsCheck[] = [
  {
    id: 'pireps/latest',
    requires: '`pireps/latest` is the flight that was filed last.',
    writes: true,
    async run(scene) {
      await scene.read('/pireps/latest');
      // Crew centers keep the second of a PIREP: two of the same second have no order.
      await pause(1_100);
      const { pirepID } = await fly(scene);
      expectEqual('id', String(at(await scene.read('/pireps/latest'), 'id')), pirepID);
    },
  },
  {
    id: 'pireps/search',
    requires: '`pireps/search?departureAirport=` has the flights from there, and no other.',
    writes: true,
    async run(scene) {
      const { pirepID } = await fly(scene);
      const filed = (await scene.readRows('/pireps/search')).find(({ id }) => String(id) === pirepID);
      expect(filed !== undefined, 'the flight is not listed');
      const rowsFrom = (icao: unknown) => scene.readRows(`/pireps/search?departureAirport=${icao}`);
      const here = await rowsFrom(filed.departureAirport);
      expect(
        here.some(({ id }) => String(id) === pirepID),
        `it is not among those from ${filed.departureAirport}`,
      );
      const there = await rowsFrom(filed.arrivalAirport);
      for (const row of there) expectEqual('departureAirport', row.departureAirport, String(filed.arrivalAirport));
    },
  },
  {
    id: 'pilot/counts',
    requires: 'A filed flight counts: `pirepsFiled` of `pilot/statistics` grows by one.',
    writes: true,
    async run(scene) {
      const count = async () => Number(at(await scene.read('/pilot/statistics'), 'pirepsFiled'));
      const before = await count();
      await fly(scene);
      expectEqual('pirepsFiled', await count(), before + 1);
    },
  },
];

/** The logbook, which is looked at when flights were filed. */
export const logbookChecks: readonly SmartcarsCheck[] = [
  {
    id: 'pireps/list',
    requires: '`GET pireps/search` is a list, and `pireps/latest` one row of it or an empty list.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/pireps/search');
      for (const row of requireSome(rows, 'PIREPs'))
        expectShape('a PIREP', row, { airlineCode: 'text', number: 'text', status: 'text', flightTime: 'number' });
      const latest = await scene.read('/pireps/latest');
      if (Array.isArray(latest)) expectEqual('the number of PIREPs', rowsOf('pireps/latest', latest).length, 0);
      else expectShape('pireps/latest', latest, { airlineCode: 'text', number: 'text' });
    },
  },
];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

import assert from 'node:assert/strict';
import type { HostFlight } from '../port.ts';
import { flightOn, fullPirep, onlyPirep, openedFlight, refused } from './flights.ts';
import type { SuiteCase } from './world.ts';

export const cancellingCases: readonly SuiteCase[] = [
  {
    name: 'cancel: an open one, twice and at once; the bid stays; it cannot be filed any more',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const answers = await Promise.all([1, 2, 3].map(() => platform.cancelPirep(flight, 'engine <b>trouble</b>')));
      assert.deepEqual(answers, [null, null, null]);
      assert.equal(await (await world.reopen()).cancelPirep(flight, null), null);
      assert.ok((await host.listBids(fixtures.first.id)).includes(fixtures.first.bidId));
      const found = await platform.findPirep(flight);
      assert.ok(found === null || found.state === 'cancelled');
      if (!platform.capabilities.pirepAtStart) return assert.deepEqual(await host.listPireps(flight.pilotId), []);
      await refused(platform.filePirep(flight, fullPirep()), 'flight-ended', 'flight-not-found');
      for (const pirep of await host.listPireps(flight.pilotId)) assert.equal(pirep.state, 'cancelled');
    },
  },
  {
    name: 'cancel: never touches a filed one, and answers it',
    async run(world) {
      const { platform, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const filed = await platform.filePirep(flight, fullPirep());
      const before = await onlyPirep(world, fixtures.first.id);
      const named: HostFlight = { ...flight, pirepId: filed.pirepId };
      assert.deepEqual(await platform.cancelPirep(named, 'too late'), filed);
      assert.deepEqual(await onlyPirep(world, fixtures.first.id), before);
    },
  },
  {
    name: 'cancel: a flight without a PIREP is nothing to cancel',
    async run(world) {
      const flight = await flightOn(world, world.fixtures.first);
      assert.equal(await world.platform.cancelPirep(flight, null), null);
      assert.deepEqual(await world.host.listPireps(flight.pilotId), []);
    },
  },
];

import assert from 'node:assert/strict';
import { flightOn, fullPirep, onlyPirep, openedFlight, progress, refused } from './flights.ts';
import type { SuiteCase } from './world.ts';

export const openingCases: readonly SuiteCase[] = [
  {
    name: 'open: one PIREP in progress under our id, of this pilot, plan and aircraft; the bid stays',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await flightOn(world, fixtures.first);
      const opened = await platform.openPirep(flight);
      assert.ok((await host.listBids(fixtures.first.id)).includes(fixtures.first.bidId));
      assert.deepEqual(await host.listPireps(fixtures.second.id), []);
      if (!platform.capabilities.pirepAtStart) {
        assert.deepEqual(opened, { pirepId: null, adopted: false });
        assert.deepEqual(await host.listPireps(fixtures.first.id), []);
        return;
      }
      const pirep = await onlyPirep(world, fixtures.first.id);
      assert.deepEqual(opened, { pirepId: flight.pirepId, adopted: false });
      assert.equal(pirep.id, flight.pirepId);
      assert.equal(pirep.state, 'open');
      assert.equal(pirep.flightNumber, flight.plan.flightNumber);
      assert.equal(pirep.departure, flight.plan.departure.icao);
      assert.equal(pirep.arrival, flight.plan.arrival.icao);
      assert.equal(pirep.aircraftId, flight.aircraft?.id);
      assert.deepEqual(await platform.findPirep(flight), { pirepId: flight.pirepId, state: 'open' });
    },
  },
  {
    name: 'open: repeated, concurrently and after a crash, it is the same PIREP',
    async run(world) {
      const { platform, fixtures } = world;
      if (!platform.capabilities.pirepAtStart) return;
      const flight = await flightOn(world, fixtures.first);
      const together = await Promise.all(Array.from({ length: 10 }, () => platform.openPirep(flight)));
      const later = await (await world.reopen()).openPirep(flight);
      for (const opened of [...together, later]) assert.equal(opened.pirepId, flight.pirepId);
      await onlyPirep(world, fixtures.first.id);
    },
  },
  {
    name: 'open: two pilots on one schedule at once have a PIREP each',
    async run(world) {
      const { platform, fixtures } = world;
      const flights = await Promise.all([flightOn(world, fixtures.first), flightOn(world, fixtures.second)]);
      const [first, second] = await Promise.all(flights.map((flight) => platform.openPirep(flight)));
      if (!platform.capabilities.pirepAtStart) return;
      assert.ok(first?.adopted === false && second?.adopted === false);
      assert.equal((await onlyPirep(world, fixtures.first.id)).id, flights[0]?.pirepId);
      assert.equal((await onlyPirep(world, fixtures.second.id)).id, flights[1]?.pirepId);
    },
  },
  {
    name: 'open: a PIREP that the pilot began elsewhere for this bid is adopted, another pilot’s is not',
    async run(world) {
      const { platform, host, fixtures } = world;
      const begun = await host.beginPirep(fixtures.first.id, fixtures.first.bidId);
      if (begun === null) return;
      const other = await platform.openPirep(await flightOn(world, fixtures.second));
      assert.equal(other.adopted, false);
      const flight = await flightOn(world, fixtures.first);
      assert.deepEqual(await platform.openPirep(flight), { pirepId: begun, adopted: true });
      assert.deepEqual(await platform.openPirep(flight), { pirepId: begun, adopted: true });
      await onlyPirep(world, fixtures.first.id);
      await platform.filePirep({ ...flight, pirepId: begun }, fullPirep());
      const filed = await onlyPirep(world, fixtures.first.id);
      assert.equal(filed.id, begun);
      assert.ok(filed.state === 'pending' || filed.state === 'accepted');
    },
  },
  {
    name: 'open: with an aircraft that is gone it is refused, and nothing is made',
    async run(world) {
      const { platform, host, fixtures } = world;
      if (!platform.capabilities.pirepAtStart) return;
      const flight = await flightOn(world, fixtures.first);
      await host.removeAircraft(flight.aircraft?.id ?? '');
      await refused(platform.openPirep(flight), 'crew-center-refused');
      assert.deepEqual(await host.listPireps(fixtures.first.id), []);
    },
  },
  {
    name: 'find: nothing under an unknown id, nor under another pilot’s',
    async run(world) {
      const { platform, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      assert.equal(await platform.findPirep({ ...flight, id: 'nobodysFlight', pirepId: 'nobodysPirep' }), null);
      const others = await flightOn(world, fixtures.second);
      assert.equal(await platform.findPirep({ ...others, pirepId: flight.pirepId }), null);
    },
  },
  {
    name: 'find: a PIREP deleted on the host is gone for every call, and can be opened again',
    async run(world) {
      const { platform, host, fixtures } = world;
      if (!platform.capabilities.pirepAtStart) return;
      const flight = await openedFlight(world, fixtures.first);
      await host.deletePirep(flight.pirepId ?? '');
      assert.equal(await platform.findPirep(flight), null);
      await refused(platform.updatePirep(flight, progress()), 'flight-not-found');
      await refused(platform.suspendPirep(flight), 'flight-not-found');
      await refused(platform.filePirep(flight, fullPirep()), 'flight-not-found');
      assert.equal(await platform.cancelPirep(flight, null), null);
      assert.deepEqual(await host.listPireps(fixtures.first.id), []);
      const again = { ...flight, pirepId: `${flight.pirepId}b`.slice(1) };
      assert.deepEqual(await platform.openPirep(again), { pirepId: again.pirepId, adopted: false });
      assert.equal((await onlyPirep(world, fixtures.first.id)).id, again.pirepId);
    },
  },
  {
    name: 'find: a PIREP cancelled on the host is seen, and not written to any more',
    async run(world) {
      const { platform, host, fixtures } = world;
      if (!platform.capabilities.pirepAtStart || host.cancelPirep === null) return;
      const flight = await openedFlight(world, fixtures.first);
      await host.cancelPirep(flight.pirepId ?? '');
      const before = await onlyPirep(world, fixtures.first.id);
      assert.equal((await platform.findPirep(flight))?.state, 'cancelled');
      await refused(platform.updatePirep(flight, progress()), 'flight-ended');
      await refused(platform.filePirep(flight, fullPirep()), 'flight-ended');
      assert.deepEqual(await onlyPirep(world, fixtures.first.id), before);
    },
  },
];

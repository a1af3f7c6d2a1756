import assert from 'node:assert/strict';
import {
  eventReport,
  flightOn,
  fullPirep,
  liveRow,
  onlyPirep,
  openedFlight,
  positionReport,
  progress,
  refused,
} from './flights.ts';
import type { SuiteCase } from './world.ts';

export const underWayCases: readonly SuiteCase[] = [
  {
    name: 'map: a flight under way is on it, a suspended one is not, and comes back; an ended one is not',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const fly = async (number: number) => {
        await platform.deliverLive([liveRow(flight, number)]);
        await platform.updatePirep(flight, progress());
      };
      await fly(1);
      assert.equal(await host.isOnMap(flight), true, 'under way');
      for (let time = 0; time < 2; time++) await platform.suspendPirep(flight);
      assert.equal(await host.isOnMap(flight), false, 'suspended');
      await fly(2);
      assert.equal(await host.isOnMap(flight), true, 'under way again');
      await platform.filePirep(flight, fullPirep());
      assert.equal(await host.isOnMap(flight), false, 'filed');
    },
  },
  {
    name: 'map: a cancelled flight is not on it',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      await platform.deliverLive([liveRow(flight, 1)]);
      await platform.updatePirep(flight, progress());
      await platform.cancelPirep(flight, 'changed my mind');
      assert.equal(await host.isOnMap(flight), false);
    },
  },
  {
    name: 'progress: sent twice it is the same; unknown figures stay as they were; the state stays open',
    async run(world) {
      const { platform, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const sent = progress();
      for (let time = 0; time < 2; time++) await platform.updatePirep(flight, sent);
      const unknown = {
        distanceNm: null,
        fuelUsedLb: null,
        blockOffAt: null,
        flightTimeMin: null,
        phase: 'my own phase',
      };
      await platform.updatePirep(flight, progress(unknown));
      // What every object of JavaScript has is a client's word like any other.
      for (const phase of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
        await platform.deliverLive([{ ...liveRow(flight, 1), phase }]);
        await platform.updatePirep(flight, progress({ ...unknown, phase }));
      }
      if (!platform.capabilities.pirepAtStart) return;
      const pirep = await onlyPirep(world, fixtures.first.id);
      assert.equal(pirep.state, 'open');
      if (pirep.distanceNm !== undefined) assert.equal(pirep.distanceNm, sent.distanceNm);
      if (pirep.blockOffAt !== undefined) assert.equal(pirep.blockOffAt, sent.blockOffAt);
    },
  },
  {
    name: 'progress: of a filed flight it is refused and changes nothing',
    async run(world) {
      const { platform, fixtures } = world;
      if (!platform.capabilities.pirepAtStart) return;
      const flight = await openedFlight(world, fixtures.first);
      await platform.filePirep(flight, fullPirep());
      const before = await onlyPirep(world, fixtures.first.id);
      await refused(platform.updatePirep(flight, progress()), 'flight-ended');
      await refused(platform.suspendPirep(flight), 'flight-ended');
      assert.deepEqual(await onlyPirep(world, fixtures.first.id), before);
    },
  },
  {
    name: 'track: delivered twice and overlapping, every position is there once, in order',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const reports = [1, 2, 3, 4, 5].map(positionReport);
      await platform.deliverTrack(flight, reports.slice(0, 3));
      await platform.deliverTrack(flight, reports.slice(0, 3));
      await (await world.reopen()).deliverTrack(flight, reports.slice(1));
      const expected = reports.map(({ position }) => ({ lat: position.lat, lon: position.lon }));
      assert.deepEqual(await host.readTrack(flight), platform.capabilities.track ? expected : []);
    },
  },
  {
    name: 'track: the newest position alone, then the whole track, is every position once',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      await platform.deliverLive([liveRow(flight, 3)]);
      await platform.deliverTrack(flight, [1, 2, 3].map(positionReport));
      if (platform.capabilities.track) assert.equal((await host.readTrack(flight)).length, 3);
    },
  },
  {
    name: 'events: delivered twice, each is in the log once, in order',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const reports = [eventReport(1, 'gear up'), positionReport(2), eventReport(3, 'flaps 1 <b>')];
      for (let time = 0; time < 2; time++) await platform.deliverTrack(flight, reports);
      const lines = await host.readEvents(flight);
      assert.equal(lines.length, platform.capabilities.liveEvents ? 2 : 0);
      if (lines.length > 0) assert.ok(lines[0]?.includes('gear up') && lines[1]?.includes('flaps 1'));
    },
  },
  {
    name: 'other pilot: what names another pilot’s PIREP is refused and changes nothing',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      if (flight.pirepId === null) return;
      const before = await onlyPirep(world, fixtures.first.id);
      const foreign = { ...(await flightOn(world, fixtures.second)), pirepId: flight.pirepId };
      await refused(platform.updatePirep(foreign, progress()), 'flight-not-found', 'crew-center-refused');
      await refused(platform.suspendPirep(foreign), 'flight-not-found', 'crew-center-refused');
      await refused(platform.filePirep(foreign, fullPirep()), 'flight-not-found', 'crew-center-refused');
      await refused(platform.openPirep(foreign), 'crew-center-refused');
      assert.equal(await platform.cancelPirep(foreign, 'mine now').catch(() => null), null);
      await platform.deliverTrack(foreign, [eventReport(1, 'not mine'), positionReport(2)]).catch(() => undefined);
      assert.deepEqual(await onlyPirep(world, fixtures.first.id), before);
      assert.deepEqual(await host.readEvents(flight), []);
      assert.deepEqual(await host.readTrack(flight), []);
      assert.deepEqual(await host.listPireps(fixtures.second.id), []);
    },
  },
  {
    name: 'other pilot: what names another pilot’s filed PIREP finds and changes nothing',
    async run(world) {
      const { platform, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const filed = await platform.filePirep(flight, fullPirep());
      const before = await onlyPirep(world, fixtures.first.id);
      const foreign = { ...(await flightOn(world, fixtures.second)), pirepId: filed.pirepId };
      assert.equal(await platform.findPirep(foreign), null);
      assert.equal(await platform.cancelPirep(foreign, 'mine now').catch(() => null), null);
      assert.deepEqual(await onlyPirep(world, fixtures.first.id), before);
    },
  },
];

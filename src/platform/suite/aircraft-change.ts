import assert from 'node:assert/strict';
import type { HostFlight } from '../port.ts';
import { deskCase } from './desk.ts';
import { flightOn, fullPirep, onlyPirep, refused } from './flights.ts';
import type { SuiteCase } from './world.ts';

export const aircraftChangeCases: readonly SuiteCase[] = [
  deskCase('aircraft of a flight: it changes until filing, twice and after a crash', ['book'], async (desk, world) => {
    const { platform, fixtures, wanted } = world;
    const [own, other] = await twoAircraft(world);
    const bid = await desk.book(fixtures.first.id, { scheduleId: wanted.scheduleId, aircraftId: own });
    const planned = await flightOn(world, fixtures.first, bid.id);
    const flight: HostFlight = { ...planned, pirepId: (await platform.openPirep(planned)).pirepId };
    const changed: HostFlight = { ...flight, aircraft: named(other) };
    await Promise.all([platform.changeAircraft(changed), platform.changeAircraft(changed)]);
    await (await world.reopen()).changeAircraft(changed);
    if (platform.capabilities.pirepAtStart) assert.equal((await onlyPirep(world, fixtures.first.id)).aircraftId, other);
    await platform.filePirep(changed, fullPirep());
    assert.equal((await onlyPirep(world, fixtures.first.id)).aircraftId, other);
  }),
  deskCase(
    'aircraft of a flight: an unknown one and a forbidden one are refused, and it stays as it is',
    ['book'],
    async (desk, world) => {
      const { platform, fixtures, wanted } = world;
      if (!platform.capabilities.pirepAtStart) return;
      const [own] = wanted.aircraftIds;
      const bid = await desk.book(fixtures.first.id, { scheduleId: wanted.scheduleId, aircraftId: own });
      const flight = await flightOn(world, fixtures.first, bid.id);
      const { pirepId } = await platform.openPirep(flight);
      for (const id of ['999999999', wanted.forbiddenAircraftId].filter((each) => each !== null))
        await refused(platform.changeAircraft({ ...flight, pirepId, aircraft: named(id) }), 'invalid');
      assert.equal((await onlyPirep(world, fixtures.first.id)).aircraftId, own);
    },
  ),
];

const named = (id: string) => ({ id, icao: null, name: null, registration: null });

/** The aircraft of the schedule, and another one that the pilot may take. */
async function twoAircraft({
  platform,
  fixtures: { first },
  wanted: { aircraftIds },
}: Parameters<Parameters<typeof deskCase>[2]>[1]): Promise<readonly [string, string]> {
  const [own, another] = aircraftIds;
  const ofBid = (await platform.listBids(first.id)).find((each) => each.id === first.bidId)?.plan.aircraft?.id;
  const other = another ?? ofBid;
  assert.ok(other !== undefined && other !== own, 'the world has no second aircraft');
  return [own, other];
}

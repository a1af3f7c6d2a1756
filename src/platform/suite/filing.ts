import assert from 'node:assert/strict';
import { bareFigures, fullPirep, onlyPirep, openedFlight, refused } from './flights.ts';
import type { PirepInHost, SuiteCase, SuiteWorld } from './world.ts';

export const filingCases: readonly SuiteCase[] = [
  {
    name: 'file: every figure is in the host, the bid is gone, other pilots’ bids are not',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const pirep = fullPirep();
      const filed = await platform.filePirep(flight, pirep);
      const inHost = await onlyPirep(world, fixtures.first.id);
      assert.deepEqual(filed, { pirepId: inHost.id, state: inHost.state });
      isFiled(inHost);
      assert.equal(inHost.departure, flight.plan.departure.icao);
      assert.equal(inHost.arrival, flight.plan.arrival.icao);
      for (const figure of figures) {
        if (inHost[figure] === undefined) continue;
        const difference = Math.abs((inHost[figure] ?? Number.NaN) - (pirep[figure] ?? Number.NaN));
        assert.ok(difference <= tolerance[figure], `${figure}: ${inHost[figure]} in the host, filed ${pirep[figure]}`);
      }
      assert.ok(!(await host.listBids(fixtures.first.id)).includes(fixtures.first.bidId), 'the bid is still there');
      assert.ok((await host.listBids(fixtures.second.id)).includes(fixtures.second.bidId), 'another bid is gone');
    },
  },
  {
    name: 'file: what is not known is unknown in the host, never 0',
    async run(world) {
      const { platform, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      await platform.filePirep(flight, fullPirep(bareFigures()));
      const inHost = await onlyPirep(world, fixtures.first.id);
      isFiled(inHost);
      for (const figure of figures) {
        if (inHost[figure] !== undefined) assert.equal(inHost[figure], null, figure);
      }
    },
  },
  {
    name: 'file: twenty at once, again, and after a crash: one PIREP, one answer, counted once',
    async run(world) {
      const { platform, host, fixtures } = world;
      const before = await host.readStatistics(fixtures.first.id);
      const flight = await openedFlight(world, fixtures.first);
      const pirep = fullPirep();
      const together = await Promise.all(Array.from({ length: 20 }, () => platform.filePirep(flight, pirep)));
      const named = { ...flight, pirepId: together[0]?.pirepId ?? null };
      const later = [
        await platform.filePirep(flight, pirep),
        await (await world.reopen()).filePirep(flight, pirep),
        await (await world.reopen()).filePirep(named, pirep),
      ];
      const inHost = await onlyPirep(world, fixtures.first.id);
      for (const { pirepId, state } of [...together, ...later])
        assert.deepEqual([pirepId, state], [inHost.id, inHost.state]);
      assert.deepEqual(await platform.findPirep(flight), { pirepId: inHost.id, state: inHost.state });
      await countsOnce(world, before, inHost);
    },
  },
  {
    name: 'file: two pilots on one schedule at once: a PIREP each, each under its own pilot',
    async run(world) {
      const { platform, host, fixtures } = world;
      const pilots = [fixtures.first, fixtures.second];
      const flights = await Promise.all(pilots.map((pilot) => openedFlight(world, pilot)));
      const filed = await Promise.all(flights.map((flight) => platform.filePirep(flight, fullPirep())));
      for (const [index, pilot] of pilots.entries()) {
        assert.equal((await onlyPirep(world, pilot.id)).id, filed[index]?.pirepId);
        assert.ok(!(await host.listBids(pilot.id)).includes(pilot.bidId));
      }
    },
  },
  {
    name: 'file: a bid that vanished does not hinder it',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      await host.deleteBid(fixtures.first.bidId);
      await platform.filePirep(flight, fullPirep());
      isFiled(await onlyPirep(world, fixtures.first.id));
    },
  },
  {
    name: 'file: without its pilot or its aircraft it is refused for good, and nothing is filed',
    async run(world) {
      const { platform, host, fixtures } = world;
      const [first, second] = await Promise.all([
        openedFlight(world, fixtures.first),
        openedFlight(world, fixtures.second),
      ]);
      await host.removeAircraft(first.aircraft?.id ?? '');
      await refused(platform.filePirep(first, fullPirep()), 'crew-center-refused');
      await host.deletePilot(second.pilotId);
      await refused(platform.filePirep(second, fullPirep()), 'crew-center-refused');
      for (const { pilotId } of [first, second]) {
        for (const pirep of await host.listPireps(pilotId)) assert.equal(pirep.state, 'open');
      }
    },
  },
  {
    name: 'file: markup, quotes, emoji, control characters and length are data, in every text',
    async run(world) {
      const { platform, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const nasty = `Marker42 <script>alert(1)</script> ' " ; -- \\ \u0000 \u0007 *x* 🛫 é ${'long '.repeat(2000)}`;
      const log = [0, 1, 2].map((at) => ({ at, text: `${at} ${nasty}` }));
      const fields = { [`Field ${nasty}`]: nasty, Plain: nasty };
      await platform.filePirep(flight, fullPirep({ notes: nasty, route: nasty, log, fields }));
      const inHost = await onlyPirep(world, fixtures.first.id);
      isFiled(inHost);
      assert.match(inHost.text, /Marker42/i);
      if (inHost.isHtml) assert.doesNotMatch(inHost.text, /<\s*script/i);
    },
  },
  {
    name: 'file: a diversion is stored in the host’s own way',
    async run(world) {
      const { platform, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      await platform.filePirep(flight, fullPirep({ diversion: fixtures.elsewhere }));
      const inHost = await onlyPirep(world, fixtures.first.id);
      isFiled(inHost);
      assert.ok(isShown(inHost, fixtures.elsewhere), 'the host does not know where it landed');
    },
  },
  {
    name: 'file: the arrival that the pilot says is the PIREP’s own, where it has one from the start',
    async run(world) {
      const { platform, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      await platform.filePirep(flight, fullPirep({ diversion: fixtures.elsewhere, isArrivalFiled: true }));
      const inHost = await onlyPirep(world, fixtures.first.id);
      isFiled(inHost);
      if (platform.capabilities.pirepAtStart) assert.equal(inHost.arrival, fixtures.elsewhere.icao);
      else assert.ok(isShown(inHost, fixtures.elsewhere), 'the host does not know where it landed');
    },
  },
  {
    name: 'file: a PIREP for review stays pending, whatever the pilot’s rank, and its bid is gone',
    async run(world) {
      const { platform, host, fixtures } = world;
      const flight = await openedFlight(world, fixtures.first);
      const pirep = fullPirep({ isForReview: true });
      const filed = await platform.filePirep(flight, pirep);
      assert.equal(filed.state, 'pending');
      const again = await (await world.reopen()).filePirep(flight, pirep);
      assert.deepEqual([again.pirepId, again.state], [filed.pirepId, 'pending']);
      const inHost = await onlyPirep(world, fixtures.first.id);
      assert.deepEqual([inHost.id, inHost.state], [filed.pirepId, 'pending']);
      assert.ok(!(await host.listBids(fixtures.first.id)).includes(fixtures.first.bidId), 'the bid is still there');
    },
  },
];

/** Whether the host knows that a flight landed there, in whichever way. */
function isShown({ arrival, text }: PirepInHost, { icao }: { readonly icao: string }): boolean {
  return arrival === icao || text.includes(icao);
}

const figures = [
  'flightTimeMin',
  'distanceNm',
  'fuelUsedLb',
  'landingRateFpm',
  'blockOffAt',
  'blockOnAt',
] as const satisfies readonly (keyof PirepInHost)[];

/** What a coarser host may differ by: whole miles, whole minutes. */
const tolerance = {
  flightTimeMin: 1,
  distanceNm: 1,
  fuelUsedLb: 1,
  landingRateFpm: 1,
  blockOffAt: 60_000,
  blockOnAt: 60_000,
} as const;

function isFiled(pirep: PirepInHost): void {
  const isSo = pirep.state === 'pending' || pirep.state === 'accepted';
  assert.ok(isSo, `the PIREP is ${pirep.state} in the host`);
}

async function countsOnce(
  world: SuiteWorld,
  before: Awaited<ReturnType<SuiteWorld['host']['readStatistics']>>,
  pirep: PirepInHost,
): Promise<void> {
  const after = await world.host.readStatistics(pirep.pilotId);
  if (before === null || after === null) return;
  const counted = after.flights - before.flights;
  assert.ok(counted <= 1, `the flight counts ${counted} times`);
  if (counted === 1) assert.ok(Math.abs(after.flightTimeMin - before.flightTimeMin - (pirep.flightTimeMin ?? 0)) <= 1);
}

import assert from 'node:assert/strict';
import { Secret } from '../../lib/secret.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { HostFlight } from '../port.ts';
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
import type { SuiteCase, SuiteWorld } from './world.ts';

export const outageCases: readonly SuiteCase[] = [
  {
    name: 'outage: "could not ask" is said, never "nothing found", and what follows works again',
    async run(world) {
      const { platform, outage, fixtures } = world;
      if (outage === null) return;
      const { first } = fixtures;
      const flight = await openedFlight(world, first);
      const calls = await callsOf(world, flight);
      await outage.begin();
      const lies = await liesOf(calls);
      // A host that needs no row for it may take a live row for nothing; it may not fail in another way.
      await platform.deliverLive([liveRow(flight, 1)]).catch((error: unknown) => {
        if (!isRefusal(error, 'crew-center-unavailable')) lies.push(`deliverLive threw ${String(error)}`);
      });
      await outage.end();
      assert.deepEqual(lies, []);
      assert.ok((await platform.listBids(first.id)).length > 0);
      await platform.filePirep(flight, fullPirep());
      await onlyPirep(world, first.id);
      assert.deepEqual(await world.host.listPireps(fixtures.second.id), []);
    },
  },
  {
    name: 'outage: one in the middle of filing leaves a flight that is filed whole, once, by the next try',
    async run(world) {
      const { platform, host, outage, fixtures } = world;
      if (outage === null || outage.breakFiling === null) return;
      const before = await host.readStatistics(fixtures.first.id);
      const flight = await openedFlight(world, fixtures.first);
      const pirep = fullPirep();
      const mend = await outage.breakFiling();
      await assert.rejects(platform.filePirep(flight, pirep));
      await mend();
      const filed = await (await world.reopen()).filePirep(flight, pirep);
      const inHost = await onlyPirep(world, fixtures.first.id);
      assert.deepEqual(filed, { pirepId: inHost.id, state: inHost.state });
      assert.ok(inHost.state === 'pending' || inHost.state === 'accepted');
      if (inHost.distanceNm !== undefined) assert.ok(Math.abs((inHost.distanceNm ?? 0) - 4812.5) <= 1);
      assert.ok(!(await host.listBids(fixtures.first.id)).includes(fixtures.first.bidId), 'the bid is still there');
      const after = await host.readStatistics(fixtures.first.id);
      if (before !== null && after !== null) assert.ok(after.flights - before.flights <= 1);
    },
  },
  {
    name: 'close: a closed platform refuses',
    async run(world) {
      const platform = await world.reopen();
      await platform.close();
      await platform.close();
      await refused(platform.listBids(world.fixtures.first.id), 'crew-center-unavailable', 'shutting-down');
    },
  },
];

type Calls = Readonly<Record<string, () => Promise<unknown>>>;

/** Every call to the host, by name. */
async function callsOf(world: SuiteWorld, flight: HostFlight): Promise<Calls> {
  const { platform, fixtures } = world;
  const { first, freeFlight, elsewhere } = fixtures;
  const login = first.logins[0] ?? '';
  const calls: Record<string, () => Promise<unknown>> = {
    readSettings: () => platform.readSettings(),
    authenticate: () => platform.authenticate(login, new Secret(first.password)),
    'authenticate, wrong': () => platform.authenticate('nobody@example.org', new Secret('x')),
    findPilotId: () => platform.findPilotId('nobody@example.org'),
    readPilots: () => platform.readPilots([first.id]),
    listBids: () => platform.listBids(first.id),
    latestBid: () => platform.latestBid(first.id),
    planFreeFlight: () => platform.planFreeFlight(first.id, freeFlight),
    findAircraft: () => platform.findAircraft(first.id, flight.plan, { aircraft: 'QQQQ', registration: null }),
    findAirport: () => platform.findAirport({ icao: elsewhere.icao }),
    findPirep: () => platform.findPirep(flight),
    filePirep: () => platform.filePirep(flight, fullPirep()),
  };
  if (platform.capabilities.apiKeys)
    calls.authenticateKey = () => platform.authenticateKey(new Secret(first.apiKey ?? 'x'));
  if (platform.capabilities.pirepAtStart) {
    const other = await flightOn(world, fixtures.second);
    calls.openPirep = () => platform.openPirep(other);
    calls.updatePirep = () => platform.updatePirep(flight, progress());
    calls.suspendPirep = () => platform.suspendPirep(flight);
    calls.cancelPirep = () => platform.cancelPirep(flight, null);
  }
  if (platform.capabilities.track) calls.deliverTrack = () => platform.deliverTrack(flight, [positionReport(1)]);
  if (platform.capabilities.liveEvents)
    calls.deliverEvents = () => platform.deliverTrack(flight, [eventReport(2, 'x')]);
  return calls;
}

/** Returns the calls that did not throw `crew-center-unavailable`, and what they did instead. */
async function liesOf(calls: Calls): Promise<string[]> {
  const lies: string[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const answer = await call().then(
      (value) => `answered ${JSON.stringify(value) ?? 'nothing'}`,
      (error: unknown) => (isRefusal(error, 'crew-center-unavailable') ? null : `threw ${String(error)}`),
    );
    if (answer !== null) lies.push(`${name} ${answer}`);
  }
  return lies;
}

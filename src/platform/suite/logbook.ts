import assert from 'node:assert/strict';
import type { PirepFilter, PirepSummary } from '../../tracking/desk-model.ts';
import type { Pirep } from '../../tracking/model.ts';
import type { PilotDesk } from '../desk.ts';
import { type DeskWorld, deskCase, everyPage } from './desk.ts';
import { flightOn, fullPirep } from './flights.ts';
import type { PirepInHost, SuiteCase, SuitePilot } from './world.ts';

const day = 86_400_000;
/** When the two PIREPs of `fileTwo` were filed. */
const earlier = Date.UTC(2026, 0, 10, 12, 30, 15);
const later = earlier + day;

const unfiltered: PirepFilter = {
  departure: null,
  arrival: null,
  state: null,
  aircraftId: null,
  from: null,
  to: null,
};
const firstPage = { page: 1, perPage: 100 };
const ids = (pireps: readonly PirepSummary[]) => pireps.map((each) => each.id);

export const logbookCases: readonly SuiteCase[] = [
  deskCase(
    'logbook: what the pilot filed, newest filed first, with the host’s figures; nothing open, nothing of others',
    ['book', 'listPireps'],
    async (desk, world) => {
      const { first, second, choiceBidId } = world.fixtures;
      const list = async (pilotId: string) => (await desk.listPireps(pilotId, unfiltered, firstPage)).items;
      assert.deepEqual(await list(first.id), []);
      const { newer, older } = await fileTwo(desk, world);
      await file(world, second, second.bidId);
      if (choiceBidId !== null) await world.platform.openPirep(await flightOn(world, first, choiceBidId));
      const items = await list(first.id);
      assert.deepEqual(ids(items), [newer, older]);
      assert.deepEqual(
        items.map((each) => each.filedAt),
        [later, earlier],
      );
      const inHost = await world.host.listPireps(first.id);
      for (const item of items)
        isSame(
          item,
          inHost.find((each) => each.id === item.id),
        );
      for (const nobody of ['999999999', '']) assert.deepEqual(await list(nobody), []);
    },
  ),
  deskCase(
    'logbook: each filter finds what it says; pages are parts of the whole',
    ['book', 'listPireps'],
    async (desk, world) => {
      const { first } = world.fixtures;
      const { newer, older } = await fileTwo(desk, world);
      const all = (await desk.listPireps(first.id, unfiltered, firstPage)).items;
      const [newest = assert.fail()] = all;
      const find = async (filter: Partial<PirepFilter>) =>
        ids((await desk.listPireps(first.id, { ...unfiltered, ...filter }, firstPage)).items);
      const departure = newest.departure.toLowerCase();
      assert.deepEqual(await find({ departure }), ids(all.filter((each) => each.departure === newest.departure)));
      const { arrival } = newest;
      assert.deepEqual(await find({ arrival }), ids(all.filter((each) => each.arrival === arrival)));
      const aircraftId = newest.aircraft?.id ?? assert.fail('the PIREP has no aircraft');
      assert.deepEqual(await find({ aircraftId }), ids(all.filter((each) => each.aircraft?.id === aircraftId)));
      for (const state of ['pending', 'accepted', 'rejected'] as const)
        assert.deepEqual(await find({ state }), ids(all.filter((each) => each.state === state)));
      assert.deepEqual(await find({ from: later }), [newer]);
      assert.deepEqual(await find({ to: later }), [older]);
      assert.deepEqual(await find({ from: later + 1 }), []);
      assert.deepEqual(await find({ departure: "' OR 1=1 --" }), []);
      const pages = await everyPage(1, (page) => desk.listPireps(first.id, unfiltered, { page, perPage: 1 }));
      assert.deepEqual(pages, all);
    },
  ),
  deskCase(
    'logbook: one PIREP with its fields, log, notes and comments',
    ['book', 'listPireps', 'readPirep'],
    async (desk, world) => {
      const { first, second } = world.fixtures;
      const { newer, older } = await fileTwo(desk, world);
      await world.view.comment?.(newer, 'Well flown.');
      const detail = await desk.readPirep(first.id, newer);
      const [summary] = (await desk.listPireps(first.id, unfiltered, firstPage)).items;
      for (const [name, value] of Object.entries(summary ?? assert.fail()))
        assert.deepEqual(detail?.[name as keyof PirepSummary], value, name);
      assert.ok(
        detail?.log.some(({ text }) => text.includes('takeoff')),
        'the log is lost',
      );
      for (const text of ['X-Plane 12', 'Smooth flight.', ...(world.view.comment === null ? [] : ['Well flown.'])])
        assert.ok(JSON.stringify(detail).includes(text), `${text} is lost`);
      assert.ok(!JSON.stringify(await desk.readPirep(first.id, older)).includes('Well flown.'));
      for (const id of ['', '999999999', "' OR 1=1 --"]) assert.equal(await desk.readPirep(first.id, id), null);
      assert.equal(await desk.readPirep(second.id, newer), null, 'another pilot reads it');
      if (!world.platform.capabilities.pirepAtStart) return;
      const flight = await flightOn(world, second);
      const { pirepId } = await world.platform.openPirep(flight);
      assert.equal(await desk.readPirep(second.id, pirepId ?? ''), null, 'an open one is read');
    },
  ),
  deskCase(
    'logbook: the latest is the one filed last; there may be none',
    ['book', 'latestPirep'],
    async (desk, world) => {
      const { first, second } = world.fixtures;
      assert.equal(await desk.latestPirep(first.id), null);
      const { newer } = await fileTwo(desk, world);
      assert.equal((await desk.latestPirep(first.id))?.id, newer);
      assert.equal(await desk.latestPirep(second.id), null);
    },
  ),
  deskCase(
    'statistics: what the host counts; a landing rate only of landings',
    ['book', 'statistics'],
    async (desk, world) => {
      const { first, second } = world.fixtures;
      const { averageLandingRateFpm: none, pireps: noPireps } = await desk.statistics(first.id);
      assert.deepEqual([none, noPireps], [null, 0]);
      await fileTwo(desk, world);
      const { flights, flightTimeMin, pireps, averageLandingRateFpm } = await desk.statistics(first.id);
      assert.equal(pireps, 2);
      assert.ok(Math.abs((averageLandingRateFpm ?? 0) + 200) <= 1, `${averageLandingRateFpm} is not the average`);
      const inHost = await world.host.readStatistics(first.id);
      if (inHost !== null) assert.deepEqual({ flights, flightTimeMin }, inHost);
      assert.equal((await desk.statistics(second.id)).pireps, 0);
    },
  ),
];

/** Two PIREPs of the first pilot; the one filed first was given the later time. */
async function fileTwo(
  desk: Pick<PilotDesk, 'book'>,
  world: DeskWorld,
): Promise<{ readonly newer: string; readonly older: string }> {
  const { first } = world.fixtures;
  const newer = await file(world, first, first.bidId, { landingRateFpm: -187 });
  const bid = await desk.book(first.id, { scheduleId: world.wanted.scheduleId, aircraftId: null });
  const older = await file(world, first, bid.id, { landingRateFpm: -213 });
  await world.view.setFiledAt(newer, later);
  await world.view.setFiledAt(older, earlier);
  return { newer, older };
}

async function file(world: DeskWorld, pilot: SuitePilot, bidId: string, figures: Partial<Pirep> = {}): Promise<string> {
  const flight = await flightOn(world, pilot, bidId);
  const { pirepId } = await world.platform.openPirep(flight);
  return (await world.platform.filePirep({ ...flight, pirepId }, fullPirep(figures))).pirepId;
}

function isSame(item: PirepSummary, inHost: PirepInHost | undefined): void {
  assert.ok(inHost !== undefined, `${item.id} is not in the host`);
  const { state, flightNumber, departure, arrival } = inHost;
  const said = { state: item.state, flightNumber: item.flightNumber, departure: item.departure, arrival: item.arrival };
  assert.deepEqual(said, { state, flightNumber, departure, arrival });
  assert.equal(item.aircraft?.id, inHost.aircraftId);
  for (const figure of ['flightTimeMin', 'distanceNm', 'fuelUsedLb', 'landingRateFpm'] as const)
    if (inHost[figure] !== undefined) assert.equal(item[figure], inHost[figure], figure);
}

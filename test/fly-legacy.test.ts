import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Faults } from '../src/cli/flying/faults.ts';
import { legacy } from '../src/contracts/legacy/legacy.ts';
import { assertFigures, assertTrackIs, flyFast, madeRecording } from './flying/flights.ts';
import { openFront } from './flying/front.ts';
import type { World } from './world.ts';

async function positionsOf(world: World) {
  const [flight] = await world.journal.listFlights({});
  const reports = await world.journal.readReports(flight?.number ?? 0);
  return reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
}

test('version 5 from the bare base URL: no start, no events, no cancel, and the same PIREP', async () => {
  await using served = await openFront(legacy);
  const { variant, receipt, positions } = await flyFast(served, madeRecording, { bidId: served.bidId });
  assert.equal(variant, 'legacy');
  assert.equal(positions.stored, madeRecording.samples.length);
  assertFigures(receipt);
  assertTrackIs(await positionsOf(served.world), madeRecording);
  assert.equal(served.world.pireps().length, 1);
});

test('version 5 with every fault on: stragglers open no second flight', async () => {
  await using served = await openFront(legacy);
  const faults = new Faults('11', madeRecording.samples.length);
  const { receipt } = await flyFast(served, madeRecording, { faults, batchSize: 12, bidId: served.bidId });
  assert.deepEqual(faults.missing, []);
  assertFigures(receipt);
  assertTrackIs(await positionsOf(served.world), madeRecording);
  assert.equal((await served.world.journal.listFlights({})).length, 1);
  assert.equal(served.world.pireps().length, 1);
});

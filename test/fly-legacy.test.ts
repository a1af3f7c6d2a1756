import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Faults } from '../src/cli/flying/faults.ts';
import { legacy } from '../src/contracts/legacy/legacy.ts';
import { buildHttp } from '../src/http.ts';
import { createLogger } from '../src/log.ts';
import { assertFigures, assertTrackIs, flyFast, madeRecording } from './flying/flights.ts';
import { plainOptions } from './wire/wire-world.ts';
import { World } from './world.ts';

/** The scripts of version 5 in front of a real core, whose clock is two years behind ours. */
async function openLegacy() {
  const opened = new AsyncDisposableStack();
  const world = opened.use(await World.open());
  const directory = await mkdtemp(join(tmpdir(), 'tracker-legacy-'));
  opened.defer(() => rm(directory, { recursive: true }));
  const http = buildHttp({
    contract: legacy,
    calls: world.calls,
    settings: () => world.calls.status().settings,
    options: plainOptions,
    logger: createLogger({ level: 'silent' }),
    clock: world.clock,
  });
  opened.defer(() => http.close());
  const url = await http.listen({ kind: 'tcp', host: '127.0.0.1', port: 0 });
  const { id: bidId } = await world.bidFor(await world.signIn(), 'EDDF');
  return { world, url, directory, bidId, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function positionsOf(world: World) {
  const [flight] = await world.journal.listFlights({});
  const reports = await world.journal.readReports(flight?.number ?? 0);
  return reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
}

test('version 5 from the bare base URL: no start, no events, no cancel, and the same PIREP', async () => {
  await using served = await openLegacy();
  const { variant, receipt, positions } = await flyFast(served, madeRecording, { bidId: served.bidId });
  assert.equal(variant, 'legacy');
  assert.equal(positions.stored, madeRecording.samples.length);
  assertFigures(receipt);
  assertTrackIs(await positionsOf(served.world), madeRecording);
  assert.equal(served.world.pireps().length, 1);
});

test('version 5 with every fault on: stragglers open no second flight', async () => {
  await using served = await openLegacy();
  const faults = new Faults('11', madeRecording.samples.length);
  const { receipt } = await flyFast(served, madeRecording, { faults, batchSize: 12, bidId: served.bidId });
  assert.deepEqual(faults.missing, []);
  assertFigures(receipt);
  assertTrackIs(await positionsOf(served.world), madeRecording);
  assert.equal((await served.world.journal.listFlights({})).length, 1);
  assert.equal(served.world.pireps().length, 1);
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { flySome, ScriptedTracker } from '../../test/wire/scripted-tracker.ts';
import { fileStores } from './file-store.ts';
import type { StoreOption } from './pilot-store.ts';
import { memoryStore } from './report-store.ts';

/** Leaves three undelivered reports of a pilot in the store. */
async function leaveThree(store: StoreOption): Promise<ScriptedTracker> {
  const tracker = new ScriptedTracker('native', ({ path }) => (/position/.test(path) ? null : 'pass'));
  tracker.pilotId = 'first';
  const flight = await tracker.start({ store });
  await flySome(flight, 3);
  flight.close();
  tracker.script = () => 'pass';
  return tracker;
}

test("a second pilot on the machine does not overwrite the first one's undelivered reports", async () => {
  const store = memoryStore();
  const first = await leaveThree(store);
  const second = new ScriptedTracker();
  second.pilotId = 'second';
  await assert.rejects(second.start({ store }), { code: 'store-in-use', message: /^3 reports of another pilot/ });
  assert.equal(second.paths().filter((path) => /start/.test(path)).length, 0);
  const resumed = await (await first.connect({ store })).resumeFlight();
  await resumed?.finish();
  assert.equal(first.stored.size, 3);
  await second.start({ store });
});

test('with a store for each pilot both can fly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-stores-'));
  try {
    const first = await leaveThree(fileStores(folder));
    const second = new ScriptedTracker();
    second.pilotId = 'second';
    const flight = await second.start({ store: fileStores(folder) });
    await flySome(flight, 2);
    await flight.finish();
    const resumed = await (await first.connect({ store: fileStores(folder) })).resumeFlight();
    assert.equal(resumed?.queued, 3);
    await resumed?.finish();
    assert.deepEqual([first.stored.size, second.stored.size], [3, 2]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

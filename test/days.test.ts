import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Report } from '../src/tracking/model.ts';
import { noFigures, position } from './flown.ts';
import { World } from './world.ts';

const everyMs = 5_000;
const points = (3 * 24 * 3_600_000) / everyMs;
const batch = 480;

test('a flight that is open for three days, with a crew center that is down all the while: nothing grows with it but its chunks, and everything is delivered once', async () => {
  await using world = await World.open({ sealEvery: 2_000 }, { track: true });
  const { session, flight } = await world.startFlight();
  world.line.fail('all', 'before');
  for (let at = 0; at < points; at += batch) {
    const now = world.clock.now();
    const positions = Array.from({ length: batch }, (_, index) => {
      const seq = at + index + 1;
      return position(now - (batch - index) * everyMs, {
        seq,
        lat: 40 + Math.sin(seq / 900) * 5,
        lon: (seq / 500) % 180,
        groundSpeedKt: 450,
        onGround: false,
      });
    });
    assert.equal((await report(positions)).stored, batch);
    await world.clock.leap(batch * everyMs - 15_000);
  }
  let replayed = 0;
  (await reopened()).eachUnsealed(() => {
    replayed += 1;
  });
  assert.ok(replayed <= 2_000 + batch, `${replayed} reports are replayed at start`);
  const bytes = statSync(join(world.directory, 'journal.sqlite')).size;
  assert.ok(bytes / points < 40, `${Math.round(bytes / points)} bytes a point on disk`);

  world.line.heal();
  const numbers: number[] = [];
  world.line.onAnswer = (method, [, reports]) => {
    if (method === 'deliverTrack') numbers.push(...(reports as readonly Report[]).map((each) => each.number));
  };
  const result = await world.calls.finish(session, {
    name: { flightId: flight.id },
    figures: noFigures,
    opening: null,
  });
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
  assert.equal(result.state, 'filed');
  assert.equal(numbers.length, points);
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => a - b),
  );
  assert.equal(new Set(numbers).size, points);

  function report(positions: ReturnType<typeof position>[]) {
    return world.calls.report(session, { name: { flightId: flight.id }, positions, opening: null });
  }
  async function reopened() {
    await world.restart();
    return world.journal;
  }
});

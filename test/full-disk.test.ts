import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../src/tracking/refusals.ts';
import { position } from './flown.ts';
import { World } from './world.ts';

const place = (world: World, seq: number) => position(world.clock.now(), { seq, lat: 47 + seq / 100 });

for (const sealEvery of [1_000, 4]) {
  test(`after a full disk a flight shows what was stored, ${sealEvery === 4 ? 'sealed' : 'raw'}, not what was refused`, async () => {
    await using world = await World.open({ sealEvery });
    const { session } = await world.startFlight();
    const report = (seq: number) =>
      world.calls.report(session, { name: null, positions: [place(world, seq)], opening: null });
    for (let seq = 1; seq <= 5; seq++) {
      await report(seq);
      await world.clock.advance(3_000);
    }
    const before = await world.calls.readFlight(session, null);
    Atomics.store(world.pageLimit, 0, 1);
    // A page that is half full takes one more, so many come at once.
    const many = Array.from({ length: 400 }, (_, index) => place(world, 6 + index));
    for (let times = 0; times < 3; times++) {
      const asked = world.calls.report(session, { name: null, positions: many, opening: null });
      await assert.rejects(asked, (error) => isRefusal(error, 'journal-full'));
      await world.clock.advance(3_000);
    }
    Atomics.store(world.pageLimit, 0, 0);
    await world.until(async () => (await world.calls.readFlight(session, null))?.positionCount === 5);
    assert.deepEqual(await world.calls.readFlight(session, null), before);
    const { view } = await report(6);
    assert.deepEqual([view.positionCount, view.lastSeq, view.lastPosition?.seq], [6, 6, 6]);
    await world.clock.advance(30_000);
    await world.restart();
    assert.equal((await world.calls.readFlight(session, null))?.positionCount, 6);
  });
}

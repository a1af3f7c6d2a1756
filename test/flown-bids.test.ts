import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../src/tracking/refusals.ts';
import { noFigures } from './flown.ts';
import { startOf, World } from './world.ts';

test('a bid that was flown and that the crew center still lists is blocked; a cancelled one is not', async () => {
  await using world = await World.open();
  const { session, bid } = await world.startFlight();
  const { database } = world.embedded.crewCenter;
  const row = database.prepare('SELECT * FROM bids WHERE id = ?').get(Number(bid.id)) ?? {};
  const blocked = async () => (await world.calls.listBids(session)).find(({ id }) => id === bid.id)?.blocked;
  await world.calls.cancel(session, { name: null, reason: null });
  assert.equal(await blocked(), null);
  await world.calls.start(session, startOf(bid.id));
  assert.equal(await blocked(), null);
  const filed = await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  assert.equal(filed.state, 'filed');
  assert.equal(await blocked(), undefined);
  // Its PHP died before it took the bid away.
  const names = Object.keys(row);
  database
    .prepare(`INSERT INTO bids (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(row));
  assert.match((await blocked()) ?? '', /have flown this bid/);
  const latest = await world.calls.latestBid(session);
  assert.deepEqual([latest.bid, latest.blocked], [null, await blocked()]);
  await assert.rejects(world.calls.start(session, startOf(bid.id)), (error) => isRefusal(error, 'bid-not-found'));
});

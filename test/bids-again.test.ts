import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { embeddedFileName } from '../src/platform/embedded/embedded.ts';
import { fiveFileName } from '../src/platform/embedded/five/five.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { noFigures, position } from './flown.ts';
import { startOf, World } from './world.ts';

// MySQL before 8 counts on from the highest number that is there when it starts: with the bids flown and removed, the next ones
// have their numbers. So has a database that was restored.

const opening = { freeFlight: null };
const day = 24 * 3_600_000;
const figures = { ...noFigures, flightTimeMin: 60, log: ['Engine start', 'Engine stop'] };

const airlines = [
  ['version 7', { kind: 'embedded', version: '7' }, embeddedFileName, 'id', 'created_at'],
  ['version 5', { kind: 'embedded', version: '5' }, fiveFileName, 'bidid', 'dateadded'],
] as const;

/** A pilot whose bid was flown and filed; `list` books it again under its number, or has the same one listed still. */
async function openWorld([, crewCenter, file, key, bookedAt]: (typeof airlines)[number]) {
  const world = await World.with({ config: { crewCenter } });
  const session = await world.signIn();
  const { bid } = await world.calls.latestBid(session);
  assert.ok(bid !== null);
  const database = new DatabaseSync(join(world.directory, file), { timeout: 5_000 });
  const row = database.prepare(`SELECT * FROM bids WHERE ${key} = ?`).get(Number(bid.id)) ?? {};
  const first = await world.calls.finish(session, { name: null, figures, opening });
  assert.equal(first.state, 'filed');
  await world.clock.advance(11 * 60_000);
  const list = (how: 'again' | 'still') => {
    const time = { [bookedAt]: new Date(world.clock.now() + day).toISOString().slice(0, 10) };
    const all: Record<string, SQLInputValue> = how === 'still' ? row : { ...row, ...time };
    const names = Object.keys(all);
    const marks = names.map(() => '?').join(', ');
    database.prepare(`INSERT INTO bids (${names.join(', ')}) VALUES (${marks})`).run(...Object.values(all));
    database.close();
  };
  const finish = (name: { bidId: string } | null) => world.calls.finish(session, { name, figures, opening });
  const filed = async () => (await world.tracking.operator.listFlights({ states: ['filed'] })).length;
  return { world, session, bid, first, list, finish, filed };
}

for (const airline of airlines) {
  const [name] = airline;
  test(`${name}: a bid with the number of one that was flown is opened by a position, and filed`, async () => {
    for (const named of [false, true]) {
      const { world, session, bid, first, list, finish, filed } = await openWorld(airline);
      await using _world = world;
      list('again');
      const call = named ? { bidId: bid.id } : null;
      await world.calls.report(session, { name: call, positions: [position(world.clock.now())], opening });
      const second = await finish(call);
      assert.deepEqual([second.state, second.flight.bidId, await filed()], ['filed', bid.id, 2]);
      assert.notEqual(second.flight.id, first.flight.id);
    }
  });

  test(`${name}: it is started, and filed without a position`, async () => {
    const { world, session, bid, list, finish, filed } = await openWorld(airline);
    await using _world = world;
    list('again');
    const [listed] = (await world.calls.listBids(session)).filter(({ id }) => id === bid.id);
    assert.equal(listed?.blocked, null);
    const { flight } = await world.calls.start(session, startOf(bid.id));
    assert.equal(flight.flight.bidId, bid.id);
    await world.calls.cancel(session, { name: null, reason: null });
    assert.equal((await finish({ bidId: bid.id })).state, 'filed');
    assert.equal(await filed(), 2);
  });

  test(`${name}: the same bid, listed still, is flown no second time`, async () => {
    const { world, session, bid, first, list, finish, filed } = await openWorld(airline);
    await using _world = world;
    list('still');
    assert.match((await world.calls.listBids(session)).find(({ id }) => id === bid.id)?.blocked ?? '', /have flown/);
    await assert.rejects(world.calls.start(session, startOf(bid.id)), (error) => isRefusal(error, 'bid-not-found'));
    assert.equal((await finish({ bidId: bid.id })).flight.id, first.flight.id);
    assert.equal(await filed(), 1);
  });
}

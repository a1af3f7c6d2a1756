import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { type CoreClient, type CoreWorld, coreWorld } from './core.ts';
import { position, prefiled, prefileOf } from './core-flight.ts';

// Programs find their flight in plain lists after a crash: what phpVMS lists there, Tracker lists too.

interface Row {
  readonly id: string;
  readonly state: number;
  readonly created_at: string;
  readonly flight_time?: number;
}

/** Files this many flights of Ada's, one after the other, and leaves one open. Their ids, newest first. */
async function flownAndOpen(world: CoreWorld, ada: CoreClient, filed: number): Promise<readonly string[]> {
  const { flight_id: _id, ...free } = await prefileOf(world, 'EDDF');
  const ids: string[] = [];
  for (let index = 0; index <= filed; index++) {
    const { json, status, text } = await ada.post('/pireps/prefile', { ...free, flight_number: `98${index}` });
    assert.equal(status, 200, text);
    ids.unshift(json.data.id);
    await world.served.world.clock.advance(60_000);
    if (index < filed) await ada.post(`/pireps/${json.data.id}/file`, { distance: 100, flight_time: 60 });
  }
  return ids;
}

for (const path of ['/user/pireps', '/pireps', '/users/me/pireps'])
  test(`GET ${path}: the flight under way first, then what was filed, newest first, page by page`, async () => {
    await using world = await coreWorld();
    const ada = world.client();
    const ids = await flownAndOpen(world, ada, 4);
    const { data, meta } = (await ada.get(path)).json;
    assert.deepEqual(
      data.map(({ id }: Row) => id),
      ids,
    );
    assert.deepEqual([data[0].state, data.slice(1).some(({ state }: Row) => state === 0), meta.total], [0, false, 5]);
    const times = data.map(({ created_at }: Row) => created_at);
    assert.deepEqual(times, [...times].sort().reverse(), 'newest created first');
    for (const limit of [1, 2, 3, 5]) {
      const pages: Row[] = [];
      const last = Math.ceil(ids.length / limit);
      for (let page = 1; page <= last + 1; page++) {
        const answer = (await ada.get(`${path}?limit=${limit}&page=${page}`)).json;
        assert.deepEqual([answer.meta.last_page, answer.meta.total], [last, 5]);
        pages.push(...answer.data);
      }
      assert.deepEqual(
        pages.map(({ id }) => id),
        ids,
        `${limit} on a page`,
      );
    }
    assert.deepEqual(
      (await ada.get(`${path}?state=0`)).json.data.map(({ id }: Row) => id),
      ids.slice(0, 1),
    );
    const accepted = (await ada.get(`${path}?state=2`)).json.data.map(({ id }: Row) => id);
    const pending = (await ada.get(`${path}?state=1`)).json.data.map(({ id }: Row) => id);
    assert.deepEqual([...accepted, ...pending].sort(), ids.slice(1).sort());
    await ada.send('DELETE', `/pireps/${ids[0]}/cancel`);
    assert.deepEqual(
      (await ada.get(path)).json.data.map(({ id }: Row) => id),
      ids.slice(1),
      'a cancelled one is gone',
    );
  });

test('after a restart of the server, and while the crew center is down, the flight under way is in the plain list', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const { id } = await prefiled(world, ada);
  world.served.world.line.fail('all', 'before');
  const { data, meta } = (await ada.get('/user/pireps')).json;
  assert.deepEqual([data.map((row: Row) => row.id), meta.total], [[id], 1]);
  assert.equal((await ada.get('/user/pireps?state=2')).status, 503, 'what was filed is not known');
});

test('an open flight says its minutes so far; its points have ids that differ', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const { id, ...opened } = await prefiled(world, ada);
  assert.deepEqual([opened.flight_time, opened.level], [0, 0]);
  assert.equal((opened.airline as { name: string }).name, 'Demo Air');
  const report = (positions: readonly object[]) => ada.post(`/pireps/${id}/acars/position`, { positions });
  await report([position({ gs: 12 })]);
  await world.served.world.clock.advance(25 * 60_000);
  const places = Array.from({ length: 25 }, (_, index) => position({ gs: 12, lat: 47.46 + index / 1000 }));
  assert.equal((await report(places)).json.count, 25);
  assert.equal((await ada.get(`/pireps/${id}`)).json.data.flight_time, 25);
  assert.equal((await ada.get('/user/pireps')).json.data[0].flight_time, 25);
  for (const path of ['acars/position', 'acars']) {
    const rows: readonly Row[] = (await ada.get(`/pireps/${id}/${path}`)).json.data;
    assert.deepEqual([rows.length, new Set(rows.map((row) => row.id)).size], [26, 26], path);
  }
});

test('a PIREP that is filed while the list is read is listed once', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const { id } = await prefiled(world, ada);
  const { line } = world.served.world;
  line.fail('listPireps', 'hangs', 1);
  const listing = ada.get('/user/pireps');
  await until(() => line.asked.has('listPireps'));
  assert.equal((await ada.post(`/pireps/${id}/file`, { distance: 100, flight_time: 60 })).status, 200);
  line.heal();
  const { data, meta } = (await listing).json;
  assert.deepEqual([data.map((each: { id: string }) => each.id), meta.total], [[id], 1]);
});

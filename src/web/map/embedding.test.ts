import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { embedParts, readEmbedding } from './embedding.ts';

test('a frame has the parts that its address names', () => {
  const without = (embed: unknown, isPath = false) => readEmbedding({ embed }, isPath).without;
  assert.deepEqual(without(''), []);
  assert.deepEqual(without('all'), []);
  assert.deepEqual(without('map'), embedParts);
  assert.deepEqual(without('List,card'), ['header', 'search', 'recent']);
  assert.deepEqual(without('<script>'), embedParts);
  assert.deepEqual(readEmbedding({}, true), { isEmbedded: true, without: [] });
  assert.deepEqual(readEmbedding({}, false), { isEmbedded: false, without: [] });
  assert.deepEqual(readEmbedding({ embed: ['a', 'b'] }, false), { isEmbedded: false, without: [] });
});

test('only what is asked for as a frame may be framed', async () => {
  await using web = await WebWorld.open();
  const framing = async (url: string) => String((await web.get(url)).headers['content-security-policy']);
  assert.match(await framing('/tracker/'), /frame-ancestors 'none'/);
  for (const url of ['/tracker/embed', '/tracker/?embed', '/tracker/?embed=list&airline=DMO'])
    assert.match(await framing(url), /frame-ancestors \*/, url);
  const { body } = await web.get('/tracker/?embed=list,card&lang=de');
  assert.match(body, /class="panel embedded without-header without-search without-recent"/);
  assert.match(body, /<html lang="de"/);
});

test('a link to a flight that has ended leads to its page; one to a flight under way, and a frame, shows the map', async () => {
  await using web = await WebWorld.open();
  const { world } = web;
  const { session, flight } = await world.startFlight();
  assert.equal((await web.get(`/tracker/?flight=${flight.id}`)).statusCode, 200);
  await world.calls.cancel(session, { name: null, reason: 'test' });
  const ended = await web.get(`/tracker/?flight=${flight.id}`);
  assert.deepEqual([ended.statusCode, ended.headers.location], [302, `./flights/${flight.id}`]);
  assert.equal((await web.get(`/tracker/embed?flight=${flight.id}`)).statusCode, 200);
  for (const id of ['nobody', '../operator', '%00', 'a'.repeat(500)])
    assert.equal((await web.get(`/tracker/?flight=${encodeURIComponent(id)}`)).statusCode, 200, id);
  assert.equal((await web.get(`/tracker?flight=${flight.id}`)).headers.location, `tracker/?flight=${flight.id}`);
});

import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { createGunzip } from 'node:zlib';
import Fastify from 'fastify';
import { ManualClock } from '../../../test/manual-clock.ts';
import { moving } from '../../../test/moving.ts';
import { Changes } from '../../tracking/flight/changes.ts';
import type { Flight, Position } from '../../tracking/model.ts';
import { Feed } from './feed.ts';
import { Pace } from './pace.ts';
import { registerLive } from './routes.ts';
import { Viewers } from './viewers.ts';

const airport = { icao: 'LSZH', name: null, lat: 47, lon: 8 };
const flight = {
  id: 'a',
  state: 'open',
  plan: { callsign: 'VMS1', ident: 'VM1', departure: airport, arrival: airport },
  aircraft: null,
} as Flight;
const place = (lat: number) => ({ lat, lon: 8, receivedAt: 5 }) as Position;

async function world(maxViewers = 10) {
  const changes = new Changes((error) => {
    throw error;
  });
  const viewers = new Viewers();
  const clock = new ManualClock(1_000);
  const feed = new Feed(changes, [], viewers, clock, { firstId: 100 });
  const app = Fastify();
  registerLive(app, {
    feed,
    viewers,
    maxViewers,
    maxViewersPerNetwork: 3,
    networkOf: ({ headers }) => String(headers['x-test-network'] ?? 'one'),
    acceptsGzip: (header) => header === 'gzip',
    clock,
    pace: new Pace(clock),
    hostOf: ({ headers }) => (headers['x-test-host'] === undefined ? null : { hostMs: Number(headers['x-test-host']) }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const move = async (lat: number) => {
    changes.notify({ kind: 'moved', flight, live: moving(flight, place(lat)) });
    await clock.advance(1_000);
  };
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest({ port, path, headers, method, agent: false }, resolve).on('error', reject).end();
    });
  const close = async () => {
    feed.close();
    await app.close();
  };
  return { viewers, feed, move, get, close };
}

/** What arrives until `count` numbered events are there. */
async function readEvents(message: Readable, count: number): Promise<string> {
  let text = '';
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if ((text.match(/^id: /gm)?.length ?? 0) >= count) break;
  }
  return text;
}

test('a viewer gets the snapshot, then each delta; its line ends its place among the viewers', async () => {
  const { viewers, move, get, close } = await world();
  await move(1);
  const message = await get('/tracker/live/events');
  assert.equal(message.headers['content-type'], 'text/event-stream; charset=utf-8');
  const reading = readEvents(message, 2);
  await move(2);
  const text = await reading;
  assert.match(text, /^retry: 2000\n\nid: 101\nevent: snapshot\ndata: \{"id":101,/);
  assert.match(text, /id: 102\nevent: delta\ndata: \{"at":3000,"new":\[\],"moved":\[\[1,2,8,/);
  message.destroy();
  while (viewers.count > 0) await new Promise((resolve) => setImmediate(resolve));
  await close();
});

test('a viewer that accepts gzip gets one stream of it', async () => {
  const { move, get, close } = await world();
  const message = await get('/tracker/live/events', { 'accept-encoding': 'gzip' });
  assert.equal(message.headers['content-encoding'], 'gzip');
  const text = readEvents(message.pipe(createGunzip()), 2);
  await move(1);
  assert.match(await text, /^retry: 2000\n\nid: 100\nevent: snapshot[\s\S]*id: 101\nevent: delta/);
  message.destroy();
  await close();
});

test('who comes back with Last-Event-ID gets only what it missed', async () => {
  const { move, get, close } = await world();
  const watching = await get('/tracker/live/events');
  await move(1);
  await move(2);
  await move(3);
  watching.destroy();
  const message = await get('/tracker/live/events', { 'last-event-id': '101' });
  const text = await readEvents(message, 2);
  message.destroy();
  assert.doesNotMatch(text, /snapshot/);
  assert.deepEqual(text.match(/^id: \d+/gm), ['id: 102', 'id: 103']);
  for (const strange of ['-1', 'x', '1e9']) {
    const again = await get('/tracker/live/events', { 'last-event-id': strange });
    assert.match(await readEvents(again, 1), /event: snapshot/);
    again.destroy();
  }
  await close();
});

test('more viewers than agreed are asked to come back', async () => {
  const { get, close } = await world(1);
  const first = await get('/tracker/live/events');
  await readEvents(first, 1);
  const refused = await get('/tracker/live/events');
  assert.equal(refused.statusCode, 503);
  assert.equal(refused.headers['retry-after'], '30');
  refused.destroy();
  first.destroy();
  await close();
});

test('who asks for the head of the events alone takes no viewer’s place', { timeout: 10_000 }, async () => {
  const { viewers, get, close } = await world();
  const answer = await get('/tracker/live/events', {}, 'HEAD');
  assert.equal(answer.statusCode, 404);
  assert.equal(viewers.count, 0);
  await close();
});

test('the snapshot carries an ETag that changes with it', async () => {
  const { move, get, close } = await world();
  await move(1);
  const first = await get('/tracker/live/snapshot');
  const etag = String(first.headers.etag);
  first.resume();
  const same = await get('/tracker/live/snapshot', { 'if-none-match': etag });
  assert.equal(same.statusCode, 304);
  await move(2);
  const changed = await get('/tracker/live/snapshot', { 'if-none-match': etag });
  assert.equal(changed.statusCode, 200);
  changed.resume();
  await close();
});

test('one network takes a share of the places, and gets it back when a line ends', async () => {
  const { viewers, get, close } = await world();
  const open = (network: string) => get('/tracker/live/events', { 'x-test-network': network });
  const lines = [await open('one'), await open('one'), await open('one')];
  assert.equal((await open('one')).statusCode, 503);
  const other = await open('other');
  assert.equal(other.statusCode, 200);
  lines[0]?.destroy();
  while (viewers.count > 3) await new Promise((resolve) => setImmediate(resolve));
  const again = await open('one');
  assert.equal(again.statusCode, 200);
  for (const line of [...lines, other, again]) line.destroy();
  await close();
});

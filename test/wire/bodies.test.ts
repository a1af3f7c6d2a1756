import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Contract } from '../../src/contracts/contract.ts';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { until } from '../until.ts';
import { serve } from './served.ts';

const kib = 1024;
const openBytes = 64 * kib;

async function openDoor(contract: Contract) {
  const served = await serve(contract, { logLevel: 'warn' });
  const { world, port, ask: send } = served;
  const { http } = world.server;
  return {
    served,
    http,
    port,
    send,
    clock: world.clock,
    signIn: async () => String((await served.signIn())['x-tracker-token']),
    async [Symbol.asyncDispose]() {
      await until(() => http.bodies.bytes === 0);
      const logLines = [...served.logLines];
      await served[Symbol.asyncDispose]();
      assert.deepEqual(logLines, []);
    },
  };
}

const text = (bytes: number) => 'x'.repeat(bytes);
const gzip = { 'content-encoding': 'gzip' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const many = (one: string, count: number) => Array.from({ length: count }, () => one).join(',');

test('without a session in a header a body has 64 KiB, as sent and as inflated', async () => {
  for (const [contract, login] of [
    [native, '/auth'],
    [legacy, '/login.php'],
  ] as const) {
    await using door = await openDoor(contract);
    const large = JSON.stringify({ login: text(openBytes), password: 'x' });
    assert.equal((await door.send(login, { body: large })).status, 413);
    assert.equal((await door.send(login, { body: gzipSync(large), headers: gzip })).status, 413);
    const bomb = gzipSync(Buffer.alloc(8 << 20, '[{'));
    assert.ok(bomb.length < 10 * kib);
    assert.equal((await door.send(login, { body: bomb, headers: gzip })).status, 413);
    assert.equal((await door.send(login, { body: { login: text(60 * kib), password: 'x' } })).status, 422);
  }
});

test('a legacy log with its token in the body may be large when its beginning, or its address, is of a live session', async () => {
  await using door = await openDoor(legacy);
  const log = Array.from({ length: 2_000 }, (_, line) => `${line} ${text(100)}`);
  const path = '/submit_log.php';
  assert.equal((await door.send(path, { body: { log, token: 'nobody’s' } })).status, 413);
  assert.equal((await door.send(path, { body: { token: 'nobodys', log } })).status, 413);
  const token = await door.signIn();
  assert.equal((await door.send(path, { body: { log, token } })).status, 413, 'its token comes too late');
  assert.notEqual((await door.send(path, { body: { token, log } })).status, 413);
  assert.notEqual((await door.send(path, { body: { log, token } })).status, 413, 'the address is known now');
  const body = new URLSearchParams([['token', token], ...log.map((line) => ['log[]', line] as [string, string])]);
  assert.notEqual((await door.send(path, { body: body.toString(), headers: form })).status, 413);
  assert.equal((await door.send('/login.php', { body: { login: text(openBytes), password: 'x', token } })).status, 413);
});

test('with a session too a body is bounded in depth, in members and in its inflation', async () => {
  await using door = await openDoor(native);
  const headers = { 'x-tracker-token': await door.signIn() };
  const nested = (levels: number) => `{"log":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const cases: readonly (readonly [name: string, body: string, status: number])[] = [
    ['64 levels', nested(63), 422],
    ['65 levels', nested(64), 400],
    // No flight is open: what passes the bounds is 409.
    ['brackets within a text', JSON.stringify({ notes: '[{'.repeat(200) }), 409],
    ['an escaped quote', `{"notes":"\\"${'['.repeat(200)}"}`, 409],
    ['many empty objects', `{"log":[${many('{}', 130_000)}]}`, 400],
    ['many numbers', `{"log":[${many('1', 260_000)}]}`, 400],
    ['a log of 100,000 lines', `{"log":[${many('"a line"', 100_000)}]}`, 409],
  ];
  for (const [name, body, status] of cases)
    assert.equal((await door.send('/finish', { body, headers })).status, status, name);
  const bomb = gzipSync(`{"notes":"${' '.repeat(7 << 20)}"}`);
  assert.equal((await door.send('/finish', { body: bomb, headers: { ...headers, ...gzip } })).status, 413);
});

test('forms, and JSON within a form, have the same bounds', async () => {
  await using door = await openDoor(legacy);
  const headers = { ...form, 'x-tracker-token': await door.signIn() };
  const deep = encodeURIComponent(`${'['.repeat(100)}${']'.repeat(100)}`);
  assert.equal((await door.send('/submit_log.php', { body: 'a&'.repeat(260_000), headers })).status, 400);
  assert.equal((await door.send('/submit_log.php', { body: `fields=${deep}`, headers })).status, 422);
});

test('a form in Latin 1, encoded or plain, is filed as it was written', async () => {
  await using door = await openDoor(legacy);
  const headers = { ...form, 'x-tracker-token': await door.signIn() };
  const { flight_id: flightId } = (await door.send('/position.php', { body: 'lat=47.45&lon=8.55', headers })).json;
  const body = Buffer.from('notes=Z%FCrich+caf%E9&log[]=Höhe 1000 m&fields[Überflug]=Genève', 'latin1');
  assert.equal((await door.send('/submit_log.php', { body, headers })).status, 200);
  const { receipt } = (await door.served.world.journal.readFlight({ flightId })) ?? assert.fail();
  assert.equal(receipt?.pirep.notes, 'Zürich café');
  assert.deepEqual(receipt?.pirep.fields, { Überflug: 'Genève' });
  assert.deepEqual(
    receipt?.pirep.log.map(({ text: line }) => line),
    ['Höhe 1000 m'],
  );
});

test('bodies of strangers share 32 MiB and 10 s each; a pilot’s call beside them is answered', async () => {
  await using door = await openDoor(native);
  const headers = { 'x-tracker-token': await door.signIn() };
  const sockets = Array.from({ length: 600 }, () => connect(door.port, '127.0.0.1'));
  using _sockets = { [Symbol.dispose]: () => sockets.forEach((socket) => void socket.destroy()) };
  const answers = sockets.map(readAll);
  const head = `POST /api/tracker/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${openBytes}\r\n\r\n`;
  const half = Buffer.from(`${head}{"login":"${text(60 * kib)}`);
  for (const socket of sockets) socket.write(half);
  // Those beyond the share are refused at once.
  const refused = await Promise.race(answers);
  assert.match(refused, /^HTTP\/1.1 503 [\s\S]*retry-after: 5\r\n[\s\S]*"server-busy"/i);
  assert.ok(door.http.bodies.bytes <= 32 << 20, `${door.http.bodies.bytes} bytes`);
  const [bid] = (await door.send('/bids', { headers })).json.bids;
  assert.equal((await door.send('/start', { body: { bid_id: bid.id }, headers })).status, 200);
  await until(() => door.http.bodies.bytes > 30 << 20);
  assert.ok(door.http.bodies.bytes <= 32 << 20);
  await door.clock.advance(10_000);
  await until(() => door.http.bodies.bytes === 0);
  // Who goes on sending after that loses the connection.
  await door.clock.advance(5_000);
  const all = await Promise.all(answers);
  assert.ok(all.every((answer) => answer.startsWith('HTTP/1.1 503')));
});

test('who sends no HTTP loses the connection, also when it never closes its own side; headers have 10 s', async () => {
  await using door = await openDoor(native);
  const { server } = door.http.fastify;
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [10_000, 60_000]);
  const socket = connect({ port: door.port, host: '127.0.0.1', allowHalfOpen: true });
  using _socket = { [Symbol.dispose]: () => void socket.destroy() };
  socket.on('error', () => undefined);
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  socket.write('no HTTP at all\r\n\r\n');
  await until(() => said !== '');
  assert.match(said, /^HTTP\/1.1 400 /);
  let open = 1;
  await until(() => {
    server.getConnections((_error, count) => {
      open = count;
    });
    return open === 0;
  });
});

/** What the server says until it closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  let said = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    said += chunk;
  });
  await Promise.race([once(socket, 'close'), once(socket, 'data')]);
  return said;
}

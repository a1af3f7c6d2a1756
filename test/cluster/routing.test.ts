import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { coreBelowTracker } from '../../src/contracts/phpvms7-core/phpvms7-core.ts';
import { partitionOf } from '../../src/journal/partition.ts';
import { Secret } from '../../src/lib/secret.ts';
import { digest } from '../../src/lib/tokens.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import type { LoginRequest } from '../../src/tracking/calls.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { until } from '../until.ts';
import { type Answer, type Asking, ask } from '../wire/ask.ts';
import { TwoServers } from './servers.ts';

const ada = { login: 'ada@demo-air.example', password: demoPassword };
const base = '/api/tracker';

/** Ada is a pilot of the second server, everybody else of the first. */
async function open(...contracts: NonNullable<Parameters<typeof TwoServers.open>[0]>[number][]): Promise<TwoServers> {
  const two = await TwoServers.open([native, ...contracts]);
  two.holder = (partition) => (partition === partitionOf('1') ? 1 : 0);
  return two;
}

/** Asks both servers in turn, as a load balancer does. */
function inTurn(two: TwoServers): (path: string, asking?: Asking) => Promise<Answer> {
  let turn = 0;
  return (path, asking) => {
    turn += 1;
    return two.ask(turn % 2, path, asking);
  };
}

async function signIn(two: TwoServers, server = 0): Promise<Readonly<Record<string, string>>> {
  const { json } = await two.ask(server, `${base}/auth`, { body: ada });
  return { authorization: `Bearer ${json.token}` };
}

function position(two: TwoServers, seq: number) {
  const recorded_at = new Date(two.clock.now()).toISOString();
  return { seq, lat: 47.4 + seq / 1000, lon: 8.5, altitude: 1_400 + seq, gs: 120, heading: 90, vs: 500, recorded_at };
}

async function start(two: TwoServers, ask: ReturnType<typeof inTurn>, headers: Readonly<Record<string, string>>) {
  const { json } = await ask(`${base}/bids`, { headers });
  const started = await ask(`${base}/start`, { headers, body: { bid_id: json.bids[0].id } });
  assert.equal(started.status, 200, started.text);
  for (let seq = 1; seq <= 4; seq += 1) {
    await two.clock.advance(1_000);
    const stored = await ask(`${base}/position`, { headers, body: position(two, seq) });
    assert.equal(stored.status, 200, stored.text);
  }
  return String(started.json.flight_id);
}

test('a pilot flies and files at whichever server is asked, and everything is stored at one', async () => {
  await using two = await open();
  const ask = inTurn(two);
  const headers = await signIn(two);
  const id = await start(two, ask, headers);
  const own = [...two.server(1).tracker.tracking.flights].map(({ flight, fold }) => [flight.id, fold.positionCount]);
  assert.deepEqual(own, [[id, 4]]);
  await two.look();
  for (const server of [0, 1]) {
    const { tracking } = two.server(server).tracker;
    assert.deepEqual(
      (await tracking.calls.listLive()).map(({ flight }) => flight.id),
      [id],
      `on the map of server ${server}`,
    );
    assert.equal((await tracking.operator.readFlight(id))?.positionCount, 4, `to the operator of server ${server}`);
    assert.equal((await two.ask(server, `/tracker/flights/${id}`)).status, 200, `a page of server ${server}`);
  }
  const filed = await ask(`${base}/finish`, { headers, body: {} });
  assert.equal(filed.status, 200, filed.text);
  await two.look();
  assert.deepEqual(await two.server(0).tracker.tracking.calls.listLive(), []);
  assert.equal((await two.server(0).tracker.tracking.operator.listFlights({ states: ['filed'] })).length, 1);
});

test('the answer of the other server is passed on byte for byte', async () => {
  await using two = await open();
  const headers = await signIn(two, 1);
  for (const path of ['/bids', '/flight', '/profile', '/nothing']) {
    const [there, here] = [await two.ask(1, base + path, { headers }), await two.ask(0, base + path, { headers })];
    assert.deepEqual([here.status, here.bytes.toString()], [there.status, there.bytes.toString()], path);
    const { 'x-request-id': _, date: __, connection: ___, ...kept } = there.headers;
    for (const [name, value] of Object.entries(kept)) assert.equal(here.headers[name], value, `${path}: ${name}`);
  }
});

test('a token in the body and an API key lead to the right server, compressed or not', async () => {
  await using two = await open(legacy, coreBelowTracker);
  const { json } = await two.ask(0, '/acars/login.php', { body: ada });
  const whole = JSON.stringify({ token: json.token, padding: 'x'.repeat(100_000) });
  const gzip = { 'content-encoding': 'gzip' };
  const small = JSON.stringify({ token: json.token });
  const refused = await two.ask(1, '/acars/position.php', { method: 'POST', body: small });
  for (const asking of [{ body: small }, { body: gzipSync(small), headers: gzip }, { body: whole }])
    assert.deepEqual((await two.ask(0, '/acars/position.php', { method: 'POST', ...asking })).json, refused.json);
  const { crewCenter } = two.server(0).tracker;
  const key = crewCenter.embedded?.crewCenter.database.prepare('SELECT api_key FROM users WHERE id = 1').get();
  const headers = { 'x-api-key': String(key?.api_key) };
  const answers = [0, 1].map((server) => two.ask(server, '/api/tracker/core/api/user', { headers }));
  const [first, second] = await Promise.all(answers);
  assert.deepEqual([first?.status, first?.text], [200, second?.text]);
  assert.equal(two.server(0).tracker.tracking.forPeers.pilotOf('none'), null);
});

test('while nobody holds a pilot, or the holder does not answer, the client is asked to try again', async () => {
  await using two = await open();
  const headers = await signIn(two);
  const { holder } = two;
  two.holder = (partition) => (partition === partitionOf('1') ? null : 0);
  for (const server of [0, 1]) {
    const answer = await two.ask(server, `${base}/flight`, { headers });
    assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '1']);
    const login = await two.ask(server, `${base}/auth`, { body: ada });
    assert.deepEqual([login.status, login.headers['retry-after']], [503, '1']);
  }
  // Each believes that the other one has the pilot: the request is sent on once.
  two.holder = holder;
  await two.stop(1);
  const gone = await two.ask(0, `${base}/position`, { headers, body: position(two, 1) });
  assert.deepEqual([gone.status, gone.headers['retry-after']], [503, '1']);
  await two.start(1);
  assert.equal((await two.ask(0, `${base}/flight`, { headers })).status, 200);
});

test('failed logins count over all servers', async () => {
  await using two = await open();
  const ask = inTurn(two);
  const wrong = { ...ada, password: 'wrong' };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await ask(`${base}/auth`, { body: wrong })).status);
  assert.ok(statuses.indexOf(429) > 0, statuses.join());
  for (const server of [0, 1]) assert.equal((await two.ask(server, `${base}/auth`, { body: wrong })).status, 429);
});

test('a session from before there were several servers goes on', async () => {
  await using two = await open();
  const { tracker } = two.server(1);
  const token = 'a'.repeat(43);
  const at = two.clock.now();
  const pilot = { pilotId: '1', pilotIdent: 'DMO0001', pilotName: 'Ada Keller', credentialVersion: '' };
  const times = { createdAt: at, expiresAt: at + 3_600_000, lifetime: 'normal' } as const;
  await tracker.journal.saveSession({ tokenHash: digest(token), ...pilot, ...times });
  await two.stop(1);
  await two.start(1);
  const headers = { authorization: `Bearer ${token}` };
  for (const server of [0, 1]) assert.equal((await two.ask(server, `${base}/flight`, { headers })).status, 200);
  await two.stop(1);
  const other = { authorization: `Bearer ${'c'.repeat(43)}` };
  for (const each of [headers, other]) {
    // Known a minute ago, or perhaps the other one's: it is not refused for good.
    const answer = await two.ask(0, `${base}/flight`, { headers: each });
    assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '1']);
  }
  await two.start(1);
  const unknown = { authorization: `Bearer ${'b'.repeat(43)}` };
  for (const server of [0, 1])
    assert.equal((await two.ask(server, `${base}/flight`, { headers: unknown })).status, 401);
});

test('the unread body of a request without one does not run into the next request', async () => {
  await using two = await open();
  const headers = await signIn(two);
  const smuggled = Buffer.from('GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n');
  for (let round = 0; round < 5; round += 1) {
    const odd = { method: 'GET', headers: { ...headers, 'content-length': '40' }, body: smuggled };
    assert.equal((await two.ask(0, `${base}/flight`, odd)).status, 200);
    const next = await two.ask(0, `${base}/flight`, { headers });
    assert.equal(next.status, 200, next.text);
  }
});

test('a login with a key that nobody has is refused at every server', async () => {
  await using two = await open();
  two.holder = (partition) => (partition === partitionOf('') ? 1 : 0);
  const login = { credential: { kind: 'api-key', apiKey: new Secret('nobody has this key') }, address: '203.0.113.7' };
  for (const server of [0, 1]) {
    const { calls } = two.server(server).tracker.tracking;
    await assert.rejects(
      calls.login(login as LoginRequest),
      (error) => isRefusal(error) && error.code !== 'shutting-down',
    );
  }
});

test("the operator ends a pilot's sessions at the server that has them, or is told to try again while nobody does", async () => {
  await using two = await open();
  const headers = await signIn(two);
  const { operator } = two.server(0).tracker.tracking;
  const { holder } = two;
  two.holder = (partition) => (partition === partitionOf('1') ? null : 0);
  for (const pilotId of ['1', null])
    await assert.rejects(operator.endSessions('operator', pilotId), (error) => isRefusal(error, 'shutting-down'));
  await assert.rejects(operator.finishFlight('operator', 'no such flight', 'late'), (error) =>
    isRefusal(error, 'shutting-down'),
  );
  two.holder = holder;
  assert.equal((await two.ask(1, `${base}/bids`, { headers })).status, 200);
  assert.equal(await operator.endSessions('operator', '1'), 1);
  assert.equal((await two.ask(1, `${base}/bids`, { headers })).status, 401);
});

test('reports of its own pilots are answered without the framework, until they are of another server, on the same connection', async () => {
  await using two = await open();
  const headers = await signIn(two);
  await start(two, inTurn(two), headers);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { http, url } = two.server(1);
  let inFramework = 0;
  http.fastify.server.on('request', () => (inFramework += 1));
  let seq = 10;
  const report = async () => {
    seq += 1;
    await two.clock.advance(1_000);
    const asked = { headers, body: position(two, seq) };
    return (await ask(Number(new URL(url).port), `${base}/position`, asked, agent)).status;
  };
  try {
    assert.deepEqual([await report(), await report(), await report()], [200, 200, 200]);
    assert.equal(inFramework, 0);
    two.holder = () => null;
    assert.equal(await report(), 503);
    two.holder = (partition) => (partition === partitionOf('1') ? 1 : 0);
    assert.equal(await report(), 200);
    assert.equal(inFramework, 1);
  } finally {
    agent.destroy();
  }
});

test('reports of another server’s pilot go to it by one stream, and while it is away the client is asked to send them again', async () => {
  await using two = await open();
  const headers = await signIn(two);
  const id = await start(two, inTurn(two), headers);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { http, url } = two.server(0);
  let inFramework = 0;
  http.fastify.server.on('request', () => (inFramework += 1));
  const report = (body: ReturnType<typeof position>) =>
    ask(Number(new URL(url).port), `${base}/position`, { headers, body }, agent);
  let seq = 4;
  let last = position(two, seq);
  const isDirect = async () => {
    const before = inFramework;
    seq += 1;
    await two.clock.advance(1_000);
    last = position(two, seq);
    const { status, text } = await report(last);
    assert.equal(status, 200, text);
    return inFramework === before;
  };
  try {
    await until(isDirect);
    const repeated = await report(last);
    assert.deepEqual([repeated.status, repeated.headers['keep-alive']], [200, 'timeout=75']);
    await two.stop(1);
    const away = await report(position(two, seq + 1));
    assert.deepEqual([away.status, away.headers['retry-after']], [503, '1']);
    await two.start(1);
    await until(isDirect);
    const own = [...two.server(1).tracker.tracking.flights].map(({ flight, fold }) => [flight.id, fold.positionCount]);
    assert.deepEqual(own, [[id, seq]]);
  } finally {
    agent.destroy();
  }
});

test('a flight of another server is resumed in the crew center once it reports again', async () => {
  await using two = await open();
  const headers = await signIn(two);
  await start(two, inTurn(two), headers);
  const pireps = two.server(0).tracker.crewCenter.embedded?.crewCenter.database.prepare('SELECT status FROM pireps');
  const isPaused = () => pireps?.all().some(({ status }) => status === 'PSD');
  await two.clock.advance(40 * 60_000);
  await until(() => isPaused() === true);
  const back = await two.ask(0, `${base}/position`, { headers, body: position(two, 9) });
  assert.equal(back.status, 200, back.text);
  await until(async () => {
    await two.clock.advance(1_000);
    return isPaused() === false;
  });
});

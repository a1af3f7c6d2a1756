import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { configOf, tracker } from '../../test/command-line.ts';
import { placeEmptyCrewCenter } from '../../test/empty-crew-center.ts';
import { demoPassword, seedDemo } from '../platform/embedded/demo.ts';
import { embeddedFileName } from '../platform/embedded/embedded.ts';
import { openServer, type Server } from '../server/app.ts';

const reason = 'It hung, please fly again';

async function openFlying(t: TestContext) {
  const data = mkdtempSync(join(tmpdir(), 'cli-rescue-'));
  t.after(() => rmSync(data, { recursive: true }));
  await using opened = new AsyncDisposableStack();
  await placeEmptyCrewCenter(join(data, embeddedFileName));
  const server = opened.use(await openServer({ config: configOf(data), replace: { passwordCost: 4 } }));
  assert.ok(server.tracker.crewCenter.embedded !== null);
  await seedDemo(server.tracker.crewCenter.embedded.crewCenter);
  assert.equal((await tracker(data, 'bid', 'add', 'cleo@demo-air.example', 'demo-dmo311')).code, 0);
  const flights = [];
  for (const name of ['ada', 'ben', 'cleo']) flights.push(await startFlight(server, `${name}@demo-air.example`));
  opened.move();
  return { data, server, flights };
}

async function ask({ url }: Server, path: string, token: string | null, body?: object) {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
  const post = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${url}/api/tracker/${path}`, { headers, ...post });
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  return { status: answer.status, body: (await answer.json()) as any };
}

async function startFlight(server: Server, login: string): Promise<{ readonly id: string; readonly token: string }> {
  const { token } = (await ask(server, 'auth', null, { login, password: demoPassword })).body;
  const { bids } = (await ask(server, 'bids', token)).body;
  const { flight_id } = (await ask(server, 'start', token, { bid_id: bids[0].id })).body;
  assert.equal((await ask(server, 'position', token, { seq: 1, lat: 47.4, lon: 8.5 })).status, 200);
  return { id: flight_id, token };
}

for (const isServed of [true, false]) {
  test(`flights are rescued by command, ${isServed ? 'beside a server' : 'without one'}, and their clients get the reason`, async (t) => {
    const { data, server, flights } = await openFlying(t);
    await using stack = new AsyncDisposableStack();
    if (isServed) stack.use(server);
    else await server[Symbol.asyncDispose]();
    const [released, cancelled, finished] = flights.map(({ id }) => id) as [string, string, string];
    const done: readonly (readonly [words: readonly string[], text: RegExp])[] = [
      [['flights'], new RegExp(`${finished}.*${cancelled}.*${released}`, 's')],
      [['flights', 'show', released], /"state": "open"/],
      [['flights', 'release', released, '--reason', reason], /is abandoned/],
      [['flights', 'cancel', cancelled, '--reason', reason], /is cancelled/],
      [['outbox', 'set-aside', finished, '--reason', 'Wait for its aircraft'], /Done/],
      [['outbox', 'retry', finished], /Done/],
      [['flights', 'finish', finished], /Filed as PIREP/],
      [['flights'], /no flights in progress/],
      [['sessions'], /DMO0001.*DMO0002.*DMO0003/s],
      [['sessions', 'end', 'dmo0003'], /^1 ended/],
    ];
    for (const [words, text] of done) {
      const run = await tracker(data, ...words);
      assert.deepEqual([run.code, text.test(run.text)], [0, true], `tracker ${words.join(' ')}: ${run.text}`);
    }
    const serving = isServed
      ? server
      : stack.use(await openServer({ config: configOf(data), replace: { passwordCost: 4 } }));
    for (const { id, token } of flights.slice(0, 2)) {
      const late = await ask(serving, 'position', token, { flight_id: id, seq: 2, lat: 47.5, lon: 8.6 });
      assert.deepEqual([late.status, late.body.error.code], [409, 'flight-ended']);
      assert.match(late.body.error.message, new RegExp(reason));
      const { flight } = (await ask(serving, `flight?flight_id=${id}`, token)).body;
      assert.equal(flight.reason, reason);
    }
    assert.equal((await ask(serving, 'bids', flights[2]?.token ?? '')).status, 401);
  });
}

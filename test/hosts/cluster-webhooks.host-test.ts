// needs: mariadb
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { noAnswers } from '../../prove/cluster/answers.ts';
import { Crew7 } from '../../prove/cluster/crew-7.ts';
import { roundRobin } from '../../prove/cluster/round-robin.ts';
import { connectTracker } from '../../src/client/client.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { until } from '../until.ts';
import { accept, drop, Receiver, replyWith } from '../webhooks/receiver.ts';
import { sqlModes, startMariadb } from './mariadb.ts';
import { SharingServer } from './sharing-server.ts';

// Three servers whose journal is in MariaDB. The one that delivers is killed again and again.

const pilots = 3;
const kills = 2;
const flightsBetween = 2;

/** Reads the stream of changes from any server, and goes on where it was when one dies. */
class Reader {
  readonly numbers: number[] = [];
  /** Where the first stream began. */
  #after: string | null = null;
  readonly changes: string[] = [];
  readonly #urls: readonly string[];
  readonly #key: string;
  readonly #closed = new AbortController();
  readonly #running: Promise<void>;

  constructor(urls: readonly string[], key: string) {
    this.#urls = urls;
    this.#key = key;
    this.#running = this.#read();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#running;
  }

  async #read(): Promise<void> {
    for (let turn = 0; !this.#closed.signal.aborted; turn++)
      await this.#readOnce(this.#urls[turn % this.#urls.length] ?? '').catch(() => undefined);
  }

  async #readOnce(url: string): Promise<void> {
    const last = this.numbers.at(-1)?.toString() ?? this.#after;
    const headers = { authorization: `Bearer ${this.#key}`, ...(last !== null && { 'last-event-id': last }) };
    const response = await fetch(`${url}/tracker/api/v1/changes`, { headers, signal: this.#closed.signal });
    if (response.status !== 200 || response.body === null) return;
    let text = '';
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      text += piece;
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const event of whole) this.#take(event);
    }
  }

  #take(event: string): void {
    assert.ok(!event.includes('event: gap'), event);
    this.#after ??= /^: after (\d+)$/m.exec(event)?.[1] ?? null;
    const data = /^data: (.*)$/m.exec(event)?.[1];
    if (data === undefined) return;
    const { number, change, flight } = JSON.parse(data) as {
      number: number;
      change: string;
      flight: { flight_id: string };
    };
    this.numbers.push(number);
    this.changes.push(`${flight.flight_id} ${change}`);
  }
}

test(`the server that delivers is killed ${kills} times: every change reaches webhooks and streams, in order`, {
  timeout: 400_000,
}, async (t) => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-sharing-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const database = stack.use(await startMariadb(sqlModes.strict, 'durable'));
  await database.createDatabase('journal', '');
  const crew = stack.use(await Crew7.open(pilots));
  const receiver = stack.use(await Receiver.open());
  const opening = ['1', '2', '3'].map((name) =>
    SharingServer.open(database.address('journal'), crew.settings(join(folder, name)), join(folder, name)),
  );
  const servers = (await Promise.all(opening)).map((server) => stack.use(server));
  const mysql = openMysql(database.address('journal'));
  stack.defer(() => mysql.close());
  const first = async () => {
    const [row] = await mysql.rows(
      'SELECT s.address FROM partitions p JOIN servers s ON s.id = p.owner WHERE p.id = 0',
    );
    return servers.find(({ peerPort }) => String(row?.address).endsWith(`:${peerPort}`));
  };
  const held = async () => Number((await mysql.rows('SELECT count(DISTINCT owner) AS n FROM partitions'))[0]?.n);
  await until(async () => (await held()) === servers.length, { withinMs: 60_000 });

  // By a server that does not deliver.
  const holder = await first();
  const beside = servers.find((server) => server !== holder);
  assert.ok(holder !== undefined && beside !== undefined);
  const input = { kind: 'webhook', name: 'Site', url: receiver.url, events: [], options: {} };
  await beside.ask('addWebhook', 'test', input);
  const wanted = { name: 'Reader', scopes: ['changes'], days: null };
  const { secret } = (await beside.ask('createApiKey', 'test', wanted)) as { secret: string };
  const urls = servers.map(({ url }) => url);
  const reader = new Reader(urls, secret);
  stack.defer(() => reader.close());

  let count = 0;
  receiver.reply = (response, received) =>
    [accept, accept, drop, accept, accept, accept, replyWith(500)][count++ % 7]?.(response, received);
  const flown: string[] = [];
  const fly = async (key: string) => {
    const client = await connectTracker(`${urls[0]}/`, {
      fetch: roundRobin(urls, noAnswers()),
      timeoutMs: 5_000,
      askPatienceMs: 60_000,
    });
    await client.login({ apiKey: key });
    for (let flight = 0; flight < flightsBetween; flight++) {
      const route = { departure: 'LSZH', arrival: 'LEPA', aircraft: 'A320' };
      const started = await client.startFlight({ airline: 'ALP', flight_number: String(100 + flown.length), ...route });
      flown.push(started.flightId ?? '');
      await started.cancel();
    }
  };
  for (let kill = 0; kill < kills; kill++) {
    const flying = Promise.all(crew.keys.map(fly));
    await until(() => flown.length > kill * pilots * flightsBetween, { withinMs: 60_000 });
    const victim = await first();
    await victim?.kill();
    await flying;
    await victim?.start();
  }
  receiver.reply = accept;

  const expected = ['flight.started', 'flight.cancelled'];
  const typesOf = (flight: string) => [
    ...new Set(receiver.received.filter(({ lane }) => lane === flight).map(({ type }) => type)),
  ];
  await until(() => flown.every((flight) => typesOf(flight).length === expected.length), {
    withinMs: 90_000,
    everyMs: 100,
  });
  for (const flight of flown) {
    assert.deepEqual(typesOf(flight), expected, 'the first of each type is in order');
    const ids = new Set(receiver.received.filter(({ lane }) => lane === flight).map(({ type, id }) => `${type} ${id}`));
    assert.equal(ids.size, expected.length, 'one id for each event');
  }
  await until(() => flown.every((flight) => reader.changes.includes(`${flight} cancelled`)), { withinMs: 60_000 });
  assert.deepEqual(
    reader.numbers,
    [...new Set(reader.numbers)].sort((a, b) => a - b),
    'each once, in order',
  );
  for (const flight of flown)
    assert.deepEqual(
      reader.changes.filter((each) => each.startsWith(flight)),
      [`${flight} started`, `${flight} cancelled`],
    );
  t.diagnostic(
    `${flown.length * 2} events, ${receiver.received.length} requests, ${reader.numbers.length} changes read`,
  );
});

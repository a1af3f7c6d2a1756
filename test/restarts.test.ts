import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setInterval } from 'node:timers/promises';
import { pilot, readLeft, seedDirectory } from './flying/served.ts';
import { SocketParent } from './flying/socket-parent.ts';
import { until } from './until.ts';

const requestsPerSecond = 200;
/** A crash among them. */
const signals = ['SIGTERM', 'SIGTERM', 'SIGKILL', 'SIGTERM', 'SIGTERM'] as const;
const environment = { TRACKER_REQUESTS_PER_SECOND: '10000', TRACKER_REQUEST_BURST: '100000' };

async function post(url: string, token: string | null, body: object): Promise<Response> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token !== null && { Authorization: `Bearer ${token}` }),
  };
  return await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Signs in and starts a flight. @returns the token */
async function startFlight(base: string): Promise<string> {
  const { token } = (await (await post(`${base}/auth`, null, pilot)).json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const { bids } = (await (await fetch(`${base}/bids`, { headers })).json()) as { bids: { id: string }[] };
  const started = await post(`${base}/start`, token, { bid_id: bids[0]?.id });
  assert.equal(started.status, 200, await started.text());
  return token;
}

/** Sends positions at a steady rate, whether or not those before are answered, each again until it is acknowledged. */
class Sender {
  readonly refused: string[] = [];
  again = 0;
  acknowledged = 0;
  slowestMs = 0;
  readonly #send: (seq: number) => Promise<Response>;
  readonly #underWay: Promise<void>[] = [];

  constructor(send: (seq: number) => Promise<Response>) {
    this.#send = send;
  }

  async run(isOver: () => boolean): Promise<number> {
    const begun = performance.now();
    for await (const _ of setInterval(5)) {
      const due = ((performance.now() - begun) * requestsPerSecond) / 1_000;
      while (this.#underWay.length < due) this.#underWay.push(this.#deliver(this.#underWay.length + 1));
      if (isOver()) break;
    }
    await Promise.all(this.#underWay);
    return this.#underWay.length;
  }

  /** Waits until all that was sent up to now is acknowledged. */
  async catchUp(): Promise<void> {
    const sent = this.#underWay.length;
    await until(() => this.acknowledged >= sent, { withinMs: 60_000 });
  }

  async #deliver(seq: number): Promise<void> {
    const begun = performance.now();
    while (!(await this.#isStored(seq))) this.again += 1;
    this.acknowledged += 1;
    this.slowestMs = Math.max(this.slowestMs, performance.now() - begun);
  }

  async #isStored(seq: number): Promise<boolean> {
    try {
      const response = await this.#send(seq);
      const text = await response.text();
      if (response.status !== 200 && response.status !== 503) throw new Error(`${response.status} ${text}`);
      return response.status === 200;
    } catch (error) {
      const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
      if (cause?.code === undefined) throw error;
      if (cause.code === 'ECONNREFUSED') this.refused.push(`${seq}: ${cause.message}`);
      return false;
    }
  }
}

test(`restarted ${signals.length} times under ${requestsPerSecond} requests a second: none refused, lost or stored twice`, {
  timeout: 180_000,
}, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-restarts-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  await seedDirectory(directory);
  await using parent = await SocketParent.open(directory, signals.length, environment);
  const base = `${parent.url}/api/tracker`;
  const token = await startFlight(base);
  const sender = new Sender((seq) => post(`${base}/position`, token, { seq, lat: 47, lon: 8 + seq / 10_000, gs: 300 }));
  let isOver = false;
  const gapsMs: number[] = [];
  const sending = sender.run(() => isOver);
  for (const signal of signals) {
    const begun = performance.now();
    await parent.restart(signal);
    gapsMs.push(Math.round(performance.now() - begun));
    await sender.catchUp();
  }
  isOver = true;
  const count = await sending;
  t.diagnostic(`${count} positions; restarts took ${gapsMs.join(', ')} ms`);
  t.diagnostic(`${sender.again} were sent again; the slowest took ${Math.round(sender.slowestMs)} ms`);
  assert.deepEqual(sender.refused, []);
  assert.equal(await parent.end(), 0);
  const { positions } = await readLeft(directory);
  const stored = positions.map(({ seq }) => Number(seq)).sort((a, b) => a - b);
  assert.deepEqual(
    stored,
    Array.from({ length: count }, (_, index) => index + 1),
  );
});

test('a unix socket that systemd passes is served', { timeout: 60_000 }, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-passed-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const socketPath = join(directory, 'passed.sock');
  await using _parent = await SocketParent.open(directory, 0, environment, socketPath);
  const request = get({ socketPath, path: '/healthz' });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  assert.equal(response.statusCode, 200);
});

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf } from '../../src/journal/arrange/layout.ts';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { askServer, controlPath } from '../../src/server/control-socket.ts';
import { processOf } from '../../src/server/processes/part.ts';
import { freePort, main, readLeft, seedDirectory } from '../flying/served.ts';
import { until } from '../until.ts';
import { type Answer, type Asking, ask } from '../wire/ask.ts';

const base = '/api/tracker';

/** `tracker serve` with a number of processes, on one data directory. */
class Processes {
  readonly directory: string;
  readonly port: number;
  #child: ChildProcess | null = null;
  #output = '';

  private constructor(directory: string, port: number) {
    this.directory = directory;
    this.port = port;
  }

  static async seeded(): Promise<Processes> {
    const directory = await mkdtemp(join(tmpdir(), 'tracker-processes-'));
    await seedDirectory(directory);
    return new Processes(directory, await freePort());
  }

  async start(count: number): Promise<void> {
    const args = [
      'serve',
      '--data',
      this.directory,
      '--listen',
      `127.0.0.1:${this.port}`,
      '--processes',
      String(count),
    ];
    this.#output = '';
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    await until(() => this.#output.includes(count === 1 ? 'ready at' : 'every process serves'), { withinMs: 60_000 });
  }

  /** Kills one of the processes, and waits until it serves again. */
  async kill(which: number): Promise<void> {
    const pids = () =>
      [...this.#output.matchAll(new RegExp(`"process":${which},"pid":(\\d+)`, 'g'))].map(([, pid]) => Number(pid));
    const before = pids();
    process.kill(before.at(-1) ?? 0, 'SIGKILL');
    await until(() => pids().length > before.length, { withinMs: 60_000 });
  }

  async stop(): Promise<string> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return this.#output;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null], this.#output);
    return this.#output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** A client that sends a request again until it succeeds, on a connection that it keeps; it knows no refusal but 503. */
class Client {
  readonly #port: number;
  readonly #login: string;
  readonly id: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  headers: Readonly<Record<string, string>> = {};
  sent = 0;

  constructor(port: number, id: string, login: string) {
    this.#port = port;
    this.id = id;
    this.#login = login;
  }

  async ask(path: string, asking: Asking = {}): Promise<Answer> {
    let answered: Answer | null = null;
    await until(
      async () => {
        // A process that is killed takes its connections along.
        const asked = { headers: this.headers, ...asking };
        const answer = await ask(this.#port, base + path, asked, this.#agent).catch(() => null);
        const isAsked = answer?.status === 503 && Number(answer.headers['retry-after']) > 0;
        assert.ok(answer === null || answer.status === 200 || isAsked, `${path}: ${answer?.status} ${answer?.text}`);
        if (answer?.status === 200) answered = answer;
        return answered !== null;
      },
      { withinMs: 60_000 },
    );
    return answered as unknown as Answer;
  }

  async start(): Promise<void> {
    const { json: grant } = await this.ask('/auth', { body: { login: this.#login, password: demoPassword } });
    this.headers = { authorization: `Bearer ${grant.token}` };
    const { json: known } = await this.ask('/bids');
    const bids = known.bids.length > 0 ? known.bids : [await this.#book()];
    await this.ask('/start', { body: { bid_id: bids[0].id } });
  }

  async #book(): Promise<{ readonly id: string }> {
    const { json: booked } = await this.ask('/bids', { body: { schedule_id: 'demo-dmo311', aircraft: null } });
    return booked.bid ?? booked;
  }

  async fly(positions: number): Promise<void> {
    for (let index = 0; index < positions; index += 1) {
      this.sent += 1;
      const seq = this.sent;
      const recorded_at = new Date(Date.now()).toISOString();
      const where = { lat: 47.4 + seq / 1000, lon: 8.5, altitude: 1_400 + seq, gs: 120, heading: 90, vs: 500 };
      await this.ask('/position', { body: { seq, recorded_at, ...where } });
    }
  }
}

/** The numbers of the positions that each journal has, by pilot. */
async function stored(directory: string, count: number) {
  const found: Record<string, (number | null)[]>[] = [];
  for (let process = 1; process <= count; process += 1) {
    const journal = await openJournal({ directory: join(directory, folderOf(process) ?? ''), clock: systemClock });
    const ofPilots: Record<string, (number | null)[]> = {};
    for (const { number, pilot } of await journal.listFlights({})) {
      const reports = await journal.readReports(number);
      ofPilots[pilot.id] = reports.map((report) => (report.kind === 'position' ? report.position.seq : null));
    }
    found.push(ofPilots);
    await journal.close();
  }
  return found;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('from one process to two and back nothing is lost, also when each of them is killed', async () => {
  await using served = await Processes.seeded();
  const clients = [
    new Client(served.port, '1', 'ada@demo-air.example'),
    new Client(served.port, '3', 'cleo@demo-air.example'),
  ];
  const fly = (positions: number) => Promise.all(clients.map((client) => client.fly(positions)));
  await served.start(1);
  for (const client of clients) await client.start();
  await fly(10);
  await served.stop();
  await served.start(2);
  await fly(10);
  const reply = await askServer(controlPath(served.directory), 'readMetrics', []);
  const metrics = String(reply?.result);
  for (const { id } of clients)
    assert.match(
      metrics,
      new RegExp(`^tracker_flights\\{state="open",process="process-${processOf(id, 2)}"\\} 1$`, 'm'),
    );
  assert.equal(metrics.match(/^# TYPE tracker_flights /gm)?.length, 1);
  for (const which of [2, 1]) await Promise.all([served.kill(which), fly(30)]);
  await served.stop();
  const expected: Record<string, (number | null)[]>[] = [{}, {}];
  for (const { id, sent } of clients) (expected[processOf(id, 2) - 1] ?? {})[id] = upTo(sent);
  assert.deepEqual(await stored(served.directory, 2), expected);
  await served.start(1);
  await fly(5);
  for (const client of clients) await client.ask('/finish', { body: {} });
  await served.stop();
  assert.deepEqual(await stored(served.directory, 2), [{ 1: upTo(85), 3: upTo(85) }, {}]);
  assert.deepEqual((await readLeft(served.directory)).pirepStates.length, 2);
});

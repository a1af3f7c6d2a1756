import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { demoPassword, seedDemo } from '../../src/platform/embedded/demo.ts';
import { embeddedFileName, openEmbedded } from '../../src/platform/embedded/embedded.ts';
import type { FlightEvent, Position } from '../../src/tracking/model.ts';
import { placeEmptyCrewCenter } from '../empty-crew-center.ts';

const silent = { info() {}, warn() {}, error() {} };
export const main = join(import.meta.dirname, '../../src/cli/main.ts');
export const pilot = { login: 'ada@demo-air.example', password: demoPassword };

/** What a server left on its disk. */
export interface Left {
  readonly positions: readonly Position[];
  readonly events: readonly FlightEvent[];
  /** Rows of the crew center's own table: a state each. */
  readonly pirepStates: readonly number[];
}

/** The demo airline, served by a process of its own that a test may kill and start again, on the same port and data. */
export class Served {
  readonly directory: string;
  readonly url: string;
  readonly #port: number;
  readonly #environment: Readonly<Record<string, string>>;
  #process: ChildProcess | null = null;
  #output = '';

  private constructor(directory: string, port: number, environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
    this.directory = directory;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<Served> {
    const directory = await mkdtemp(join(tmpdir(), 'tracker-served-'));
    await seedDirectory(directory);
    const served = new Served(directory, await freePort(), environment);
    await served.start();
    return served;
  }

  async start(): Promise<void> {
    const args = [main, 'serve', '--data', this.directory, '--listen', `127.0.0.1:${this.#port}`];
    const env = { ...process.env, ...this.#environment };
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (chunk.toString().includes('ready at')) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${this.#output}`)));
    });
  }

  /** Memory that the process holds, in bytes; null where the system does not say. */
  residentBytes(): number | null {
    const file = `/proc/${this.#process?.pid}/status`;
    const kib = existsSync(file) ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
    return kib === undefined ? null : Number(kib) * 1024;
  }

  /** As a power button would: nothing is finished. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops the server and reads what is on its disk. */
  async left(): Promise<Left> {
    await this.#end('SIGTERM');
    return readLeft(this.directory);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

/** Reads the data directory of a server that has ended. */
export async function readLeft(directory: string): Promise<Left> {
  const journal = await openJournal({ directory, clock: systemClock });
  const file = join(directory, embeddedFileName);
  const embedded = await openEmbedded({ file, clock: systemClock, logger: silent });
  try {
    const flights = await journal.listFlights({});
    const reports = (await Promise.all(flights.map(({ number }) => journal.readReports(number)))).flat();
    const rows = embedded.crewCenter.database.prepare('SELECT state FROM pireps').all();
    return {
      positions: reports.flatMap((report) => (report.kind === 'position' ? [report.position] : [])),
      events: reports.flatMap((report) => (report.kind === 'event' ? [report.event] : [])),
      pirepStates: rows.map(({ state }) => Number(state)),
    };
  } finally {
    await embedded.close();
    await journal.close();
  }
}

/** Makes the data directory of the demo airline. */
export async function seedDirectory(directory: string): Promise<void> {
  const file = join(directory, embeddedFileName);
  await placeEmptyCrewCenter(file);
  const embedded = await openEmbedded({ file, clock: systemClock, logger: silent, passwordCost: 4 });
  await seedDemo(embedded.crewCenter);
  await embedded.close();
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { demoPassword, seedDemo } from '../../src/platform/embedded/demo.ts';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import type { FlightEvent, Position } from '../../src/tracking/model.ts';
import { embeddedAt } from '../embedded-at.ts';
import { placeEmptyCrewCenter } from '../empty-crew-center.ts';
import { ServerProcess } from '../server-process.ts';

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
  readonly #server: ServerProcess;

  private constructor(directory: string, server: ServerProcess) {
    this.directory = directory;
    this.#server = server;
  }

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<Served> {
    const directory = await mkdtemp(join(tmpdir(), 'tracker-served-'));
    await seedDirectory(directory);
    return new Served(directory, await ServerProcess.open({ env: { ...environment, TRACKER_DATA: directory } }));
  }

  get url(): string {
    return this.#server.url;
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  residentBytes(): number | null {
    return this.#server.residentBytes();
  }

  /** As a power button would: nothing is finished. */
  kill(): Promise<void> {
    return this.#server.kill();
  }

  /** Stops the server and reads what is on its disk. */
  async left(): Promise<Left> {
    await this.#server.end('SIGTERM');
    return readLeft(this.directory);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** Reads the data directory of a server that has ended. */
export async function readLeft(directory: string): Promise<Left> {
  const journal = await openJournal({ directory, clock: systemClock });
  const embedded = await embeddedAt(directory);
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
  await placeEmptyCrewCenter(join(directory, embeddedFileName));
  const embedded = await embeddedAt(directory);
  await seedDemo(embedded.crewCenter);
  await embedded.close();
}

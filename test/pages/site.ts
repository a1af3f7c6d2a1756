import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/config.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLogger } from '../../src/lib/log.ts';
import { migrate } from '../../src/lib/migrations.ts';
import { Secret } from '../../src/lib/secret.ts';
import { openSqlite } from '../../src/lib/sqlite.ts';
import { demoPassword, seedDemo } from '../../src/platform/embedded/demo.ts';
import { embeddedFileName, openEmbedded } from '../../src/platform/embedded/embedded.ts';
import { embeddedMigrations } from '../../src/platform/embedded/migrations/migrations.ts';
import { openServer, type Server } from '../../src/server/app.ts';
import type { Session } from '../../src/tracking/calls.ts';
import type { Flight, FlightEvent, Position } from '../../src/tracking/model.ts';
import { placeEmptyCrewCenter } from '../empty-crew-center.ts';

/** A whole server with the demo's airline, on a port of its own, in a folder of its own. */
export class Site implements AsyncDisposable {
  readonly server: Server;
  /** Its data directory. */
  readonly directory: string;

  private constructor(server: Server, directory: string) {
    this.server = server;
    this.directory = directory;
  }

  static async open(environment: Record<string, string> = {}): Promise<Site> {
    const directory = mkdtempSync(join(tmpdir(), 'tracker-site-'));
    // Seeded first, so that the server knows the airline's name from its first page on.
    await seed(directory);
    return Site.#serve(directory, environment);
  }

  /** As a first start leaves it: without an airline. */
  static async openEmpty(): Promise<Site> {
    return Site.#serve(mkdtempSync(join(tmpdir(), 'tracker-site-')), {});
  }

  /** With the crew center's file as version 1.1 left it, and an update that waits for the operator. */
  static async openOld(): Promise<Site> {
    const directory = mkdtempSync(join(tmpdir(), 'tracker-site-'));
    const file = join(directory, embeddedFileName);
    const database = openSqlite(file);
    await migrate(database, embeddedMigrations.slice(0, 4), { file, what: 'crew center' });
    database.close();
    return Site.#serve(directory, { TRACKER_UPDATE: 'by-operator' });
  }

  static async #serve(directory: string, environment: Record<string, string>): Promise<Site> {
    const config = loadConfig({ TRACKER_DATA: directory, TRACKER_LISTEN: '127.0.0.1:0', ...environment });
    const log = createLogger({ level: 'fatal' });
    const server = await openServer({ config, log, replace: { passwordCost: 4 } });
    return new Site(server, directory);
  }

  get crewCenter() {
    const embedded = this.server.tracker.crewCenter.embedded;
    if (embedded === null) throw new Error('the embedded crew center is meant');
    return embedded.crewCenter;
  }

  get calls() {
    return this.server.tracker.tracking.calls;
  }

  url(path = '/tracker/'): string {
    return this.server.url + path;
  }

  async signIn(login = 'ada@demo-air.example', password = demoPassword): Promise<Session> {
    const credential = { kind: 'password' as const, login, password: new Secret(password) };
    const { token } = await this.calls.login({ credential, address: '192.0.2.1' });
    return this.calls.authenticate(token.reveal());
  }

  /** Starts this pilot's flight to this airport. */
  async start(session: Session, arrival: string): Promise<Flight> {
    const bid = (await this.calls.listBids(session)).find((each) => each.plan.arrival.icao === arrival);
    if (bid === undefined) throw new Error(`no bid to ${arrival}`);
    const request = { bidId: bid.id, aircraft: null, registration: null, freeFlight: null };
    return (await this.calls.start(session, request)).flight.flight;
  }

  async report(session: Session, ...positions: readonly Position[]): Promise<void> {
    for (let at = 0; at < positions.length; at += 500) {
      await this.calls.report(session, { name: null, positions: positions.slice(at, at + 500), opening: null });
    }
  }

  async tell(session: Session, ...events: readonly FlightEvent[]): Promise<void> {
    await this.calls.recordEvents(session, { name: null, events });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    rmSync(this.directory, { recursive: true });
  }
}

async function seed(directory: string): Promise<void> {
  const logger = createLogger({ level: 'fatal' });
  const file = join(directory, embeddedFileName);
  await placeEmptyCrewCenter(file);
  const embedded = await openEmbedded({
    file,
    clock: systemClock,
    logger,
    passwordCost: 4,
  });
  await seedDemo(embedded.crewCenter);
  await embedded.close();
}

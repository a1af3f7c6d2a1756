import { join } from 'node:path';
import type { Clock } from '../../src/lib/clock.ts';
import { migrate } from '../../src/lib/migrations.ts';
import { Secret } from '../../src/lib/secret.ts';
import { openSqlite } from '../../src/lib/sqlite.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import { embeddedMigrations } from '../../src/platform/embedded/migrations/migrations.ts';
import type { Server } from '../../src/server/app.ts';
import type { Session } from '../../src/tracking/calls.ts';
import type { Flight, FlightEvent, Position } from '../../src/tracking/model.ts';
import { bundledPages } from '../bundled-pages.ts';
import { seedDirectory } from '../flying/served.ts';
import { openShipped, type ShippedServer } from '../shipped-server.ts';

/** A whole server with the demo's airline, on a port of its own, in a folder of its own. */
export class Site implements AsyncDisposable {
  readonly server: Server;
  /** Its data directory. */
  readonly directory: string;
  readonly #opened: ShippedServer;

  private constructor(opened: ShippedServer) {
    this.#opened = opened;
    ({ server: this.server, folder: this.directory } = opened);
  }

  /**
   * Seeded first, so that the server knows the airline's name from its first page on.
   * @param assets - folder of the pages' scripts and styles; those of the package, unless it is another
   */
  static async open(environment: Record<string, string> = {}, assets?: string): Promise<Site> {
    return Site.#serve(environment, seedDirectory, assets);
  }

  /** The same on a clock of its own. */
  static async openAt(clock: Clock, environment: Record<string, string> = {}): Promise<Site> {
    return Site.#serve(environment, seedDirectory, undefined, clock);
  }

  /** As a first start leaves it: without an airline. */
  static async openEmpty(): Promise<Site> {
    return Site.#serve({});
  }

  /** With the crew center's file as version 1.1 left it, and an update that waits for the operator. */
  static async openOld(): Promise<Site> {
    return Site.#serve({ TRACKER_UPDATE: 'by-operator' }, async (directory) => {
      const file = join(directory, embeddedFileName);
      const database = openSqlite(file);
      await migrate(database, embeddedMigrations.slice(0, 4), { file, what: 'crew center' });
      database.close();
    });
  }

  static async #serve(
    environment: Record<string, string>,
    prepare = async (_: string) => {},
    assets?: string,
    clock?: Clock,
  ): Promise<Site> {
    const replace = { assets: assets ?? (await bundledPages()) };
    const order = { env: () => environment, prepare, replace, logLevel: 'fatal' } as const;
    return new Site(await openShipped(clock === undefined ? order : { ...order, clock }));
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

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#opened[Symbol.asyncDispose]();
  }
}

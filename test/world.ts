import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Journal } from '../src/journal/journal.ts';
import { openJournal } from '../src/journal/open.ts';
import { Secret } from '../src/lib/secret.ts';
import { digest, newId, newToken } from '../src/lib/tokens.ts';
import { demoPassword, seedDemo } from '../src/platform/embedded/demo.ts';
import { type Embedded, embeddedFileName, openEmbedded } from '../src/platform/embedded/embedded.ts';
import type { Capabilities } from '../src/platform/port.ts';
import type { Calls, Session } from '../src/tracking/calls.ts';
import type { Bid } from '../src/tracking/model.ts';
import { defaultOptions, type TrackingOptions } from '../src/tracking/parts.ts';
import { createTracking, type Tracking } from '../src/tracking/tracking.ts';
import { ManualClock } from './manual-clock.ts';
import { Unreliable } from './unreliable.ts';

const silent = { info() {}, warn() {}, error() {} };

/** The core on a real journal and a real crew center, with a line between them that a test may cut. */
export class World {
  readonly clock = new ManualClock(Date.UTC(2024, 3, 6, 10, 0, 0));
  readonly errors: unknown[] = [];
  readonly directory = mkdtempSync(join(tmpdir(), 'tracker-world-'));
  /** 1 makes the journal's disk full, 0 gives it room again. */
  readonly pageLimit = new Int32Array(new SharedArrayBuffer(4));
  readonly #options: TrackingOptions;
  readonly #claims: Partial<Capabilities>;
  journal!: Journal;
  embedded!: Embedded;
  line!: Unreliable;
  tracking!: Tracking;

  private constructor(options: Partial<TrackingOptions>, claims: Partial<Capabilities>) {
    this.#claims = claims;
    this.#options = { ...defaultOptions, ...options };
  }

  static async open(options: Partial<TrackingOptions> = {}, claims: Partial<Capabilities> = {}): Promise<World> {
    const world = new World(options, claims);
    await world.#begin();
    await seedDemo(world.embedded.crewCenter);
    return world;
  }

  get calls(): Calls {
    return this.tracking.calls;
  }

  /** As after `kill -9`: what is in memory is gone, what is on disk is there. Time goes on by `ms`. */
  async restart(ms = 0): Promise<void> {
    await this.#end();
    await this.clock.advance(ms);
    await this.#begin();
  }

  async signIn(login = 'ada@demo-air.example', password = demoPassword): Promise<Session> {
    const credential = { kind: 'password' as const, login, password: new Secret(password) };
    const { token } = await this.calls.login({ credential, address: '192.0.2.1' });
    return this.calls.authenticate(token.reveal());
  }

  async bidFor(session: Session, arrival = 'MMUN'): Promise<Bid> {
    const bid = (await this.calls.listBids(session)).find((each) => each.plan.arrival.icao === arrival);
    if (bid === undefined) throw new Error(`no bid to ${arrival}`);
    return bid;
  }

  /** The PIREPs as the crew center's own table has them, oldest first. */
  pireps(): readonly { readonly id: string; readonly state: number; readonly flightTime: number | null }[] {
    const rows = this.embedded.crewCenter.database
      .prepare('SELECT id, state, flight_time FROM pireps ORDER BY created_at')
      .all();
    return rows.map((row) => ({
      id: String(row.id),
      state: Number(row.state),
      flightTime: row.flight_time as number | null,
    }));
  }

  /** Lets time pass, a second at a stroke, until this is so. Reads and writes of disks take turns of their own meanwhile. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (let second = 0; second < 400; second++) {
      if (await isSo()) return;
      await this.clock.advance(1_000);
      await this.journal.barrier();
    }
    throw new Error('it did not come to pass');
  }

  async stateOf(flightId: string): Promise<string | undefined> {
    return (await this.tracking.operator.readFlight(flightId))?.flight.state;
  }

  /** Signs in and starts the flight of the bid to this airport. */
  async startFlight(arrival = 'MMUN') {
    const session = await this.signIn();
    const bid = await this.bidFor(session, arrival);
    const { flight } = await this.calls.start(session, startOf(bid.id));
    return { session, bid, flight: flight.flight };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.line.heal();
    await this.#end();
    rmSync(this.directory, { recursive: true });
    if (this.errors.length > 0) throw new AggregateError(this.errors, 'errors of our own');
  }

  async #begin(): Promise<void> {
    const { clock } = this;
    const faults = { pageLimit: this.pageLimit };
    this.journal = await openJournal({ directory: this.directory, clock, commitWindowMs: 0, faults });
    this.embedded = await openEmbedded({
      file: join(this.directory, embeddedFileName),
      clock,
      logger: silent,
      passwordCost: 4,
    });
    this.line = new Unreliable(this.embedded.platform, this.#claims);
    this.tracking = createTracking({
      journal: this.journal,
      platform: this.line.platform,
      clock,
      tokens: { newToken, newId, digest, wrap: (text) => new Secret(text) },
      options: this.#options,
      settings: await this.embedded.platform.readSettings(),
      onError: (error) => this.errors.push(error),
    });
  }

  async #end(): Promise<void> {
    await this.tracking.close();
    await this.embedded.close();
    await this.journal.close();
  }
}

export const startOf = (bidId: string) => ({ bidId, aircraft: null, registration: null, freeFlight: null });

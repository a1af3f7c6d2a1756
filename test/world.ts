import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../src/config/config.ts';
import type { Contract } from '../src/contracts/contract.ts';
import type { Journal } from '../src/journal/journal.ts';
import { Secret } from '../src/lib/secret.ts';
import type { Desk } from '../src/platform/desk.ts';
import { demoPassword, seedDemo } from '../src/platform/embedded/demo.ts';
import { type Embedded, embeddedFileName } from '../src/platform/embedded/embedded.ts';
import { fiveFileName } from '../src/platform/embedded/five/five.ts';
import type { Capabilities, Platform } from '../src/platform/port.ts';
import type { Server } from '../src/server/app.ts';
import type { Edge } from '../src/server/crew-center.ts';
import type { Tracker } from '../src/server/tracker.ts';
import type { WebhookReplacements } from '../src/server/webhooks.ts';
import type { Calls, Session } from '../src/tracking/calls.ts';
import type { NetworkFeeds } from '../src/tracking/figures/network-track.ts';
import type { Bid } from '../src/tracking/model.ts';
import type { TrackingOptions } from '../src/tracking/options.ts';
import type { Tracking } from '../src/tracking/tracking.ts';
import type { ProgramUpdates } from '../src/web/program-updates.ts';
import type { SiteChecks } from '../src/web/site-checks.ts';
import type { Webhooks } from '../src/webhooks/webhooks.ts';
import { placeDemoFive, placeEmptyCrewCenter } from './empty-crew-center.ts';
import { ManualClock } from './manual-clock.ts';
import { openServerAt, openTrackerAt, type ServerOrder } from './open-at.ts';
import { Unreliable } from './unreliable.ts';

/** What a world has in the place of what the server has by default. */
export interface WorldChanges {
  readonly tracking?: Partial<TrackingOptions>;
  /** Capabilities that the crew center is to have. */
  readonly claims?: Partial<Capabilities>;
  /** What the crew center is to offer in the place of its own desk. */
  readonly desk?: (own: Desk) => Partial<Desk>;
  readonly config?: Partial<Config>;
  readonly contracts?: readonly [Contract, ...Contract[]];
  readonly edge?: Edge;
  readonly checks?: SiteChecks;
  readonly programs?: ProgramUpdates;
  readonly webhooks?: WebhookReplacements;
  readonly feeds?: NetworkFeeds;
  /** Folder of the pages' scripts and styles. */
  readonly assets?: string;
  /** What is put around the crew center, and around the journal, at each start. */
  readonly platform?: (platform: Platform) => Platform;
  readonly journal?: (journal: Journal) => Journal;
  /** Whether the doors are open: the contract, the pages and the socket of commands. */
  readonly isServed?: boolean;
  readonly startsAt?: number;
}

/** The tracker as it is shipped, with the demo's airline, a clock that the test sets, and a line to the crew center that it may cut. */
export class World {
  readonly clock: ManualClock;
  readonly directory = mkdtempSync(join(tmpdir(), 'tracker-world-'));
  readonly logLines: string[] = [];
  /** 1 makes the journal's disk full, 0 gives it room again. */
  readonly pageLimit = new Int32Array(new SharedArrayBuffer(4));
  readonly #changes: WorldChanges;
  line!: Unreliable;
  #tracker!: Tracker;
  #server: Server | null = null;

  private constructor(changes: WorldChanges) {
    this.#changes = changes;
    this.clock = new ManualClock(changes.startsAt ?? Date.UTC(2024, 3, 6, 10, 0, 0));
  }

  static async open(tracking: Partial<TrackingOptions> = {}, claims: Partial<Capabilities> = {}): Promise<World> {
    return World.with({ tracking, claims });
  }

  static async with(changes: WorldChanges): Promise<World> {
    const world = new World(changes);
    const { crewCenter } = changes.config ?? {};
    const isFive = crewCenter?.kind === 'embedded' && crewCenter.version === '5';
    if (!isFive) await placeEmptyCrewCenter(join(world.directory, embeddedFileName));
    if (isFive) await placeDemoFive(join(world.directory, fiveFileName));
    await world.#begin();
    if (!isFive) await seedDemo(world.embedded.crewCenter);
    return world;
  }

  /** Of a world that is served. */
  get server(): Server {
    if (this.#server === null) throw new Error('this world is not served');
    return this.#server;
  }

  get tracking(): Tracking {
    return this.#tracker.tracking;
  }

  get webhooks(): Webhooks {
    return this.#tracker.once.requireWebhooks();
  }

  get journal(): Journal {
    return this.#tracker.journal;
  }

  get embedded(): Embedded {
    const { embedded } = this.#tracker.crewCenter;
    if (embedded === null) throw new Error('the embedded crew center is meant');
    return embedded;
  }

  get calls(): Calls {
    return this.tracking.calls;
  }

  /** Bugs that were logged. */
  get errors(): readonly string[] {
    return this.logLines.filter(
      (line) => line.includes('"level":"error"') && /internal error|a page failed/.test(line),
    );
  }

  /** As after `kill -9`: what is in memory is gone, what is on disk is there. Time goes on by `ms`. @param meanwhile - is done to the files */
  async restart(ms = 0, meanwhile: () => void = () => undefined): Promise<void> {
    await this.#end();
    meanwhile();
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

  /** Erases this pilot, as the operator's command does. */
  async erasePilot(ident: string): Promise<void> {
    await this.#tracker.operator.erasePilot('ada@test', ident);
  }

  async backup(folder: string): Promise<void> {
    await this.#tracker.operator.backup('ada@test', folder);
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
    if (this.errors.length > 0) throw new Error(`errors of our own:\n${this.errors.join('')}`);
  }

  async #begin(): Promise<void> {
    const order = this.#order();
    if (this.#changes.isServed === true) this.#server = await openServerAt(order);
    this.#tracker = this.#server?.tracker ?? (await openTrackerAt(order));
  }

  #order(): ServerOrder {
    const { config = {}, tracking = {}, claims = {}, desk = () => ({}), platform: around } = this.#changes;
    const { contracts, edge, checks, programs, webhooks, feeds, journal, assets } = this.#changes;
    const logLevel = config.logLevel ?? 'warn';
    return {
      directory: this.directory,
      config: { commitWindowMs: 0, ...config, logLevel },
      clock: this.clock,
      logLevel,
      write: (line) => void this.logLines.push(line),
      replace: {
        journalFaults: { pageLimit: this.pageLimit },
        platform: (platform) => {
          this.line = new Unreliable(around?.(platform) ?? platform, claims, desk);
          return this.line.platform;
        },
        tracking,
        contracts,
        edge,
        checks,
        programs,
        webhooks,
        feeds,
        journal,
        assets,
      },
    };
  }

  async #end(): Promise<void> {
    await (this.#server ?? this.#tracker)[Symbol.asyncDispose]();
  }
}

export const startOf = (bidId: string) => ({ bidId, aircraft: null, registration: null, freeFlight: null });

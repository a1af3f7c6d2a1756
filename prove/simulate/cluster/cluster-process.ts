import { type Joined, joinCluster, withSharedFailures } from '../../../src/cluster/join.ts';
import type { PeerAnswer } from '../../../src/cluster/peer.ts';
import { partitionedTokens } from '../../../src/cluster/tokens.ts';
import { type Config, loadConfig } from '../../../src/config/config.ts';
import { type MysqlEngine, PartitionFencedError } from '../../../src/journal/mysql/engine.ts';
import type { Machine } from '../../../src/lib/machine.ts';
import { DatabaseUnavailable } from '../../../src/lib/mysql-failures.ts';
import { Secret } from '../../../src/lib/secret.ts';
import { digest } from '../../../src/lib/tokens.ts';
import type { Platform } from '../../../src/platform/port.ts';
import { type ClusterServer, openCluster, withShared } from '../../../src/server/cluster.ts';
import { firstSettings, keepSettings } from '../../../src/server/first-settings.ts';
import { trackingOptions } from '../../../src/server/tracker.ts';
import type { TrackingOptions } from '../../../src/tracking/options.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import { createTracking, type Tracking } from '../../../src/tracking/tracking.ts';
import type { Draws } from '../chance.ts';
import type { Generation } from '../front.ts';
import { bugLogger } from '../logger.ts';
import { ModelDisk } from '../model-journal/model-disk.ts';
import type { Host } from '../network.ts';
import { Life, type VirtualTime } from '../virtual-time.ts';
import type { WireAnswer, WireRequest } from '../wire.ts';
import { type ClusterFront, clusterFrontOf } from './cluster-front.ts';
import type { ModelDatabase } from './database.ts';
import { openModelEngine } from './engine.ts';
import { type PeerDoor, type PeerRequest, SimulatedLine, type Wires } from './wires.ts';

export interface ProcessParts {
  readonly time: VirtualTime;
  readonly draws: Draws;
  readonly generation: Generation;
  readonly place: number;
  readonly options: Partial<TrackingOptions>;
  readonly database: ModelDatabase;
  readonly wires: Wires;
  /** How fast its monotonic clock runs; 1 is right. */
  readonly rate: number;
  isDatabaseCut(): boolean;
  openPlatform(process: ClusterProcess): Platform;
  onStored(process: ClusterProcess, partition: number, epoch: number): void;
  onBug(error: unknown): void;
}

const secret = new Secret('a secret of all servers of the simulation');

/** Everything that a process has once it serves. */
interface Running {
  readonly front: ClusterFront;
  readonly base: Tracking;
  readonly group: ClusterServer;
  readonly joined: Joined;
  readonly engine: MysqlEngine;
  leases: AsyncDisposable | null;
}

export const addressOf = (place: number): string => `http://server-${place}:1`;

/** One process of a server of a cluster, from its start to its end. */
export class ClusterProcess implements Host, PeerDoor {
  readonly life: Life;
  /** As the rows of the leases name it. */
  readonly id: string;
  readonly place: number;
  readonly #parts: ProcessParts;
  readonly #open = new Set<() => void>();
  readonly #beganAt: number;
  #running: Running | null = null;
  #isDraining = false;

  constructor(parts: ProcessParts) {
    this.#parts = parts;
    this.place = parts.place;
    this.id = parts.draws.text(16);
    this.life = new Life(parts.time, `server ${parts.place}`);
    this.#beganAt = parts.time.now;
  }

  get isUp(): boolean {
    return this.#running !== null && !this.#isDraining;
  }

  /** What is seen from here over all servers; null while it does not serve. */
  get tracking(): Tracking | null {
    return this.isUp ? (this.#running?.joined.tracking ?? null) : null;
  }

  /** The flights of the partitions that it holds. */
  get own(): Tracking | null {
    return this.isUp ? (this.#running?.group.own ?? null) : null;
  }

  /** Whether it answers for this partition at this moment. */
  isHolding(partition: number): boolean {
    return this.isUp && this.#running?.group.membership.members.holderOf(partition) === 'here';
  }

  /** Opens everything and joins the others. Settles when it serves; never when it is killed before. */
  async start(): Promise<void> {
    const { database, draws, place, generation, wires, onBug } = this.#parts;
    const { clock } = this.life;
    const platform = this.#parts.openPlatform(this);
    const machine = this.#machine();
    const engine = await openModelEngine({
      ...{ machine, id: this.id, onBug },
      link: { database, life: this.life, isCut: this.#parts.isDatabaseCut },
      onStored: (partition, epoch) => this.#parts.onStored(this, partition, epoch),
    });
    const log = bugLogger((error) => this.#note(error));
    const config = configOf(place);
    const alone = withShared(new ModelDisk().open(clock), engine.shared);
    const tokens = { newToken: () => draws.text(43), newId: () => draws.text(16), digest, wrap: wrapped };
    const ofCore = {
      ...{ clock, onError: onBug, settings: await firstSettings(alone, platform, log) },
      tokens: partitionedTokens(tokens),
      options: { ...trackingOptions(config), ...this.#parts.options },
    };
    const hearers = { peers: () => group.hearersBeside.peers() };
    const base = createTracking({
      ...ofCore,
      ...{ journal: withSharedFailures(alone, hearers), platform },
      onSettings: (settings) => keepSettings(alone, settings),
      onCrewCenter: () => undefined,
    });
    const group = openCluster({
      ...{ config, engine, platform, clock, log, base, journal: alone, id: this.id, machine },
      openLine: (url) => new SimulatedLine(wires, this.life, place, url),
      createTracking: (journal, guarded) => createTracking({ ...ofCore, journal, platform: guarded }),
    });
    const { own, stored, membership } = group;
    const joined = joinCluster({ membership, own, journal: stored, platform, clock, onError: onBug, start: this.id });
    const front = await clusterFrontOf(generation, place, {
      ...{ calls: joined.tracking.calls, clock, logger: log, elsewhere: joined.elsewhere, methods: joined.methods },
      ...{ secret, onError: (error: unknown) => this.#note(error) },
    });
    const running: Running = { front, base, group, joined, engine, leases: null };
    this.#running = running;
    running.leases = await group.join(0);
  }

  serve(request: WireRequest, answer: (answer: WireAnswer) => void, reset: () => void): void {
    this.#whenAwake(reset, (front) =>
      front.front.ask(request, (given) => {
        if (!this.life.isOver && this.#open.delete(reset)) answer(given);
      }),
    );
  }

  serveDoor(request: PeerRequest, answer: (answer: PeerAnswer) => void, reset: () => void): void {
    this.#whenAwake(reset, (front) =>
      front.askDoor(request, (given) => {
        if (!this.life.isOver && this.#open.delete(reset)) answer(given);
      }),
    );
  }

  /** Ends the process at once. Its clients see their connections end, unless the machine is silent. */
  kill(isSilent: boolean): void {
    this.life.end();
    const open = [...this.#open];
    this.#open.clear();
    this.#running = null;
    if (!isSilent) for (const reset of open) reset();
  }

  /** Ends it in order: hands over what it holds, completes what is under way, then closes. */
  async stop(): Promise<void> {
    const running = this.#running;
    await running?.leases?.[Symbol.asyncDispose]();
    this.#isDraining = true;
    while (this.#open.size > 0 && !this.life.isOver) await this.life.sleep(20, 'drain');
    await running?.joined[Symbol.asyncDispose]();
    await running?.base.close();
    await running?.engine.close();
    this.life.end();
  }

  /** What comes in while it is paused waits in its socket. */
  #whenAwake(reset: () => void, task: (front: ClusterFront) => void): void {
    if (this.#running === null || this.#isDraining) {
      reset();
      return;
    }
    const { front } = this.#running;
    this.#open.add(reset);
    if (this.life.isPaused) this.life.after(0, () => task(front), 'wakes up');
    else task(front);
  }

  #machine(): Machine {
    const { time, draws, rate } = this.#parts;
    const chance = draws.fork('machine');
    return {
      after: (ms, task) => this.life.after(ms, task),
      monotonic: () => (time.now - this.#beganAt) * rate,
      random: () => chance.next(),
    };
  }

  /** What a server of a cluster may log as an error, because others are away. */
  #note(error: unknown): void {
    if (error instanceof DatabaseUnavailable || error instanceof PartitionFencedError || isRefusal(error)) return;
    this.#parts.onBug(error);
  }
}

function wrapped(text: string): Secret {
  return new Secret(text);
}

function configOf(place: number): Config {
  const config = loadConfig({});
  return { ...config, cluster: { listen: { host: '10.0.0.1', port: 1 }, address: addressOf(place), secret } };
}

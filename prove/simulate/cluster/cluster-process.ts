import type { PeerAnswer } from '../../../src/cluster/peer.ts';
import { PartitionFencedError } from '../../../src/journal/mysql/engine.ts';
import type { Machine } from '../../../src/lib/machine.ts';
import { DatabaseUnavailable } from '../../../src/lib/mysql-failures.ts';
import type { Platform } from '../../../src/platform/port.ts';
import type { TrackingOptions } from '../../../src/tracking/options.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import type { Tracking } from '../../../src/tracking/tracking.ts';
import type { Draws } from '../chance.ts';
import type { Generation } from '../front.ts';
import { isLoggedElsewhere } from '../mischief/operators.ts';
import type { Host } from '../network.ts';
import { Life, type VirtualTime } from '../virtual-time.ts';
import type { WireAnswer, WireRequest } from '../wire.ts';
import type { ClusterFront } from './cluster-front.ts';
import type { ModelDatabase } from './database.ts';
import { openRunning, type Running } from './running.ts';
import { type PeerDoor, type PeerRequest, SimulatedLine, type Wires } from './wires.ts';

export interface ProcessParts {
  readonly time: VirtualTime;
  readonly draws: Draws;
  readonly generation: Generation;
  readonly place: number;
  readonly options: Partial<TrackingOptions>;
  readonly database: ModelDatabase;
  readonly wires: Wires;
  /** How fast its monotonic clock and its timers run; 1 is right. */
  readonly rate: number;
  isDatabaseCut(): boolean;
  areLeasesCut(): boolean;
  openPlatform(process: ClusterProcess): Platform;
  onStored(process: ClusterProcess, partition: number, epoch: number): void;
  onFenced(): void;
  onBug(error: unknown): void;
}

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
  #leases: AsyncDisposable | null = null;
  #isDraining = false;

  constructor(parts: ProcessParts) {
    this.#parts = parts;
    this.place = parts.place;
    this.id = parts.draws.text(16);
    this.life = new Life(parts.time, `server ${parts.place}`);
    this.life.rate = parts.rate;
    this.#beganAt = parts.time.now;
  }

  get isUp(): boolean {
    return this.#running !== null && !this.#isDraining;
  }

  /** What is seen from here over all servers; null while it does not serve. */
  get tracking(): Tracking | null {
    return this.isUp ? (this.#running?.cluster.tracking ?? null) : null;
  }

  /** The flights of the partitions that it holds. */
  get own(): Tracking | null {
    return this.isUp ? (this.#running?.cluster.own ?? null) : null;
  }

  /** Whether it answers for this partition at this moment. */
  isHolding(partition: number): boolean {
    return this.isUp && this.#running?.cluster.members.holderOf(partition) === 'here';
  }

  /** Opens everything and joins the others. Settles when it serves; never when it is killed before. */
  async start(): Promise<void> {
    const { database, draws, place, generation, wires, options, onFenced, onBug } = this.#parts;
    this.#running = await openRunning({
      id: this.id,
      place,
      generation,
      draws,
      options,
      clock: this.life.clock,
      machine: this.#machine(),
      link: { database, life: this.life, isCut: this.#parts.isDatabaseCut },
      areLeasesCut: this.#parts.areLeasesCut,
      platform: this.#parts.openPlatform(this),
      openLine: (url) => new SimulatedLine(wires, this.life, place, url),
      onStored: (partition, epoch) => this.#parts.onStored(this, partition, epoch),
      onFailure: (error) => this.#note(error),
      onFenced,
      onBug,
    });
    this.#leases = await this.#running.cluster.holdLeases(0);
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
    await this.#leases?.[Symbol.asyncDispose]();
    this.#isDraining = true;
    while (this.#open.size > 0 && !this.life.isOver) await this.life.sleep(20, 'drain');
    await running?.cluster[Symbol.asyncDispose]();
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

  #note(error: unknown): void {
    if (!mayBeLogged(error)) this.#parts.onBug(error);
  }
}

/** Whether a server of a cluster may log this as an error: others are away, or one of them has failed. */
export function mayBeLogged(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof PartitionFencedError || isRefusal(error)) return true;
  return isLoggedElsewhere(error);
}

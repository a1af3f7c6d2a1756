import assert from 'node:assert/strict';
import type { LeaseNotice, LossReason } from '../src/cluster/lease-holder.ts';
import { Leases } from '../src/cluster/leases.ts';
import type { LeaseTable } from '../src/journal/lease-table.ts';
import { partitionCount } from '../src/journal/partition.ts';
import type { Clock } from '../src/lib/clock.ts';
import { DatabaseUnavailable } from '../src/lib/mysql-failures.ts';

export interface LeaseServerOptions {
  /** A partition that it fails to open. */
  readonly cannotOpen?: number;
  /** The version of the rows that it knows; every one by default. */
  readonly known?: number;
  /** Seconds of its clocks for each true second. */
  readonly clockRate?: number;
  /** Milliseconds until the table gets a call, or its answer gets back. */
  readonly delayMs?: () => number;
}

/** What a server shares with others. */
export interface Surroundings {
  readonly table: LeaseTable;
  readonly clock: Clock;
  readonly usableFrom?: number;
}

/** A server with the real leases, which can be killed, paused and cut off. */
export class LeaseServer {
  readonly id: string;
  readonly leases: Leases;
  /** `PARTITION EPOCH` of each lease that it ever had. */
  readonly gained: string[] = [];
  readonly reasons = new Set<LossReason>();
  readonly notices: LeaseNotice['kind'][] = [];
  cannotOpen: number | null;
  /** Ids of the servers that it does not hear. */
  unheard: readonly string[] = [];
  readonly #world: Surroundings;
  readonly #options: LeaseServerOptions;
  readonly #open = new Set<number>();
  isDead = false;
  #isCutOff = false;
  #resumed: PromiseWithResolvers<void> | null = null;

  constructor(id: string, world: Surroundings, options: LeaseServerOptions) {
    this.id = id;
    this.#world = world;
    this.#options = options;
    this.cannotOpen = options.cannotOpen ?? null;
    this.leases = new Leases({
      table: this.#reachTable(),
      self: () => ({ id, address: `http://${id}`, version: '1.0.0' }),
      unheard: () => this.unheard,
      clock: this.#clock(),
      monotonic: () => this.#now(),
      holder: {
        gained: async (partition, epoch) => this.#gain(partition, epoch),
        lost: async (partition, _epoch, reason) => {
          this.#open.delete(partition);
          this.reasons.add(reason);
        },
      },
      notice: ({ kind }) => this.notices.push(kind),
    });
  }

  /** Partitions that it would answer for. */
  held(): readonly number[] {
    if (this.isDead) return [];
    return Array.from({ length: partitionCount }, (_, id) => id).filter((id) => this.leases.epochOf(id) !== null);
  }

  /** Partitions that something works with. */
  open(): readonly number[] {
    return [...this.#open];
  }

  kill(): void {
    this.isDead = true;
  }

  /** Nothing of it runs until `resume`. */
  pause(): void {
    this.#resumed ??= Promise.withResolvers();
  }

  resume(): void {
    this.#resumed?.resolve();
    this.#resumed = null;
  }

  /** Its calls to the table fail from now on. */
  cutOff(): void {
    this.#isCutOff = true;
  }

  connect(): void {
    this.#isCutOff = false;
  }

  #gain(partition: number, epoch: number): void {
    if (partition === this.cannotOpen) throw new Error('cannot open');
    assert.equal(this.#open.has(partition), false, 'a partition is opened twice');
    this.#open.add(partition);
    this.gained.push(`${partition} ${epoch}`);
  }

  #now(): number {
    return this.#world.clock.now() * (this.#options.clockRate ?? 1);
  }

  #clock(): Clock {
    return {
      now: () => this.#now(),
      after: (ms, task) =>
        this.#world.clock.after(ms / (this.#options.clockRate ?? 1), async () => {
          await this.#resumed?.promise;
          if (!this.isDead) task();
        }),
    };
  }

  #reachTable(): LeaseTable {
    const { table } = this.#world;
    return {
      read: async () => {
        const isForNewer = (this.#world.usableFrom ?? 0) > (this.#options.known ?? Number.POSITIVE_INFINITY);
        return { ...(await this.#call(() => table.read())), isForNewer };
      },
      beat: (...values) => this.#call(() => table.beat(...values)),
      take: (...values) => this.#call(() => table.take(...values)),
      release: (...values) => this.#call(() => table.release(...values)),
      forget: (...values) => this.#call(() => table.forget(...values)),
    };
  }

  /** The connection can end before the table gets the call, or before its answer gets back. */
  async #call<T>(task: () => Promise<T>): Promise<T> {
    await this.#travel();
    const answer = await task();
    await this.#travel();
    return answer;
  }

  async #travel(): Promise<void> {
    const ms = this.#options.delayMs?.() ?? 0;
    if (ms > 0) await new Promise<void>((resolve) => this.#world.clock.after(ms, resolve));
    await this.#resumed?.promise;
    if (this.isDead) await new Promise(() => undefined);
    if (this.#isCutOff) throw new DatabaseUnavailable('ECONNREFUSED', true, null);
  }
}

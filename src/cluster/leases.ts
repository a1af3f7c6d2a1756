import type { LeaseView, PartitionRow, ServerRow } from '../journal/lease-table.ts';
import { HeardServers } from './heard-servers.ts';
import type { LeaseOptions, LossReason } from './lease-holder.ts';
import { type LeaseTimes, leaseTimes } from './lease-times.ts';
import { PartitionTurns } from './partition-turns.ts';
import { Silence } from './silence.ts';
import { spread } from './spread.ts';

/**
 * Leases of one server. Each round writes a beat, reads all rows, gives away what others should own and takes what is
 * free. A lease that ended once is never resumed: the partition is taken again, under the next epoch.
 *
 * Between servers whose monotonic clocks run alike no two hold one partition at a time; whatever the clocks do, the
 * transaction of the journal is what refuses a former owner.
 */
export class Leases {
  /** How long each server's beat has stood still. */
  readonly silence: Silence;
  readonly #options: LeaseOptions;
  readonly #times: LeaseTimes;
  readonly #turns: PartitionTurns;
  readonly #heard: HeardServers;
  readonly #held = new Map<number, number>();
  #view: LeaseView = { servers: [], partitions: [] };
  #endsAt = Number.NEGATIVE_INFINITY;
  #isLeaving = false;
  #isStopped = false;
  #isReachable = true;
  #round: Promise<void> = Promise.resolve();
  #next: Disposable | null = null;
  #end: Disposable | null = null;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#times = options.times ?? leaseTimes;
    this.silence = new Silence(this.#times);
    this.#heard = new HeardServers(options);
    this.#turns = new PartitionTurns(options.holder, (...failure) => this.#giveBack(...failure));
  }

  /** Joins the cluster. @throws DatabaseUnavailable when it does not answer */
  async start(): Promise<void> {
    const first = this.#beatAndSettle();
    this.#round = first.catch(() => undefined);
    await first;
    this.#schedule();
  }

  /** Epoch under which this server holds it now; null when it does not. */
  epochOf(partition: number): number | null {
    return this.#options.monotonic() < this.#endsAt ? (this.#held.get(partition) ?? null) : null;
  }

  /**
   * Server that owns the partition, as last read; null when none does, or when its row is gone. One whose beat stands still for so
   * long that others take what it had owns nothing any more, although its name is in the rows until they have.
   */
  ownerOf(partition: number): ServerRow | null {
    const owner = this.#view.partitions.find(({ id }) => id === partition)?.owner ?? null;
    return owner === null ? null : (this.servers().find(({ id }) => id === owner) ?? null);
  }

  /** Every partition there is, as last read. */
  partitions = (): readonly number[] => this.#view.partitions.map(({ id }) => id);

  /** Servers whose beat moves, this one included, as last read. */
  servers(): readonly ServerRow[] {
    return this.#view.servers.filter(({ id }) => this.#isAlive(id));
  }

  /** Hands everything over, so that others take it at once, and leaves the cluster. Does not reject. */
  async stop(): Promise<void> {
    this.#isLeaving = true;
    await this.#round;
    await this.#options.table.beat(this.#options.self(), { isLeaving: true, unheard: [] }).catch(() => undefined);
    await Promise.all([...this.#held.keys()].map((partition) => this.#handOver(partition)));
    this.#isStopped = true;
    this.#next?.[Symbol.dispose]();
    await this.#round;
    this.#end?.[Symbol.dispose]();
    this.#lapse();
    await this.#turns.idle();
    await this.#options.table.forget(this.#self, null).catch(() => undefined);
  }

  #schedule(afterMs = this.#times.roundMs): void {
    if (this.#isStopped) return;
    this.#next = this.#options.clock.after(afterMs, () => {
      this.#round = this.#tryRound().then((nextMs) => this.#schedule(nextMs));
    });
  }

  /** Returns after which time the next one begins: at once after the first failure, because the next node may answer before the lease ends. */
  async #tryRound(): Promise<number> {
    try {
      await this.#beatAndSettle();
      if (!this.#isReachable) this.#options.notice({ kind: 'reachable' });
      this.#isReachable = true;
    } catch (error) {
      // What was asked for may have been done all the same; the next round that succeeds reads what is so.
      if (this.#isReachable) {
        this.#isReachable = false;
        this.#options.notice({ kind: 'unreachable', error });
        return 0;
      }
    }
    return this.#times.roundMs;
  }

  async #beatAndSettle(): Promise<void> {
    const { table, self, monotonic } = this.#options;
    const begun = monotonic();
    const still = this.#view.servers.filter(({ id }) => !this.#isAlive(id));
    await table.beat(self(), { isLeaving: this.#isLeaving, unheard: this.#heard.unheard(still) });
    const readStart = monotonic();
    const view = await table.read();
    const readEnd = monotonic();
    if (readEnd >= this.#endsAt) this.#lapse();
    this.#extend(begun + this.#times.ownMs);
    this.#view = view;
    if (view.isForNewer === true && !this.#isLeaving) this.#options.notice({ kind: 'outdated' });
    this.#isLeaving ||= view.isForNewer === true;
    for (const { id, epoch, owner } of view.partitions) {
      const held = this.#held.get(id);
      if (held !== undefined && (owner !== this.#self || epoch !== held)) this.#drop(id, held, 'taken');
    }
    this.#noticeSilence(() => this.silence.observe(view.servers, readStart, readEnd));
    await this.#settle();
    await this.#forgetSilent();
  }

  #extend(endsAt: number): void {
    this.#endsAt = endsAt;
    this.#end?.[Symbol.dispose]();
    this.#end = this.#options.clock.after(Math.max(0, endsAt - this.#options.monotonic()), () => this.#lapse());
  }

  get #self(): string {
    return this.#options.self().id;
  }

  /** Gives away what another server should own, and takes what this one should and nobody does. */
  async #settle(): Promise<void> {
    const takers = this.#heard
      .among(this.servers())
      .filter(({ id, isLeaving }) => !isLeaving && !(this.#isLeaving && id === this.#self));
    const planned = spread(this.#view.partitions, new Set(takers.map(({ id }) => id)));
    for (const partition of this.#held.keys())
      if (planned.get(partition) !== this.#self) void this.#handOver(partition);
    for (const row of this.#view.partitions.filter((each) => this.#isFree(each))) {
      if (planned.get(row.id) === this.#self && !this.#isLeaving) await this.#take(row);
      else if (row.owner === this.#self) await this.#options.table.release(row.id, row.epoch);
    }
  }

  /** A partition that is ours by its row and not held: our lease ended, or the answer to our taking came too late. */
  #isFree({ id, owner }: PartitionRow): boolean {
    if (this.#held.has(id) || this.#turns.isBusy(id)) return false;
    return owner === null || owner === this.#self || !this.#isAlive(owner);
  }

  async #take({ id, epoch }: PartitionRow): Promise<void> {
    const taken = await this.#options.table.take(id, epoch, this.#self);
    if (taken === null || this.#options.monotonic() >= this.#endsAt) return;
    this.#held.set(id, taken);
    this.#turns.gained(id, taken);
  }

  async #handOver(partition: number): Promise<void> {
    const epoch = this.#held.get(partition);
    if (epoch === undefined) return;
    await this.#turns.lost(partition, epoch, 'handover');
    await this.#release(partition, epoch);
  }

  async #giveBack(partition: number, epoch: number, error: unknown): Promise<void> {
    this.#options.notice({ kind: 'not-opened', partition, error });
    await this.#release(partition, epoch);
  }

  /** When the cluster does not answer, the row still names us, and others take the partition when our beat stands still. */
  async #release(partition: number, epoch: number): Promise<void> {
    if (this.#held.get(partition) !== epoch) return;
    this.#held.delete(partition);
    await this.#options.table.release(partition, epoch).catch(() => undefined);
  }

  #lapse(): void {
    if (this.#held.size > 0) this.#options.notice({ kind: 'lapsed', partitions: this.#held.size });
    for (const [partition, epoch] of this.#held) this.#drop(partition, epoch, 'lapsed');
  }

  #drop(partition: number, epoch: number, reason: LossReason): void {
    this.#held.delete(partition);
    void this.#turns.lost(partition, epoch, reason);
  }

  #isAlive = (id: string): boolean => id === this.#self || this.silence.silentMs(id) < this.#times.takeMs;

  #noticeSilence(observe: () => void): void {
    const alive = new Set(this.servers());
    observe();
    for (const server of this.#view.servers)
      if (this.#isAlive(server.id) !== alive.has(server))
        this.#options.notice({ kind: alive.has(server) ? 'silent' : 'seen', server });
  }

  async #forgetSilent(): Promise<void> {
    for (const { id, beat } of this.#view.servers)
      if (this.silence.silentMs(id) >= this.#times.forgetMs) await this.#options.table.forget(id, beat);
  }
}

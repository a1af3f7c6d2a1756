import { movingNow } from '../../http/elsewhere.ts';
import type { Journal } from '../../journal/journal.ts';
import { partitionOf } from '../../journal/partition.ts';
import type { Follower, Handler } from '../../lib/follower.ts';
import type { Calls } from '../../tracking/calls.ts';
import type { StoredChange } from '../../tracking/flight/changes.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import type { LeaseHolder, LossReason } from '../lease-holder.ts';
import { OwedAnswers } from './owed-answers.ts';

/** What works for one partition that this server holds. */
export interface Core {
  readonly partition: number;
  readonly epoch: number;
  readonly tracking: Tracking;
  readonly journal: Journal;
  /** What clients call. */
  readonly calls: Calls;
  readonly owed: OwedAnswers;
}

export interface CoresNeeds {
  /** Opens the journal of a partition; rejects when the epoch is not the newest, or the database does not answer. */
  openJournal(partition: number, epoch: number): Promise<Journal>;
  /** Creates the core, which restores the flights of its journal. `isHeld`: whether the lease still stands. */
  createTracking(journal: Journal, isHeld: () => boolean, partition: number): Tracking;
  /** Whether this server has the partition under this epoch, now. */
  isHeld(partition: number, epoch: number): boolean;
}

type Follow = readonly [name: string, handle: Handler<StoredChange>];

/** The cores of the partitions that this server holds: made when a partition is gained, closed when it is lost. */
export class Cores implements LeaseHolder {
  readonly #needs: CoresNeeds;
  readonly #cores = new Map<number, Core>();
  readonly #follows: Follow[] = [];
  readonly #listeners = new Set<(core: Core, isHere: boolean) => void>();

  constructor(needs: CoresNeeds) {
    this.#needs = needs;
  }

  async gained(partition: number, epoch: number): Promise<void> {
    const journal = await this.#needs.openJournal(partition, epoch);
    const core = await this.#create(partition, epoch, journal);
    this.#cores.set(partition, core);
    for (const follow of this.#follows) core.tracking.follow(...follow);
    for (const listener of this.#listeners) listener(core, true);
  }

  async #create(partition: number, epoch: number, journal: Journal): Promise<Core> {
    try {
      const tracking = this.#needs.createTracking(journal, () => this.#needs.isHeld(partition, epoch), partition);
      const owed = new OwedAnswers();
      return { partition, epoch, journal, tracking, owed, calls: owed.owedBy(tracking.calls) };
    } catch (error) {
      await journal.close();
      throw error;
    }
  }

  async lost(partition: number, _epoch: number, reason: LossReason): Promise<void> {
    const core = this.#cores.get(partition);
    if (core === undefined) return;
    this.#cores.delete(partition);
    // After a handover what waits is stored while the lease is still ours.
    if (reason !== 'handover') core.owed.fail();
    for (const listener of this.#listeners) listener(core, false);
    await core.tracking.close();
    await core.journal.close();
  }

  /** Calls `listener` for each core that is here, and later with each that comes and goes. */
  listen(listener: (core: Core, isHere: boolean) => void): void {
    this.#listeners.add(listener);
    for (const core of this.#cores.values()) listener(core, true);
  }

  /** Follows the changes of every partition that is held here, now and later, each by its own cursor. */
  follow(...follow: Follow): Pick<Follower<StoredChange>, 'close'> {
    this.#follows.push(follow);
    const followers = [...this.#cores.values()].map(({ tracking }) => tracking.follow(...follow));
    return {
      close: async () => {
        this.#follows.splice(this.#follows.indexOf(follow), 1);
        await Promise.all(followers.map((follower) => follower.close()));
      },
    };
  }

  all(): readonly Core[] {
    return [...this.#cores.values()];
  }

  /** The core of this partition; null when this server cannot answer for it at this moment. */
  find(partition: number): Core | null {
    const core = this.#cores.get(partition);
    return core !== undefined && this.#needs.isHeld(partition, core.epoch) ? core : null;
  }

  /** @throws Refusal `shutting-down` when this server cannot answer for this partition at this moment */
  require(partition: number): Core {
    const core = this.find(partition);
    if (core === null) throw movingNow();
    return core;
  }

  requireOf(pilotId: string): Core {
    return this.require(partitionOf(pilotId));
  }
}

import { DatabaseUnavailable } from '../../../src/lib/mysql-failures.ts';
import type { Draws } from '../chance.ts';
import type { Counters } from '../counters.ts';
import type { Tables } from '../model-journal/tables.ts';
import { Life, type VirtualTime } from '../virtual-time.ts';
import { type Found, type ModelRow, SharedRows } from './statements.ts';

/** How likely each mishap of a commit is; the rest goes well. */
export interface CommitFaults {
  /** Another transaction wins: nothing of it is done. */
  readonly conflict: number;
  /** The connection ends, and nothing of it is done. */
  readonly lostBefore: number;
  /** It is done, and its answer is lost. */
  readonly lostAfter: number;
  /** The connection ends, and it is done later, unless another one comes before it. */
  readonly late: number;
}

export const goodCommits: CommitFaults = { conflict: 0, lostBefore: 0, lostAfter: 0, late: 0 };

/** A transaction: what it has seen of the rows, and what it does at its end. */
export class ModelTransaction {
  readonly #seen = new Map<ModelRow, number>();
  readonly #effects: (() => void)[] = [];

  add({ changed, apply }: Pick<Found, 'changed' | 'apply'>): void {
    for (const row of changed) if (!this.#seen.has(row)) this.#seen.set(row, Number(row.changes));
    this.#effects.push(apply);
  }

  /** As certification does it: who comes second with a change of the same row fails. @throws DatabaseUnavailable */
  commit(): void {
    for (const [row, changes] of this.#seen) if (row.changes !== changes) throw conflict();
    for (const apply of this.#effects) apply();
  }
}

/** What all servers share: the rows of leases and writers, and the journals of all partitions. It survives every server. */
export class ModelDatabase {
  readonly life: Life;
  readonly rows = new SharedRows();
  readonly tables: Tables;
  readonly #draws: Draws;
  readonly #counters: Counters;
  readonly #commitMs: () => number;
  #waiting: (() => void)[] = [];
  #isStanding = false;
  faults = goodCommits;

  constructor(parts: {
    time: VirtualTime;
    draws: Draws;
    counters: Counters;
    tables: Tables;
    partitions: readonly number[];
    commitMs: () => number;
  }) {
    this.life = new Life(parts.time, 'database');
    this.#draws = parts.draws;
    this.#counters = parts.counters;
    this.#commitMs = parts.commitMs;
    this.tables = parts.tables;
    for (const id of parts.partitions) this.rows.partitions.set(id, { id, epoch: 0, n: 0, owner: null, changes: 0 });
  }

  /** Does it after the way there; while the database stands still, once it goes on. */
  arrive(work: () => void): void {
    this.life.after(0.2 + this.#draws.wait(0.5), () => this.#do(work));
  }

  /** Commits, or what a mishap makes of it; `done` is called with the answer, or never. */
  commit(transaction: ModelTransaction, done: (error: unknown) => void): void {
    this.life.after(this.#commitMs(), () => this.#do(() => this.#end(transaction, done)), 'commit');
  }

  /** Nothing is answered from now on, until it goes on. */
  standStill(isStanding: boolean): void {
    this.#isStanding = isStanding;
    if (isStanding) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const work of waiting) work();
  }

  /** Whether it answers late, or not with what was done. */
  get isTroubled(): boolean {
    return this.#isStanding || this.faults !== goodCommits;
  }

  epochOf(partition: number): number {
    return Number(this.rows.partitions.get(partition)?.epoch ?? -1);
  }

  ownerOf(partition: number): string | null {
    return (this.rows.partitions.get(partition)?.owner ?? null) as string | null;
  }

  heal(): void {
    this.faults = goodCommits;
    this.standStill(false);
  }

  #do(work: () => void): void {
    if (this.#isStanding) this.#waiting.push(work);
    else work();
  }

  #end(transaction: ModelTransaction, done: (error: unknown) => void): void {
    const fate = this.#fate();
    if (fate !== null) this.#counters.fault(`commit: ${fate}`);
    if (fate === 'late')
      this.life.after(this.#draws.wait(3_000), () => this.#do(() => outcomeOf(transaction)), 'commit');
    const error = fate === null || fate === 'lostAfter' ? outcomeOf(transaction) : null;
    if (fate === 'conflict') done(conflict());
    else if (fate !== null) done(new DatabaseUnavailable('ECONNRESET', true, null));
    else done(error);
  }

  #fate(): keyof CommitFaults | null {
    let share = this.#draws.next();
    for (const [name, probability] of Object.entries(this.faults) as [keyof CommitFaults, number][]) {
      if (share < probability) return name;
      share -= probability;
    }
    return null;
  }
}

/** Commits. Returns why it was not possible; null when it was. */
function outcomeOf(transaction: ModelTransaction): unknown {
  try {
    transaction.commit();
    return null;
  } catch (error) {
    return error;
  }
}

function conflict(): DatabaseUnavailable {
  return new DatabaseUnavailable('ER_LOCK_DEADLOCK', false, null);
}

import { movingNow } from '../../http/elsewhere.ts';
import { ChangeOrder } from '../../journal/mysql/change-order.ts';
import { PartitionFencedError } from '../../journal/mysql/engine.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Mysql } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import type { StoredChange } from '../../tracking/flight/changes.ts';

/** How long the change of another server may be without its place in the order, in milliseconds. */
const everyMs = 1_000;

export interface OrderNeeds {
  readonly database: Mysql;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The changes of all servers in one order, while this one holds the first partition. Elsewhere nobody asks for them here. */
export class OrderedChanges {
  readonly #needs: OrderNeeds;
  readonly #listeners = new Set<() => void>();
  #order: ChangeOrder | null = null;
  #epoch: number | null = null;
  /** What became of the last commit is not known. */
  #isUnclear = false;
  #isDue = false;
  #running: Promise<void> | null = null;
  #timer: Disposable | null = null;

  constructor(needs: OrderNeeds) {
    this.#needs = needs;
  }

  /** @throws PartitionFencedError, DatabaseUnavailable */
  async begin(epoch: number): Promise<void> {
    this.#order = await ChangeOrder.open(this.#needs.database, epoch);
    this.#isUnclear = false;
    this.#epoch = epoch;
    this.wake();
    this.#arm();
  }

  async end(): Promise<void> {
    this.#epoch = null;
    this.#order = null;
    this.#timer?.[Symbol.dispose]();
    // Who listens reads, and learns that it is answered elsewhere.
    this.#notify();
    await this.#running;
  }

  /** @throws Refusal `shutting-down` where another server answers this */
  last(): number {
    return this.#require().last();
  }

  /** @throws Refusal `shutting-down` where another server answers this, and while the database does not answer */
  async read(after: number, limit: number): Promise<readonly StoredChange[]> {
    try {
      return await this.#require().read(after, limit);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw movingNow();
      throw error;
    }
  }

  listen(wake: () => void): Disposable {
    this.#listeners.add(wake);
    return { [Symbol.dispose]: () => void this.#listeners.delete(wake) };
  }

  /** There may be new changes: those of this server need not wait for the next second. */
  wake(): void {
    this.#isDue = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  #arm(): void {
    this.#timer = this.#needs.clock.after(everyMs, () => {
      if (this.#epoch === null) return;
      this.wake();
      this.#arm();
    });
  }

  async #run(): Promise<void> {
    while (this.#isDue && this.#epoch !== null) {
      this.#isDue = false;
      try {
        await this.#gather(this.#epoch);
      } catch (error) {
        this.#isUnclear = true;
        // Another server that took over, or a database that is away, is reported by the leases.
        if (!isExpected(error)) this.#needs.onError(error);
      }
    }
  }

  async #gather(epoch: number): Promise<void> {
    if (this.#isUnclear) {
      const order = await ChangeOrder.open(this.#needs.database, epoch);
      if (this.#epoch !== epoch) return;
      this.#order = order;
      this.#isUnclear = false;
    }
    while (await this.#order?.gather(this.#needs.clock.now())) this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #require(): ChangeOrder {
    if (this.#order === null) throw movingNow();
    return this.#order;
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof PartitionFencedError;
}

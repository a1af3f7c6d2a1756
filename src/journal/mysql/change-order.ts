import type { Mysql } from '../../lib/mysql.ts';
import { numberOf } from '../../lib/row.ts';
import type { StoredChange } from '../../tracking/flight/changes.ts';
import { keptUnreadMs } from '../change-log.ts';
import { changeOf } from '../rows.ts';
import { repeated, writeRows } from './bulk.ts';
import { takeDuty, writeDuty } from './duty.ts';

/** A change that has no place in the order yet. */
interface Unordered {
  readonly part: number;
  readonly number: number;
  readonly at: number;
}

/** Changes that get their place in one transaction. */
const maxOrdered = 500;
/** In the marks, the newest number of the order itself: it must not be given out twice. */
export const orderMark = 65_535;

/**
 * The changes of all partitions in one order, which the holder of the first partition makes: each gets the next number once it
 * is stored, those of a partition in their own order. The numbers are in the database, so that the next holder continues.
 */
export class ChangeOrder {
  readonly #database: Mysql;
  readonly #epoch: number;
  /** Up to where each partition is in the order. */
  readonly #marks: Map<number, number>;
  #last: number;

  private constructor(database: Mysql, epoch: number, marks: Map<number, number>) {
    this.#database = database;
    this.#epoch = epoch;
    this.#marks = marks;
    this.#last = marks.get(orderMark) ?? 0;
  }

  /**
   * Begins where the holder before ended. The very first one begins with what happens from now on.
   * @throws PartitionFencedError, DatabaseUnavailable
   */
  static async open(database: Mysql, epoch: number): Promise<ChangeOrder> {
    const marks = await database.transaction(async (session) => {
      await takeDuty(session, epoch);
      const rows = await session.rows('SELECT part, number FROM ordered_marks');
      if (rows.length > 0) return rows;
      await session.run(
        `INSERT INTO ordered_marks SELECT id, coalesce((SELECT max(number) FROM changes WHERE part = id), 0) FROM partitions`,
      );
      return session.rows('SELECT part, number FROM ordered_marks');
    });
    return new ChangeOrder(
      database,
      epoch,
      new Map(marks.map((row) => [numberOf(row, 'part'), numberOf(row, 'number')])),
    );
  }

  /** The number of the newest; 0 when there is none. */
  last(): number {
    return this.#last;
  }

  /** Returns those with a number above `after`, in order, at most `limit`. One that was deleted meanwhile is left out. */
  async read(after: number, limit: number): Promise<readonly StoredChange[]> {
    const sql = `SELECT o.number, c.at, c.kind, c.document FROM ordered_changes o
        JOIN changes c ON c.part = o.part AND c.number = o.change_number WHERE o.number > ? ORDER BY o.number LIMIT ?`;
    return (await this.#database.rows(sql, [after, limit])).map(changeOf);
  }

  /**
   * Gives what is new its place. Returns whether there was something.
   * @throws PartitionFencedError when there is a newer holder; DatabaseUnavailable: then then it has to be opened again
   */
  async gather(now: number): Promise<boolean> {
    const found = await this.#readNew();
    if (found.length === 0) return false;
    const rows = inOrder(found).map(
      ({ part, number, at }, index) => [this.#last + 1 + index, part, number, at] as const,
    );
    const last = this.#last + rows.length;
    const marks = new Map(rows.map(([, part, number]) => [part, number]));
    marks.set(orderMark, last);
    await this.#database.transaction(async (session) => {
      await writeDuty(session, this.#epoch);
      // A number that is there already fails: then this server does not know how far the order is.
      await writeRows(session, { head: 'INSERT INTO ordered_changes (number, part, change_number, at) VALUES' }, rows);
      const tail = 'ON DUPLICATE KEY UPDATE number = VALUES(number)';
      await writeRows(session, { head: 'INSERT INTO ordered_marks (part, number) VALUES', tail }, [...marks]);
      await session.run('DELETE FROM ordered_changes WHERE at < ? ORDER BY at LIMIT 1000', [now - keptUnreadMs]);
    });
    for (const [part, number] of marks) this.#marks.set(part, number);
    this.#last = last;
    return true;
  }

  async #readNew(): Promise<readonly Unordered[]> {
    const marks = [...this.#marks].filter(([part]) => part !== orderMark);
    const which = repeated('(part = ? AND number > ?)', marks.length, ' OR ');
    const sql = `SELECT part, number, at FROM changes WHERE ${which} ORDER BY part, number LIMIT ?`;
    return (await this.#database.rows(sql, [...marks.flat(), maxOrdered])).map((row) => ({
      part: numberOf(row, 'part'),
      number: numberOf(row, 'number'),
      at: numberOf(row, 'at'),
    }));
  }
}

/** By time, as far as the order of each partition allows: clocks of servers differ, and are set. */
function inOrder(found: readonly Unordered[]): readonly Unordered[] {
  const newest = new Map<number, number>();
  const dated = found.map((change) => {
    const at = Math.max(change.at, newest.get(change.part) ?? Number.NEGATIVE_INFINITY);
    newest.set(change.part, at);
    return { change, at };
  });
  return dated.toSorted((a, b) => a.at - b.at).map(({ change }) => change);
}

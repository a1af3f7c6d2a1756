import type { MysqlSession } from '../../lib/mysql.ts';
import { numberOf } from '../../lib/row.ts';
import { orderMark } from '../mysql/change-order.ts';
import { partitionCount } from '../partition.ts';

/** By partition, the newest change that a listener has heard; one that never listened there has nothing to hear. */
export type Heard = readonly (number | undefined)[];

/** The one order of the changes of all partitions. */
export interface Order {
  /** The number of each change in it, by partition and its number there: `3/17`. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The newest number that was given out. */
  readonly last: number;
  /** Webhooks read this order: their cursor is a number of it. Null when there never were any. */
  readonly heardByWebhooks: Heard | null;
}

/** Reads the order, with what webhooks have heard of it. */
export async function readOrder(session: MysqlSession): Promise<Order> {
  const rows = await session.rows('SELECT number, part, change_number FROM ordered_changes ORDER BY number');
  const ordered = rows.map((row) => {
    return { number: numberOf(row, 'number'), part: numberOf(row, 'part'), change: numberOf(row, 'change_number') };
  });
  const marks = await session.rows('SELECT part, number FROM ordered_marks');
  const ends = new Map(marks.map((row) => [numberOf(row, 'part'), numberOf(row, 'number')]));
  const cursor = await readWebhookCursor(session);
  const heard = Array.from({ length: partitionCount }, (_, part) => ends.get(part));
  // What has no place yet is heard by none; of what has one, nothing from the first unheard of its partition on.
  for (const { number, part, change } of ordered.toReversed())
    if (cursor !== null && number > cursor) heard[part] = change - 1;
  return {
    numbers: new Map(ordered.map(({ number, part, change }) => [`${part}/${change}`, number])),
    last: ends.get(orderMark) ?? 0,
    heardByWebhooks: cursor === null ? null : heard,
  };
}

async function readWebhookCursor(session: MysqlSession): Promise<number | null> {
  const [row] = await session.rows(
    `SELECT json_value(body, '$.number') AS number FROM webhook_rows WHERE table_name = 'cursors' AND row_key = '["changes"]'`,
  );
  return row === undefined ? null : numberOf(row, 'number');
}

/** Makes the numbers of the changes that were moved here their order, which continues after `last`; inside the caller's transaction. */
export async function writeOrder(session: MysqlSession, last: number): Promise<void> {
  for (const table of ['ordered_changes', 'ordered_marks']) await session.run(`DELETE FROM ${table}`);
  await session.run('INSERT INTO ordered_changes SELECT number, part, number, at FROM changes');
  await session.run('INSERT INTO ordered_marks SELECT id, ? FROM partitions', [last]);
  await session.run('INSERT INTO ordered_marks VALUES (?, ?)', [orderMark, last]);
}

import type { MysqlSession } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { numberOf } from '../../lib/row.ts';
import { repeated } from './bulk.ts';
import type { PartitionState } from './partition-state.ts';

type Held = Pick<PartitionState, 'partition' | 'epoch'>;

/**
 * Writes the row of each of these partitions, if it has their epoch. It is a write because only that makes a transaction fail
 * when a new owner took the partition on another node: reading the row, locked or not, does not.
 * Returns those with another epoch; nothing may be stored then.
 * @throws DatabaseUnavailable also when the rows changed meanwhile: a retry helps
 */
export async function writeFence<T extends Held>(session: MysqlSession, held: readonly T[]): Promise<readonly T[]> {
  const keys = held.flatMap(({ partition, epoch }) => [partition, epoch]);
  const wanted = 2 ** Math.ceil(Math.log2(held.length));
  // Statements have few different lengths; the same row twice makes no difference.
  while (keys.length < wanted * 2) keys.push(keys[0] ?? 0, keys[1] ?? 0);
  const which = repeated('(id = ? AND epoch = ?)', wanted, ' OR ');
  // By its index: reading the whole table would lock the rows of other servers, whose commits would then undo this transaction.
  const { affectedRows } = await session.run(
    `UPDATE partitions FORCE INDEX (PRIMARY) SET n = n + 1 WHERE ${which}`,
    keys,
  );
  return affectedRows === held.length ? [] : findFenced(session, held);
}

async function findFenced<T extends Held>(session: MysqlSession, held: readonly T[]): Promise<readonly T[]> {
  const rows = await session.rows('SELECT id, epoch FROM partitions');
  const epochs = new Map(rows.map((row) => [numberOf(row, 'id'), numberOf(row, 'epoch')]));
  const fenced = held.filter(({ partition, epoch }) => epochs.get(partition) !== epoch);
  // A lease that was got through another node arrived here between the two statements.
  if (fenced.length === 0) throw new DatabaseUnavailable('ER_CHECKREAD', false, null);
  return fenced;
}

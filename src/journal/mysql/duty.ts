import type { MysqlSession } from '../../lib/mysql.ts';
import { PartitionFencedError } from './engine.ts';

const first = 0;

/**
 * Makes the holder of the first partition the one that does what exists once; the holder before it is refused from then on.
 * @throws PartitionFencedError when one with a newer epoch has done so
 */
export async function takeDuty(session: MysqlSession, epoch: number): Promise<void> {
  const sql = 'UPDATE duties SET epoch = ?, n = n + 1 WHERE id = 1 AND epoch <= ?';
  const { affectedRows } = await session.run(sql, [epoch, epoch]);
  if (affectedRows !== 1) throw new PartitionFencedError(first);
}

/**
 * Begins every transaction of that holder. A row of its own: that of the first partition would make these transactions and those
 * with reports of its pilots, on another node, undo each other.
 * @throws PartitionFencedError
 */
export async function writeDuty(session: MysqlSession, epoch: number): Promise<void> {
  const { affectedRows } = await session.run('UPDATE duties SET n = n + 1 WHERE id = 1 AND epoch = ?', [epoch]);
  if (affectedRows !== 1) throw new PartitionFencedError(first);
}

import type { MysqlSession } from '../../lib/mysql.ts';
import { numberOf } from '../../lib/row.ts';

/** Keeps the number of the newest change, before changes are deleted. */
export async function markChanges(session: MysqlSession, part: number, lastChange: number): Promise<void> {
  const sql = 'INSERT INTO change_marks (part, number) VALUES (?, ?) ON DUPLICATE KEY UPDATE number = VALUES(number)';
  await session.run(sql, [part, lastChange]);
}

/** Returns when the oldest change that is stored happened; null when there is none. */
export async function readOldestChange(session: MysqlSession, part: number): Promise<number | null> {
  const [row] = await session.rows('SELECT at FROM changes WHERE part = ? ORDER BY number LIMIT 1', [part]);
  return row === undefined ? null : numberOf(row, 'at');
}

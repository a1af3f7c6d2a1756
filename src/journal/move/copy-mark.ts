import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Mysql, MysqlSession } from '../../lib/mysql.ts';
import { textOf } from '../../lib/row.ts';
import { NoteWriter } from '../mysql/note-writer.ts';

/** Note of a journal that was moved out of a database: the same there and in the file, and another one for each such move. */
const note = 'moved-out';
const select = 'SELECT text FROM notes WHERE name = ? AND text IS NOT NULL';

/**
 * Marks what is in the database before it is moved out, so that what stays there is known later as a copy of before.
 * @param hasLeft - whether that move ended: one that is repeated gives the same
 */
export async function markCopy(database: Mysql, hasLeft: boolean): Promise<void> {
  if (hasLeft && (await readMark(database)) !== null) return;
  await database.transaction(async (session) => {
    const writer = new NoteWriter(session);
    writer.set(note, randomUUID());
    await writer.flush();
  });
}

/** Whether everything in this database is older than this file, because it was moved into that. */
export async function isCopyOf(database: MysqlSession, file: DatabaseSync): Promise<boolean> {
  const mark = await readMark(database);
  return mark !== null && file.prepare(select).get(note)?.text === mark;
}

async function readMark(database: MysqlSession): Promise<string | null> {
  const [row] = await database.rows(select, [note]);
  return row === undefined ? null : textOf(row, 'text');
}

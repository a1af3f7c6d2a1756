import type { MysqlSession } from '../../lib/mysql.ts';
import { textOf } from '../../lib/row.ts';

/** `arriving`: a journal is being moved here; `there`: it is complete; `left`: it was moved away. */
export type MoveState = 'arriving' | 'there' | 'left';

/** The journal in this database must not be used; the message says what to do. */
export class MovedJournalError extends Error {
  override readonly name = 'MovedJournalError';
}

const problems: Readonly<Record<Exclude<MoveState, 'there'>, string>> = {
  arriving: 'A journal is being moved into this database and is not complete. Run `tracker journal move` again.',
  left: 'The journal was moved out of this database. Remove TRACKER_JOURNAL, or move the journal back with `tracker journal move`.',
};

/** @throws MovedJournalError */
export async function requireThere(session: MysqlSession): Promise<void> {
  const state = await readMove(session);
  if (state !== 'there') throw new MovedJournalError(problems[state]);
}

export async function readMove(session: MysqlSession): Promise<MoveState> {
  const [row] = await session.rows('SELECT state FROM moves WHERE id = 1');
  const state = row === undefined ? 'there' : textOf(row, 'state');
  return state === 'arriving' || state === 'left' ? state : 'there';
}

export async function saveMove(session: MysqlSession, state: MoveState): Promise<void> {
  const sql = 'INSERT INTO moves (id, state) VALUES (1, ?) ON DUPLICATE KEY UPDATE state = VALUES(state)';
  await session.run(sql, [state]);
}

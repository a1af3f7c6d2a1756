import { numberOf, textOf, textOrNull } from '../../lib/row.ts';
import { sameFormSince } from '../../lib/sent-twice.ts';
import { fromSqlTime, toSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import { readPirepListing } from './pirep-admin.ts';

export interface PirepComment {
  readonly text: string;
  readonly at: number | null;
}

/** Oldest first. */
export function listComments(crewCenter: CrewCenter, pirepId: string): readonly PirepComment[] {
  const rows = crewCenter.read(() =>
    crewCenter.all('SELECT comment, created_at FROM pirep_comments WHERE pirep_id = ? ORDER BY id', pirepId),
  );
  return rows.map((row) => ({
    text: textOf(row, 'comment'),
    at: fromSqlTime(textOrNull(row, 'created_at')),
  }));
}

/** Adds a comment of the operator for the pilot. Returns whether it was added: see `insertComment`. @throws Refusal `not-found` */
export function commentPirep(crewCenter: CrewCenter, pirepId: string, text: string): Promise<boolean> {
  return crewCenter.write(() => {
    readPirepListing(crewCenter, pirepId);
    const owner = crewCenter.get('SELECT user_id FROM pireps WHERE id = ?', pirepId);
    const userId = owner === null ? 0 : numberOf(owner, 'user_id');
    return insertComment(crewCenter, { pirepId, userId, text }).isNew;
  });
}

/** Within a transaction. A form that was sent twice is one comment: then it returns what is there, with the time at which it was added. */
export function insertComment(
  crewCenter: CrewCenter,
  { pirepId, userId, text }: { readonly pirepId: string; readonly userId: number; readonly text: string },
): { readonly id: string; readonly at: number | null; readonly isNew: boolean } {
  const sent = crewCenter.get(
    'SELECT id, created_at FROM pirep_comments WHERE pirep_id = ? AND user_id = ? AND comment = ? AND created_at >= ?',
    ...[pirepId, userId, text, toSqlTime(sameFormSince(crewCenter.clock.now()))],
  );
  if (sent !== null) return { id: textOf(sent, 'id'), at: fromSqlTime(textOrNull(sent, 'created_at')), isNew: false };
  const now = crewCenter.now();
  const id = crewCenter.insert(
    'INSERT INTO pirep_comments (pirep_id, user_id, comment, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
    ...[pirepId, userId, text, now, now],
  );
  return { id: String(id), at: fromSqlTime(now), isNew: true };
}

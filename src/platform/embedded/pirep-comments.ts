import { numberOf, textOf, textOrNull } from '../../lib/row.ts';
import { fromSqlTime } from '../seven/sql-time.ts';
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

/** Adds a comment of the operator for the pilot. @throws Refusal `not-found` */
export function commentPirep(crewCenter: CrewCenter, pirepId: string, text: string): Promise<void> {
  return crewCenter.write(() => {
    readPirepListing(crewCenter, pirepId);
    const owner = crewCenter.get('SELECT user_id FROM pireps WHERE id = ?', pirepId);
    const now = crewCenter.now();
    crewCenter.run(
      'INSERT INTO pirep_comments (pirep_id, user_id, comment, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      pirepId,
      owner === null ? 0 : numberOf(owner, 'user_id'),
      text,
      now,
      now,
    );
  });
}

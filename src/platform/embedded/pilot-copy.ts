import { type Row, textOf } from '../../lib/row.ts';
import type { CrewCenter } from './crew-center.ts';
import { applicationRows } from './join/applications.ts';
import { listNotes } from './pilot-notes.ts';

/** What lets somebody in is no part of a copy. */
const secret = new Set(['password', 'api_key', 'remember_token']);

/** Returns what the crew center keeps of a pilot, for the copy of the pilot's data: rows as they are, and what staff noted without who did. */
export function pilotRecords(crewCenter: CrewCenter, pilotId: string): Readonly<Record<string, unknown>> {
  const rows = (sql: string) => crewCenter.all(sql, Number(pilotId)).map(withoutSecrets);
  const ofPireps = 'pirep_id IN (SELECT id FROM pireps WHERE user_id = ?) ORDER BY id';
  return crewCenter.read(() => ({
    account: rows('SELECT * FROM users WHERE id = ?').at(0) ?? null,
    applications: applicationRows(crewCenter, pilotId).map((row) =>
      Object.assign(withoutSecrets(row), { answers: JSON.parse(textOf(row, 'answers')) as unknown }),
    ),
    bids: rows('SELECT * FROM bids WHERE user_id = ? ORDER BY id'),
    pireps: rows('SELECT * FROM pireps WHERE user_id = ? ORDER BY created_at, id'),
    pirepFields: rows(`SELECT * FROM pirep_field_values WHERE ${ofPireps}`),
    comments: rows(`SELECT * FROM pirep_comments WHERE ${ofPireps}`),
    staffNotes: listNotes(crewCenter, pilotId).map(({ at, text }) => ({ at, text })),
  }));
}

function withoutSecrets(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !secret.has(column)));
}

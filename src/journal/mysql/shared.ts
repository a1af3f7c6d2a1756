import type { Mysql } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import type { NamesWith } from '../../lib/table.ts';
import { auditPage, countAudit } from '../audit-pages.ts';
import type { AuditEntry, Journal } from '../journal.ts';
import type { journalTable } from '../journal-table.ts';
import { databaseAway } from '../not-stored.ts';
import { auditEntryOf } from '../rows.ts';
import { NoteWriter } from './note-writer.ts';
import type { Notes } from './notes.ts';

/** What belongs to no partition: it exists once, and every server reads and writes it. */
export interface SharedRecords extends Pick<Journal, NamesWith<typeof journalTable, 'of', 'shared'>> {
  /** Reads the notes that other servers stored. @throws DatabaseUnavailable */
  refreshNotes(): Promise<void>;
}

/** Each write is a transaction of its own: there are few. */
export function sharedRecords(database: Mysql, notes: Notes): SharedRecords {
  const rows: Mysql['rows'] = (sql, values) => database.rows(sql, values);
  return {
    readNote: (name) => notes.get(name),
    refreshNotes: () => notes.refresh(),
    saveNote: (name, text, entry) =>
      stored(async () => {
        const saved = await database.transaction(async (session) => {
          const writer = new NoteWriter(session);
          writer.set(name, text);
          if (entry !== undefined) await session.run(...insertOf(entry));
          return writer.flush();
        });
        if (saved !== null) notes.saved(saved);
      }),
    saveAudit: (entry) => stored(async () => void (await database.run(...insertOf(entry)))),
    listAudit: (limit) => stored(async () => (await auditPage(rows, { limit }, auditEntryOf)).entries),
    pageAudit: (request) => stored(() => auditPage(rows, request, auditEntryOf)),
    countAudit: (wanted) => stored(() => countAudit(rows, wanted)),
  };
}

function insertOf({ at, actor, action, subject, detail }: AuditEntry) {
  const sql = 'INSERT INTO audit (at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)';
  return [sql, [at, actor, action, subject, detail]] as const;
}

async function stored<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw databaseAway();
    throw error;
  }
}

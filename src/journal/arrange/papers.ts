import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { inTransaction } from '../../lib/transaction.ts';

/** Cursor of the process that passes its changes on to the first one. */
export const passedOnCursor = 'first-process';

/** Name of the note in the first journal: up to which change it has those of another process. */
export function changesNote(process: string): string {
  return `changes-of ${process}`;
}

interface Adoption {
  /** Numbers of the journals. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly journalOf: (pilotId: string) => number;
}

/**
 * Moves what belongs to a pilot beside the flights: sessions; and copies the networks from which pilots sign in. Of a
 * journal that is no longer used, the first one also gets the changes that it did not have yet, and the audit log.
 */
export function adoptPapers(from: DatabaseSync, to: DatabaseSync, adoption: Adoption): void {
  moveSessions(from, to, adoption);
  const networks = from.prepare("SELECT name, text FROM notes WHERE name LIKE 'signed-in-from %'").all();
  const note = to.prepare('INSERT OR IGNORE INTO notes VALUES (?, ?)');
  inTransaction(to, () => {
    for (const { name, text } of networks) note.run(String(name), String(text));
  });
  if (adoption.from > adoption.count && adoption.to === 1) adoptLog(from, to, adoption.from);
}

function moveSessions(from: DatabaseSync, to: DatabaseSync, { to: wanted, journalOf }: Adoption): void {
  const rows = from.prepare('SELECT * FROM sessions').all() as Record<string, SQLOutputValue>[];
  const moving = rows.filter((row) => journalOf(String(row.pilot_id)) === wanted);
  const insert = to.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  inTransaction(to, () => {
    for (const row of moving) insert.run(...Object.values(row));
  });
  const remove = from.prepare('DELETE FROM sessions WHERE token_hash = ?');
  inTransaction(from, () => {
    for (const row of moving) remove.run(row.token_hash ?? null);
  });
}

/** The number of the last row that was taken is stored with it: so none is taken twice. */
function adoptLog(from: DatabaseSync, first: DatabaseSync, process: number): void {
  const name = `process-${process}`;
  const cursor = from.prepare('SELECT number FROM cursors WHERE name = ?').get(passedOnCursor)?.number;
  const changes = from.prepare(
    'SELECT number, at, kind, flight, document FROM changes WHERE number > ? ORDER BY number',
  );
  const addChange = 'INSERT INTO changes (at, kind, flight, document) VALUES (?, ?, ?, ?)';
  adoptRows(first, changesNote(name), Number(cursor ?? 0), (after) => changes.all(after), addChange);
  const audit = from.prepare('SELECT id, at, actor, action, subject, detail FROM audit WHERE id > ? ORDER BY id');
  const addAudit = 'INSERT INTO audit (at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)';
  adoptRows(first, `audit-of ${name}`, 0, (after) => audit.all(after), addAudit);
}

function adoptRows(
  first: DatabaseSync,
  noteName: string,
  read: number,
  rowsAfter: (number: number) => readonly Record<string, SQLOutputValue>[],
  insert: string,
): void {
  const known = first.prepare('SELECT text FROM notes WHERE name = ?').get(noteName)?.text;
  const rows = rowsAfter(Math.max(read, Number(known ?? 0)));
  const add = first.prepare(insert);
  inTransaction(first, () => {
    for (const row of rows) {
      const [number, ...values] = Object.values(row);
      add.run(...values);
      first.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(noteName, String(number));
    }
  });
}

import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { inTransaction } from '../../lib/sqlite.ts';
import type { Stored } from '../row-sum.ts';
import { prepareInsert } from '../summed-tables.ts';

/** Cursor of a process that passed its changes on to the first one. */
const passedOnCursor = 'first-process';

/**
 * Moves what belongs to pilots beside the flights, from the journal of a process to the first one: sessions, the networks
 * from which pilots sign in, the changes that the first one does not have yet, and the audit log.
 * @param process - whose journal `from` is
 */
export function adoptDocuments(from: DatabaseSync, first: DatabaseSync, process: number): void {
  moveSessions(from, first);
  const networks = from.prepare("SELECT name, text FROM notes WHERE name LIKE 'signed-in-from %'").all();
  const note = prepareInsert(first, 'notes', 'INSERT OR IGNORE');
  inTransaction(first, () => {
    for (const { name, text } of networks) note(String(name), String(text));
  });
  adoptLog(from, first, process);
}

function moveSessions(from: DatabaseSync, first: DatabaseSync): void {
  const rows = from.prepare('SELECT * FROM sessions').all() as Record<string, SQLOutputValue>[];
  // With their sums, which stay those of the same rows.
  const insert = first.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  inTransaction(first, () => {
    for (const row of rows) insert.run(...Object.values(row));
  });
  inTransaction(from, () => from.exec('DELETE FROM sessions'));
}

/** The number of the last row that was taken is stored with it: so none is taken twice. */
function adoptLog(from: DatabaseSync, first: DatabaseSync, process: number): void {
  const name = `process-${process}`;
  const cursor = from.prepare('SELECT number FROM cursors WHERE name = ?').get(passedOnCursor)?.number;
  const changes = from.prepare(
    'SELECT number, at, kind, flight, document FROM changes WHERE number > ? ORDER BY number',
  );
  adoptRows(first, `changes-of ${name}`, Number(cursor ?? 0), (after) => changes.all(after), 'changes');
  const audit = from.prepare('SELECT id, at, actor, action, subject, detail FROM audit WHERE id > ? ORDER BY id');
  adoptRows(first, `audit-of ${name}`, 0, (after) => audit.all(after), 'audit');
}

function adoptRows(
  first: DatabaseSync,
  noteName: string,
  read: number,
  rowsAfter: (number: number) => readonly Record<string, SQLOutputValue>[],
  table: 'changes' | 'audit',
): void {
  const known = first.prepare('SELECT text FROM notes WHERE name = ?').get(noteName)?.text;
  const rows = rowsAfter(Math.max(read, Number(known ?? 0)));
  const add = prepareInsert(first, table);
  const saveNote = prepareInsert(first, 'notes', 'INSERT OR REPLACE');
  inTransaction(first, () => {
    for (const row of rows) {
      const [number, ...values] = Object.values(row) as Exclude<Stored, bigint>[];
      add(...values);
      saveNote(noteName, String(number));
    }
  });
}

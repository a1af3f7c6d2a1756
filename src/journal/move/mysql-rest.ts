import type { MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import { GatheredRows } from '../mysql/gathered-rows.ts';
import { NoteWriter } from '../mysql/note-writer.ts';
import { partitionCount, partitionOf } from '../partition.ts';
import { auditEntryOf, loginFailureOf, sessionOf } from '../rows.ts';
import { inOrder, type Rest } from './flight-record.ts';

/** Reads what all partitions have beside flights; cursors and the newest change are those of the first one. */
export async function readMysqlRest(database: MysqlSession): Promise<Rest> {
  const [mark] = await database.rows('SELECT number FROM change_marks WHERE part = 0');
  const cursors = await database.rows('SELECT name, number FROM cursors WHERE part = 0');
  const notes = await database.rows('SELECT name, text FROM notes WHERE text IS NOT NULL');
  return inOrder({
    sessions: (await database.rows('SELECT * FROM sessions')).map(sessionOf),
    loginFailures: (await database.rows('SELECT * FROM login_failures ORDER BY id')).map(loginFailureOf),
    notes: notes.map((row) => [textOf(row, 'name'), textOf(row, 'text')]),
    audit: (await database.rows('SELECT * FROM audit ORDER BY id')).map(auditEntryOf),
    cursors: cursors.map((row) => [textOf(row, 'name'), numberOf(row, 'number')]),
    lastChange: mark === undefined ? 0 : numberOf(mark, 'number'),
  });
}

/** Replaces it, inside the caller's transaction. Each partition gets all cursors: its changes have the numbers they had. */
export async function writeMysqlRest(session: MysqlSession, rest: Rest): Promise<void> {
  for (const table of ['sessions', 'login_failures', 'audit', 'cursors']) await session.run(`DELETE FROM ${table}`);
  const rows = new GatheredRows();
  for (const { tokenHash, pilotId, pilotIdent, pilotName, credentialVersion, ...more } of rest.sessions) {
    const pilot = [pilotId, pilotIdent, pilotName, credentialVersion] as const;
    rows.sessions.add(tokenHash, partitionOf(pilotId), ...pilot, more.createdAt, more.expiresAt, more.lifetime);
  }
  for (const { at, loginHash, address, account } of rest.loginFailures)
    rows.failures.add(partitionOf(account ?? loginHash), at, loginHash, address, account);
  for (const { at, actor, action, subject, detail } of rest.audit) rows.audit.add(at, actor, action, subject, detail);
  for (let part = 0; part < partitionCount; part++)
    for (const [name, number] of rest.cursors) rows.cursors.add(part, name, number);
  await rows.flush(session);
  await writeNotes(session, rest.notes);
}

async function writeNotes(session: MysqlSession, notes: Rest['notes']): Promise<void> {
  const writer = new NoteWriter(session);
  const wanted = new Set(notes.map(([name]) => name));
  const there = await session.rows('SELECT name FROM notes WHERE text IS NOT NULL');
  for (const row of there) if (!wanted.has(textOf(row, 'name'))) writer.set(textOf(row, 'name'), null);
  for (const [name, text] of notes) writer.set(name, text);
  await writer.flush();
}

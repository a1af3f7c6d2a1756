import type { MysqlRow, MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import type { Replacement } from '../../lib/whole-words.ts';
import { anonymousFlight, anonymousReports, inDocuments, inTexts } from '../anonymous.ts';
import { packChunk, unpackChunk } from '../chunk.ts';
import { eventOf, eventText } from '../event-row.ts';
import type { PilotTraces } from '../journal.ts';
import type { Operation } from '../operations.ts';
import { auditEntryOf } from '../rows.ts';
import { forKeys, repeated } from './bulk.ts';
import { markChanges } from './change-marks.ts';
import { bytesOf } from './row-of-report.ts';

/** Number of documents that are rewritten at a time. */
const maxDocuments = 100;

/**
 * Deletes what the journal keeps of people in one partition, inside the caller's transaction. Returns the flights that are gone.
 * @param lastChange - number of the newest change
 */
export async function erase(
  session: MysqlSession,
  part: number,
  lastChange: number,
  operation: Operation & { readonly kind: 'erase-pilot' | 'forget' },
): Promise<readonly number[]> {
  if (operation.kind === 'erase-pilot') {
    await erasePilot(session, part, operation.pilot);
    return [];
  }
  const { flightsEndedBefore, auditBefore, keepUnreadSince } = operation;
  if (auditBefore !== null) await session.run('DELETE FROM audit WHERE at < ?', [auditBefore]);
  if (flightsEndedBefore === null) return [];
  await markChanges(session, part, lastChange);
  return forgetFlights(session, part, flightsEndedBefore, keepUnreadSince);
}

async function erasePilot(session: MysqlSession, part: number, pilot: PilotTraces): Promise<void> {
  const { pilotId, loginHashes } = pilot;
  await eraseReports(session, part, pilotId, inTexts(pilot));
  const documents = inDocuments(pilot);
  const ofFlights = 'SELECT number, document FROM flights WHERE part = ? AND pilot_id = ? AND number > ?';
  await rewrite(session, 'flights', [part, pilotId], ofFlights, documents);
  const ofChanges = `SELECT number, document FROM changes
    WHERE part = ? AND flight IN (SELECT number FROM flights WHERE part = changes.part AND pilot_id = ?) AND number > ?`;
  await rewrite(session, 'changes', [part, pilotId], ofChanges, documents);
  await session.run('DELETE FROM sessions WHERE part = ? AND pilot_id = ?', [part, pilotId]);
  await session.run('DELETE FROM login_failures WHERE part = ? AND account = ?', [part, pilotId]);
  for (const hash of loginHashes)
    await session.run('DELETE FROM login_failures WHERE part = ? AND login_hash = ?', [part, hash]);
  await eraseAudit(session, inTexts(pilot));
}

async function rewrite(
  session: MysqlSession,
  table: 'flights' | 'changes',
  key: readonly [part: number, pilotId: string],
  select: string,
  replace: Replacement,
): Promise<void> {
  let rows: readonly MysqlRow[] = [];
  let last = 0;
  do {
    rows = await session.rows(`${select} ORDER BY number LIMIT ${maxDocuments}`, [...key, last]);
    for (const row of rows) {
      last = numberOf(row, 'number');
      const document = anonymousFlight(textOf(row, 'document'), replace);
      await session.run(`UPDATE ${table} SET document = ? WHERE part = ? AND number = ?`, [document, key[0], last]);
    }
  } while (rows.length === maxDocuments);
}

/** Replaces the pilot in what events of their flights say. */
async function eraseReports(session: MysqlSession, part: number, pilotId: string, replace: Replacement): Promise<void> {
  const flights = 'SELECT number FROM flights WHERE part = ? AND pilot_id = ?';
  const chunks = await session.rows(
    `SELECT c.flight, c.first_number FROM chunks c JOIN sealed s ON s.part = c.part AND s.flight = c.flight
     WHERE c.part = ? AND c.flight IN (${flights}) AND coalesce(JSON_VALUE(s.summary, '$.eventCount'), 1) > 0`,
    [part, part, pilotId],
  );
  for (const chunk of chunks) {
    const key = [part, numberOf(chunk, 'flight'), numberOf(chunk, 'first_number')];
    const where = 'WHERE part = ? AND flight = ? AND first_number = ?';
    const [row] = await session.rows(`SELECT body FROM chunks ${where}`, key);
    const reports = row && anonymousReports(unpackChunk(bytesOf(row, 'body')), replace);
    if (reports) await session.run(`UPDATE chunks SET body = ? ${where}`, [packChunk(reports), ...key]);
  }
  const raw = `SELECT number, body FROM reports WHERE part = ? AND is_event = 1 AND flight IN (${flights})`;
  for (const row of await session.rows(raw, [part, part, pilotId])) {
    const number = numberOf(row, 'number');
    const event = eventOf(bytesOf(row, 'body').toString('utf8'));
    const [report] = anonymousReports([{ number, kind: 'event', event }], replace) ?? [];
    if (report?.kind !== 'event') continue;
    const body = Buffer.from(eventText(report.event), 'utf8');
    await session.run('UPDATE reports SET body = ? WHERE part = ? AND number = ?', [body, part, number]);
  }
}

/** The audit log of all partitions. */
async function eraseAudit(session: MysqlSession, replace: Replacement): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await session.rows('SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT 1000', [last]);
    for (const row of rows) {
      last = numberOf(row, 'id');
      const { actor, subject, detail } = auditEntryOf(row);
      const entry = [replace(actor), replace(subject), detail === null ? null : replace(detail)];
      if (entry[0] === actor && entry[1] === subject && entry[2] === detail) continue;
      await session.run('UPDATE audit SET actor = ?, subject = ?, detail = ? WHERE id = ?', [...entry, last]);
    }
    if (rows.length < 1000) return;
  }
}

/** Like the journal on one machine: the oldest first, a hundred at a time; the newest flight, and what somebody has yet to hear of, stays. */
async function forgetFlights(
  session: MysqlSession,
  part: number,
  endedBefore: number,
  keepUnreadSince: number,
): Promise<readonly number[]> {
  const rows = await session.rows(
    `SELECT number FROM flights f WHERE part = ? AND ended_at < ? AND is_live = 0
       AND number < (SELECT max(number) FROM flights WHERE part = ?)
       AND NOT EXISTS (SELECT 1 FROM changes c WHERE c.part = f.part AND c.flight = f.number
         AND c.number > (SELECT min(number) FROM cursors WHERE part = f.part) AND c.at >= ?)
     ORDER BY number LIMIT 100`,
    [part, endedBefore, part, keepUnreadSince],
  );
  const flights = rows.map((row) => [numberOf(row, 'number')]);
  const remove = (table: string, column: string) =>
    forKeys(flights, (count, numbers) =>
      session.run(`DELETE FROM ${table} WHERE part = ? AND ${column} IN (${repeated('?', count)})`, [part, ...numbers]),
    );
  for (const table of ['chunks', 'sealed', 'delivered', 'flight_pireps', 'changes']) await remove(table, 'flight');
  await remove('flights', 'number');
  return flights.flat();
}

import type { MysqlRow, MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import { erasedPilot } from '../erasure.ts';
import type { Operation } from '../operations.ts';
import { forKeys, repeated } from './bulk.ts';
import { markChanges } from './change-marks.ts';

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
    await erasePilot(session, part, operation);
    return [];
  }
  const { flightsEndedBefore, auditBefore, keepUnreadSince } = operation;
  if (auditBefore !== null) await session.run('DELETE FROM audit WHERE at < ?', [auditBefore]);
  if (flightsEndedBefore === null) return [];
  await markChanges(session, part, lastChange);
  return forgetFlights(session, part, flightsEndedBefore, keepUnreadSince);
}

async function erasePilot(
  session: MysqlSession,
  part: number,
  { pilotId, ident }: { readonly pilotId: string; readonly ident: string },
): Promise<void> {
  const ofFlights = 'SELECT number, document FROM flights WHERE part = ? AND pilot_id = ? AND number > ?';
  await rewrite(session, 'flights', [part, pilotId], ofFlights);
  const ofChanges = `SELECT number, document FROM changes
    WHERE part = ? AND flight IN (SELECT number FROM flights WHERE part = changes.part AND pilot_id = ?) AND number > ?`;
  await rewrite(session, 'changes', [part, pilotId], ofChanges);
  await session.run('DELETE FROM sessions WHERE part = ? AND pilot_id = ?', [part, pilotId]);
  await session.run('DELETE FROM login_failures WHERE part = ? AND account = ?', [part, pilotId]);
  const alias = erasedPilot.ident;
  await session.run(
    'UPDATE audit SET actor = replace(actor, ?, ?), subject = replace(subject, ?, ?), detail = replace(detail, ?, ?)',
    [ident, alias, ident, alias, ident, alias],
  );
}

async function rewrite(
  session: MysqlSession,
  table: 'flights' | 'changes',
  key: readonly [part: number, pilotId: string],
  select: string,
): Promise<void> {
  let rows: readonly MysqlRow[] = [];
  let last = 0;
  do {
    rows = await session.rows(`${select} ORDER BY number LIMIT ${maxDocuments}`, [...key, last]);
    for (const row of rows) {
      last = numberOf(row, 'number');
      const document = anonymous(textOf(row, 'document'));
      await session.run(`UPDATE ${table} SET document = ? WHERE part = ? AND number = ?`, [document, key[0], last]);
    }
  } while (rows.length === maxDocuments);
}

interface Papers {
  notes?: unknown;
  log?: unknown;
  fields?: unknown;
}

/** Returns the document without the pilot's name and own words. */
function anonymous(document: string): string {
  const flight = JSON.parse(document) as {
    said?: unknown;
    reason?: unknown;
    pilot: { ident: string; name: string };
    receipt?: { pirep?: Papers | null } | null;
    intent?: { figures?: Papers | null } | null;
  };
  if (flight.said !== undefined) flight.said = null;
  flight.reason = null;
  Object.assign(flight.pilot, erasedPilot);
  for (const papers of [flight.receipt?.pirep, flight.intent?.figures])
    if (papers != null) Object.assign(papers, { notes: null, log: [], fields: {} });
  return JSON.stringify(flight);
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

import type { MysqlSession } from '../../lib/mysql.ts';
import { digest } from '../../lib/tokens.ts';
import { numberOf, textOf } from '../five/rows.ts';
import type { Host } from './host.ts';
import { unavailable } from './unavailable.ts';

/** Name of the lock on this part of the crew center; two of these may share a database server. */
export async function lockOf(session: MysqlSession, host: Host, part: string): Promise<string> {
  const name = `tracker:${digest(`${host.tables.prefix}:${part}`).slice(0, 40)}`;
  const [row] = await session.rows('SELECT CONCAT(?, SUBSTRING(MD5(DATABASE()), 1, 12)) AS name', [name]);
  return textOf(row?.name);
}

/** A connection with a lock on which nothing is asked for longer, in seconds, is one whose machine has vanished. */
const goneAfterS = 30;

/**
 * Runs the task while this connection has the lock. The database ends the connection, and the lock with it, if its machine
 * vanishes: after `patienceS`, where else it would wait for hours.
 * @throws Refusal `crew-center-unavailable`, with this message, while another has it
 */
export async function locked<T>(
  session: MysqlSession,
  lock: string,
  busy: string,
  task: () => Promise<T>,
  patienceS: number = goneAfterS,
): Promise<T> {
  const [before] = await session.rows('SELECT @@SESSION.wait_timeout AS seconds');
  const hostsS = numberOf(before?.seconds) ?? goneAfterS;
  await waitAtMost(session, Math.min(hostsS, patienceS));
  try {
    const [row] = await session.rows('SELECT GET_LOCK(?, 5) AS taken', [lock]);
    if (numberOf(row?.taken) !== 1) throw unavailable(busy, 10);
    try {
      return await task();
    } finally {
      await session.rows('SELECT RELEASE_LOCK(?) AS released', [lock]).catch(() => undefined);
    }
  } finally {
    await waitAtMost(session, hostsS).catch(() => undefined);
  }
}

/** How long the database waits for the next statement of this connection. */
async function waitAtMost(session: MysqlSession, seconds: number): Promise<void> {
  // A number that is bound is a DOUBLE, which the variable does not take.
  await session.run('SET SESSION wait_timeout = CAST(? AS UNSIGNED)', [seconds]);
}

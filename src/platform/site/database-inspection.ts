import type { Mysql, MysqlSession } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { openMysqlAt } from '../../lib/mysql-place.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { lackingRights } from './database-rights.ts';
import type { Observation } from './observation.ts';

const limits = { connections: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 20_000 };

/** Asks a crew center's database by `inspect`; one that cannot be reached, or is another one, is an observation itself. */
export async function inspectDatabase(
  place: Parameters<typeof openMysqlAt>[0],
  subject: string,
  inspect: (mysql: Mysql) => Promise<readonly Observation[]>,
): Promise<readonly Observation[]> {
  const mysql = openMysqlAt(place, limits);
  try {
    const found = [...(await inspectRights(mysql, subject)), ...(await inspectClock(mysql, subject))];
    return [...found, ...(await inspect(mysql))];
  } catch (error) {
    if (error instanceof DatabaseUnavailable)
      return [{ name: 'database-unreachable', subject, evidence: error.message }];
    if (isRefusal(error)) return [{ name: 'database-tables', subject, evidence: error.message }];
    throw error;
  } finally {
    await mysql.close();
  }
}

async function inspectRights(session: MysqlSession, subject: string): Promise<readonly Observation[]> {
  const missing = await lackingRights(session);
  if (missing.length === 0) return [];
  return [{ name: 'database-rights', subject, evidence: `not granted: ${missing.join(', ')}` }];
}

const maxClockS = 60;

/** A clock that is this wrong would date PIREPs wrongly; less may be the way of the question. */
export async function inspectClock(
  session: Pick<MysqlSession, 'rows'>,
  subject: string,
): Promise<readonly Observation[]> {
  const [row] = await session.rows("SELECT TIMESTAMPDIFF(SECOND, '1970-01-01', UTC_TIMESTAMP()) AS seconds");
  const difference = Math.abs(Number(row?.seconds ?? 0) - Date.now() / 1_000);
  if (difference < maxClockS) return [];
  return [{ name: 'clock-wrong', subject, evidence: `the database’s clock is ${Math.round(difference)} s off` }];
}

const maxNamed = 5;

/** Codes of airports that open bids need and the crew center does not have. */
export function missingAirports(subject: string, codes: readonly string[]): readonly Observation[] {
  if (codes.length === 0) return [];
  const more = codes.length > maxNamed ? ` and ${codes.length - maxNamed} more` : '';
  return [{ name: 'airports-missing', subject, evidence: `${codes.slice(0, maxNamed).join(', ')}${more}` }];
}

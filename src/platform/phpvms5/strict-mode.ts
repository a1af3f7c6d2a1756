import type { MysqlSession } from '../../lib/mysql.ts';

/** Why the platform's own functions are not called then. */
export const strictReason = 'strict sql_mode: the statements of the platform itself fail there';

/** Whether new connections to this server, such as the platform's, refuse values that do not fit. */
export async function hasStrictMode(session: MysqlSession): Promise<boolean> {
  const [row] = await session.rows('SELECT @@GLOBAL.sql_mode AS mode');
  return /STRICT_(?:ALL|TRANS)_TABLES|TRADITIONAL/.test(String(row?.mode));
}

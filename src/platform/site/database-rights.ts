import type { MysqlSession } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';

const neededRights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;
type Right = (typeof neededRights)[number];

/**
 * Rights that the account lacks. `SHOW GRANTS` prints those of one account, such as `crew@localhost`; what is granted to the same
 * name from other machines (`crew@%`) counts as well and is not printed. So what it lacks is tried.
 */
export async function lackingRights(session: MysqlSession): Promise<readonly Right[]> {
  const rows = await session.rows('SHOW GRANTS');
  const [named] = await session.rows('SELECT DATABASE() AS name');
  const lines = rows.map((row) => String(Object.values(row)[0]));
  const missing = missingRights(lines, String(named?.name ?? ''));
  return missing.length === 0 ? [] : refusedRights(session, missing);
}

/** Rights on the whole database that these lines of `SHOW GRANTS` do not give. Grants by role or by table count as given. */
export function missingRights(grants: readonly string[], database: string): readonly Right[] {
  const given = new Set<string>();
  for (const line of grants) {
    const [, rights = '', where = ''] = /^GRANT (.+?) ON (\S+)/.exec(line) ?? [];
    const [schema = '', table = ''] = where.replaceAll(/[`"]/g, '').split('.');
    // A grant's name of a database is a pattern: `_` and `%`, with `\` before those that are meant.
    const pattern = new RegExp(
      `^${schema
        .replace(/[.+^$()|[\]{}]/g, '\\$&')
        .replaceAll('%', '.*')
        .replaceAll('\\_', '_')
        .replace('*', '.*')}$`,
      'i',
    );
    const fits = pattern.test(database) || schema.replaceAll('\\', '') === database;
    if (rights === '' && line.startsWith('GRANT')) return [];
    if (!fits) continue;
    if (table !== '*') return [];
    for (const right of rights.split(/,\s*/)) given.add(right.toUpperCase());
  }
  if ([...given].some((right) => right.startsWith('ALL'))) return [];
  return neededRights.filter((right) => !given.has(right));
}

/** Each by a statement that changes no row. Without a table that the account may see, all are refused. */
async function refusedRights(session: MysqlSession, rights: readonly Right[]): Promise<readonly Right[]> {
  const [found] = await session.rows(
    `SELECT t.table_name AS tableName, c.column_name AS columnName
     FROM information_schema.tables t
     JOIN information_schema.columns c ON c.table_schema = t.table_schema AND c.table_name = t.table_name
     WHERE t.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' ORDER BY t.table_name LIMIT 1`,
  );
  if (found === undefined) return rights;
  const table = quote(String(found.tableName));
  const column = quote(String(found.columnName));
  const statements: Readonly<Record<Right, string>> = {
    SELECT: `SELECT 1 FROM ${table} WHERE 1 = 0`,
    INSERT: `INSERT INTO ${table} SELECT * FROM ${table} WHERE 1 = 0`,
    UPDATE: `UPDATE ${table} SET ${column} = ${column} WHERE 1 = 0`,
    DELETE: `DELETE FROM ${table} WHERE 1 = 0`,
  };
  const refused: Right[] = [];
  for (const right of rights) if (await isRefused(session, statements[right])) refused.push(right);
  return refused;
}

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;

const accessErrors = ['ER_TABLEACCESS_DENIED_ERROR', 'ER_COLUMNACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR'];

async function isRefused(session: MysqlSession, statement: string): Promise<boolean> {
  try {
    await session.run(statement);
    return false;
  } catch (error) {
    if (error instanceof DatabaseUnavailable && accessErrors.includes(error.code)) return true;
    throw error;
  }
}

import { join } from 'node:path';
import type { Mysql, MysqlRow } from '../../src/lib/mysql.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { Secret } from '../../src/lib/secret.ts';
import { readCoreConfig } from '../../src/platform/phpvms5/core-config.ts';
import { readVaConfig, type VaConfig } from '../../src/platform/phpvms5/va-config.ts';
import { placeDatabase } from '../../src/platform/site/database-address.ts';

/** A running phpVMS 5, looked at through its own pages and feeds, and through its database by plain SQL. */
export interface Site extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  readonly va: VaConfig;
  readonly php: string;
  /** As `TRACKER_DATABASE_SERVER` takes it. */
  readonly databaseServer: string;
  rows(sql: string, ...values: (string | number)[]): Promise<readonly MysqlRow[]>;
  run(sql: string, ...values: (string | number)[]): Promise<void>;
  /** A table's name with the prefix of this installation. */
  table(name: string): string;
  page(path: string): Promise<{ readonly status: number; readonly url: string; readonly text: string }>;
  /** What the live map is fed with. */
  feed(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export async function openSite(url: string, folder: string, php: string, databaseServer: string | null): Promise<Site> {
  const core = await readCoreConfig(folder);
  const login = { user: core.user, password: new Secret(core.password), database: core.database };
  const place = placeDatabase(login, core.server, { override: databaseServer, php });
  const address = typeof place === 'function' ? await place() : place;
  const { server } = address;
  const mysql: Mysql = openMysql(address);
  const page = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(30_000) });
    return { status: answer.status, url: answer.url, text: await answer.text() };
  };
  return {
    url,
    folder,
    php,
    page,
    databaseServer: 'socketPath' in server ? `unix:${server.socketPath}` : `${server.host}:${server.port}`,
    va: await readVaConfig(join(folder, 'acars/va_config.php')),
    rows: (sql, ...values) => mysql.rows(sql, values),
    run: async (sql, ...values) => void (await mysql.run(sql, values)),
    table: (name) => `\`${core.prefix ?? ''}${name}\``,
    feed: async () => JSON.parse((await page('/action.php/acars/data')).text) as Readonly<Record<string, unknown>>[],
    [Symbol.asyncDispose]: () => mysql.close(),
  };
}

/** The rows that filing leaves, by table. */
export async function filedRows(site: Site, pilotId: string, pirepId: string, scheduleId: string) {
  const { rows, table } = site;
  const hasFeed = (await rows('SHOW TABLES')).some((row) =>
    Object.values(row).includes(table('activityfeed').slice(1, -1)),
  );
  return {
    pireps: await rows(`SELECT * FROM ${table('pireps')} WHERE pirepid = ?`, pirepId),
    pirepcomments: await rows(`SELECT * FROM ${table('pirepcomments')} WHERE pirepid = ?`, pirepId),
    activityfeed: hasFeed
      ? await rows(`SELECT * FROM ${table('activityfeed')} WHERE refid = ? AND type = 1`, pirepId)
      : [],
    bids: await rows(`SELECT * FROM ${table('bids')} WHERE pilotid = ?`, pilotId),
    schedules: await rows(`SELECT * FROM ${table('schedules')} WHERE id = ?`, scheduleId),
    pilots: await rows(`SELECT * FROM ${table('pilots')} WHERE pilotid = ?`, pilotId),
  };
}

/** Differs from flight to flight: keys, instants, and the flight's own id. */
const volatile = new Set(['id', 'pirepid', 'refid', 'submitdate', 'modifieddate', 'postdate', 'lastpirep', 'rawdata']);

/** Where two sets of rows differ in anything that is not the flight's own: `table.column: one, other`. */
export function differences(
  one: Readonly<Record<string, readonly MysqlRow[]>>,
  other: Readonly<Record<string, readonly MysqlRow[]>>,
): readonly string[] {
  return Object.entries(one).flatMap(([table, rows]) => {
    const others = other[table] ?? [];
    if (rows.length !== others.length) return [`${table}: ${rows.length} rows, ${others.length} rows`];
    return rows.flatMap((row, index) =>
      Object.keys(row).flatMap((column) => {
        const [a, b] = [String(row[column]), String(others[index]?.[column])];
        return volatile.has(column) || a === b ? [] : [`${table}.${column}: ${a}, ${b}`];
      }),
    );
  });
}

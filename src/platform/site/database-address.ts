import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isUsable } from '../../lib/is-there.ts';
import type { MysqlAddress } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import type { MysqlPlace } from '../../lib/mysql-place.ts';
import { openMysql } from '../../lib/mysql-pool.ts';

type Server = MysqlAddress['server'];

/** Where distributions put the socket. */
const usualSockets = [
  '/run/mysqld/mysqld.sock',
  '/var/run/mysqld/mysqld.sock',
  '/var/lib/mysql/mysql.sock',
  '/tmp/mysql.sock',
];

/**
 * The server that DBASE_SERVER means to the platform's PHP, or how it is found. For PHP `localhost` is a unix socket whose
 * path its own configuration says; the ways there are tried in that order, then TCP. None leads there while it is down.
 */
export function placeDatabase(
  login: Omit<MysqlAddress, 'server'>,
  said: string,
  options: { readonly override: string | null; readonly php: string },
): MysqlPlace {
  const named = options.override ?? (said === 'localhost' || said === '' ? null : said);
  if (named !== null) return { ...login, server: readServer(named) };
  const own = phpSocket(options.php);
  return async () => findServer(login, candidates(await own));
}

/** @throws DatabaseUnavailable when none answers */
async function findServer(login: Omit<MysqlAddress, 'server'>, servers: readonly Server[]): Promise<MysqlAddress> {
  const reasons: string[] = [];
  for (const server of servers) {
    const reason = await tryServer({ ...login, server });
    if (reason === null) return { ...login, server };
    reasons.push(`${'socketPath' in server ? server.socketPath : `${server.host}:${server.port}`} (${reason})`);
  }
  throw new DatabaseUnavailable(`tried ${reasons.join(', ')}`, true, null);
}

function candidates(own: string | null): readonly Server[] {
  const sockets = [...(own === null ? [] : [own]), ...usualSockets].filter((path) => isUsable(path));
  const unique = [...new Set(sockets)].map((socketPath) => ({ socketPath }));
  return [...unique, { host: '127.0.0.1', port: 3306 }];
}

/** `host`, `host:port`, `:/socket`, `host:/socket`, `unix:/socket`, `[::1]:port`. */
export function readServer(said: string): Server {
  const socket = /^(?:unix|[^/]*):(\/.+)$/.exec(said)?.[1];
  if (socket !== undefined) return { socketPath: socket };
  const [, host, port] = /^\[?(.+?)\]?(?::(\d{1,5}))?$/.exec(said) ?? [];
  const isBareV6 = (said.match(/:/g) ?? []).length > 1 && !said.startsWith('[');
  return isBareV6 ? { host: said, port: 3306 } : { host: host ?? said, port: port === undefined ? 3306 : Number(port) };
}

async function phpSocket(php: string): Promise<string | null> {
  const code = 'echo ini_get("mysqli.default_socket") ?: ini_get("pdo_mysql.default_socket");';
  try {
    const { stdout } = await promisify(execFile)(php, ['-r', code], { timeout: 10_000 });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

async function tryServer(address: MysqlAddress): Promise<string | null> {
  const mysql = openMysql(address, { connections: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 });
  try {
    await mysql.rows('SELECT 1');
    return null;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error.code;
    throw error;
  } finally {
    await mysql.close();
  }
}

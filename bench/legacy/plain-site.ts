import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { type Mariadb, sqlModes, startMariadb } from '../../test/hosts/mariadb.ts';
import { startNginx } from '../../test/hosts/nginx.ts';
import { startPhpFpm } from '../../test/hosts/php-fpm.ts';

/** The plain script on servers of its own: nginx, PHP-FPM and a MariaDB that flushes every commit. */
export interface PlainSite extends AsyncDisposable {
  readonly port: number;
  /** Where the script is reached. */
  readonly path: string;
  countPositions(): Promise<number>;
  /** Ends the database as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

const database = 'plain';
const script = 'plain-position.php';
const phpWorkers = 8;

/** With a flight for each of the session tokens. */
export async function startPlainSite(tokens: readonly string[]): Promise<PlainSite> {
  await using parts = new AsyncDisposableStack();
  const mariadb = parts.use(await startMariadb(sqlModes.strict, 'durable'));
  await fillDatabase(mariadb, tokens);
  const root = await mkdtemp(join(tmpdir(), 'tracker-plain-'));
  parts.defer(() => rm(root, { recursive: true, force: true }));
  await copyFile(join(import.meta.dirname, script), join(root, script));
  // PHP's workers are of another owner.
  await chmod(root, 0o755);
  const { server, user } = mariadb.address(database);
  const socket = 'socketPath' in server ? server.socketPath : '';
  const dsn = `mysql:unix_socket=${socket};dbname=${database};charset=utf8mb4`;
  const fpm = parts.use(await startPhpFpm(phpWorkers));
  const nginx = parts.use(
    await startNginx({ root, fastcgi: fpm.socketPath, values: { PLAIN_DSN: dsn, PLAIN_USER: user } }),
  );
  const owned = parts.move();
  return {
    port: nginx.port,
    path: `/${script}`,
    countPositions: () => countPositions(mariadb),
    kill: () => mariadb.stop(),
    start: () => mariadb.start(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const tables = `CREATE TABLE flights (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, token VARCHAR(80) NOT NULL UNIQUE, lat DOUBLE, lon DOUBLE,
  heading SMALLINT, altitude_msl INT, gs SMALLINT, phase VARCHAR(16)) ENGINE=InnoDB;
CREATE TABLE reports (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, flight INT UNSIGNED NOT NULL, seq INT UNSIGNED,
  recorded_at VARCHAR(30), lat DOUBLE NOT NULL, lon DOUBLE NOT NULL, heading SMALLINT, altitude_msl INT, gs SMALLINT, phase VARCHAR(16),
  altitude_agl INT, ias SMALLINT, vs SMALLINT, fuel INT, KEY (flight)) ENGINE=InnoDB;
`;

async function fillDatabase(mariadb: Mariadb, tokens: readonly string[]): Promise<void> {
  await mariadb.createDatabase(database, tables);
  const mysql = openMysql(mariadb.address(database));
  try {
    await mysql.run(`INSERT INTO flights (token) VALUES ${tokens.map(() => '(?)').join(', ')}`, tokens);
  } finally {
    await mysql.close();
  }
}

async function countPositions(mariadb: Mariadb): Promise<number> {
  const mysql = openMysql(mariadb.address(database));
  try {
    const [row] = await mysql.rows('SELECT COUNT(*) AS count FROM reports');
    return Number(row?.count);
  } finally {
    await mysql.close();
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mysql, MysqlAddress } from '../../src/lib/mysql.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { Secret } from '../../src/lib/secret.ts';
import { until } from '../until.ts';
import { placeData } from './mariadb-data.ts';
import { findPart, mariadbPart } from './parts.ts';

/** What hosts of the field run with: old shared hosting, and a server as it is installed today. */
export const sqlModes = {
  empty: '',
  strict: 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
} as const;

/** A private server: own data directory, reached through its own socket only, ended by `stop` or `await using`. */
export interface Mariadb extends AsyncDisposable {
  address(database: string): MysqlAddress;
  /** Drops and makes the database anew and runs the statements of the fixture in it. */
  createDatabase(name: string, fixture: string): Promise<void>;
  /** Empties the tables of a database that this fixture made, and fills them again: a tenth of the work of making it anew. */
  refillDatabase(name: string, fixture: string): Promise<void>;
  /** Runs a statement as the server's owner. */
  run(statement: string): Promise<void>;
  /** Ends the process and keeps the data, as a crashed or restarted host does. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** `quick`: what is committed survives the end of the process, not that of the machine: nothing is synced, which takes most of the time of making tables. `durable`: as MariaDB comes, each commit flushed. */
export type Safety = 'quick' | 'durable';

const safetyOptions: Readonly<Record<Safety, readonly string[]>> = {
  quick: [
    '--innodb-flush-log-at-trx-commit=2',
    '--innodb-buffer-pool-size=32M',
    '--innodb-log-file-size=16M',
    '--sync-frm=OFF',
    '--innodb-flush-method=nosync',
    '--skip-innodb-doublewrite',
  ],
  durable: ['--innodb-flush-log-at-trx-commit=1'],
};

export async function startMariadb(sqlMode: string, safety: Safety = 'quick'): Promise<Mariadb> {
  const [daemon = '', installer = ''] = findPart(mariadbPart);
  const directory = await mkdtemp(join(tmpdir(), 'tracker-mariadb-'));
  // PHP of another owner reaches the socket through it.
  await chmod(directory, 0o711);
  placeData(daemon, installer, directory, safetyOptions[safety]);
  const server = new PrivateMariadb(daemon, directory, [`--sql-mode=${sqlMode}`, ...safetyOptions[safety]]);
  try {
    await server.start();
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return server;
}

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

class PrivateMariadb implements Mariadb {
  readonly #daemon: string;
  readonly #directory: string;
  readonly #own: readonly string[];
  #process: ChildProcess | null = null;

  constructor(daemon: string, directory: string, own: readonly string[]) {
    this.#daemon = daemon;
    this.#directory = directory;
    this.#own = own;
  }

  address(database: string): MysqlAddress {
    const server = { socketPath: `${this.#directory}/socket` };
    return { server, user: 'root', password: new Secret(''), database };
  }

  async createDatabase(name: string, fixture: string): Promise<void> {
    await this.#as('mysql', async (session) => {
      await session.run(`DROP DATABASE IF EXISTS \`${name}\``);
      await session.run(`CREATE DATABASE \`${name}\` DEFAULT CHARACTER SET latin1`);
    });
    await this.#as(name, async (session) => {
      for (const statement of statements(fixture)) await session.run(statement);
    });
  }

  async refillDatabase(name: string, fixture: string): Promise<void> {
    const fills = statements(fixture).filter((statement) => !/^(?:CREATE|ALTER) /.test(statement));
    await this.#as(name, async (session) => {
      for (const row of await session.rows('SHOW TABLES'))
        await session.run(`DELETE FROM \`${Object.values(row).join()}\``);
      for (const statement of fills) await session.run(statement);
    });
  }

  run(statement: string): Promise<void> {
    return this.#as('mysql', async (session) => void (await session.run(statement)));
  }

  async #as(database: string, task: (session: Mysql) => Promise<void>): Promise<void> {
    const mysql = openMysql(this.address(database), {
      connections: 1,
      connectTimeoutMs: 5_000,
      statementTimeoutMs: 30_000,
    });
    try {
      await task(mysql);
    } finally {
      await mysql.close();
    }
  }

  async start(): Promise<void> {
    const { socketPath } = this.address('mysql').server as { socketPath: string };
    const child = spawn(this.#daemon, this.#options(socketPath), { stdio: 'ignore' });
    this.#process = child;
    await until(() => this.#answers(), {
      withinMs: 60_000,
      everyMs: 50,
      isLost: () => child.exitCode !== null,
      otherwise: async () => `MariaDB did not start: ${await readFile(`${this.#directory}/log`, 'utf8').catch(String)}`,
    });
  }

  #options(socketPath: string): readonly string[] {
    return [
      '--no-defaults',
      `--datadir=${this.#directory}/data`,
      `--tmpdir=${this.#directory}`,
      `--socket=${socketPath}`,
      `--pid-file=${this.#directory}/pid`,
      `--log-error=${this.#directory}/log`,
      '--skip-networking',
      '--skip-log-bin',
      ...this.#own,
      ...asRoot,
    ];
  }

  async #answers(): Promise<boolean> {
    try {
      await this.#as('mysql', async (session) => void (await session.rows('SELECT 1')));
      return true;
    } catch {
      return false;
    }
  }

  async stop(): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (server === null || server.exitCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** A fixture holds one statement after the other, each ended by `;` at the end of a line; lines with `--` are comments. */
function statements(fixture: string): readonly string[] {
  const text = fixture
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n');
  return text
    .split(/;\s*\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

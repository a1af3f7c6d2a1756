import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMysql } from '../../../src/lib/mysql-pool.ts';
import { Secret } from '../../../src/lib/secret.ts';
import { until } from '../../until.ts';

/** Ports of one node on 127.0.0.1. */
export interface NodePorts {
  readonly sql: number;
  /** Between the nodes: their group, full state transfers, and transfers of what a node missed. */
  readonly group: number;
  readonly stateTransfer: number;
  readonly increment: number;
}

export interface NodeNeeds {
  readonly daemon: string;
  readonly provider: string;
  /** Its own directory; the data is in `data`. */
  readonly directory: string;
  readonly ports: NodePorts;
  /** Group ports of all nodes. */
  readonly group: readonly number[];
  /** User that the node runs as; null for the one who starts it. */
  readonly user: string | null;
}

/** The times depend on each other: a longer keepalive with this suspect time is refused ("Numerical result out of range"). */
const times =
  'evs.keepalive_period=PT0.5S;evs.inactive_check_period=PT0.5S;evs.suspect_timeout=PT2S;' +
  'evs.inactive_timeout=PT5S;evs.install_timeout=PT5S';

/** One MariaDB of a private cluster. */
export class GaleraNode {
  readonly ports: NodePorts;
  readonly #needs: NodeNeeds;
  #process: ChildProcess | null = null;

  constructor(needs: NodeNeeds) {
    this.#needs = needs;
    this.ports = needs.ports;
  }

  get socketPath(): string {
    return join(this.#needs.directory, 'socket');
  }

  get isRunning(): boolean {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Starts it without waiting until it can be used. `first`: it forms a new cluster instead of joining one. */
  async begin(first: boolean): Promise<void> {
    const members = this.#needs.group.map((port) => `127.0.0.1:${port}`).join(',');
    const position = first ? [] : await this.#recoverPosition();
    const options = [`--wsrep-cluster-address=gcomm://${first ? '' : members}`, ...position];
    this.#process = spawn(this.#needs.daemon, [...this.#options(), ...options], { stdio: 'ignore', detached: true });
  }

  /** Starts it and waits until it can be used. */
  async start(first = false): Promise<void> {
    await this.begin(first);
    await this.ready();
  }

  /** Waits until it is part of a cluster that has a majority, and answers. */
  async ready(): Promise<void> {
    await until(() => this.isReady(), {
      withinMs: 60_000,
      everyMs: 100,
      isLost: () => !this.isRunning,
      otherwise: async () => `MariaDB with Galera did not start: ${(await this.#log()).slice(-4_000)}`,
    });
  }

  async isReady(): Promise<boolean> {
    try {
      const rows = await this.query("SHOW GLOBAL STATUS LIKE 'wsrep_ready'");
      return rows[0]?.Value === 'ON';
    } catch {
      return false;
    }
  }

  /** Number of the newest change that it has applied. */
  async lastCommitted(): Promise<number> {
    const [row] = await this.query("SHOW GLOBAL STATUS LIKE 'wsrep_last_committed'");
    return Number(row?.Value ?? 0);
  }

  /** Runs one statement as the database's administrator, over its socket. */
  async query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const address = {
      server: { socketPath: this.socketPath },
      user: 'root',
      password: new Secret(''),
      database: 'mysql',
    };
    const mysql = openMysql(address, { connections: 1, connectTimeoutMs: 2_000, statementTimeoutMs: 20_000 });
    try {
      return await mysql.rows(sql);
    } finally {
      await mysql.close();
    }
  }

  /** Ends the process at once, as a crash does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends it in order: its position is stored. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Removes its data, as when its disk was replaced: it gets all of them from another node when it starts. Only while it does not run. */
  wipe(): void {
    const data = join(this.#needs.directory, 'data');
    const { uid, gid } = statSync(data);
    rmSync(data, { recursive: true });
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, uid, gid);
  }

  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child?.pid === undefined || !this.isRunning) return;
    const exit = once(child, 'exit');
    // The group holds the programs of a state transfer as well.
    if (signal === 'SIGKILL') process.kill(-child.pid, signal);
    else child.kill(signal);
    await exit;
  }

  /** Position up to which a killed node has everything, so that it asks only for what it missed; as Debian's service does. */
  async #recoverPosition(): Promise<readonly string[]> {
    const log = join(this.#needs.directory, 'recovery');
    const options = [...this.#options(log), '--wsrep-recover'];
    const run = spawn(this.#needs.daemon, options, { stdio: 'ignore', timeout: 60_000 });
    const [code] = await once(run, 'exit');
    const text = code === 0 ? await readFile(log, 'utf8') : '';
    const position = text.split('\n').findLast((line) => line.includes('Recovered position'));
    const value = /Recovered position: ?([0-9a-f-]+:-?\d+)/.exec(position ?? '')?.[1];
    return value === undefined ? [] : [`--wsrep-start-position=${value}`];
  }

  #options(log = join(this.#needs.directory, 'log')): readonly string[] {
    const { directory, ports, user, provider } = this.#needs;
    return [
      '--no-defaults',
      `--datadir=${directory}/data`,
      `--tmpdir=${directory}/tmp`,
      `--socket=${this.socketPath}`,
      `--pid-file=${directory}/pid`,
      `--log-error=${log}`,
      '--bind-address=127.0.0.1',
      `--port=${ports.sql}`,
      '--skip-name-resolve',
      '--skip-log-bin',
      '--binlog-format=ROW',
      '--default-storage-engine=InnoDB',
      '--innodb-autoinc-lock-mode=2',
      '--innodb-flush-log-at-trx-commit=1',
      '--innodb-buffer-pool-size=64M',
      '--innodb-log-file-size=32M',
      '--wsrep-on=ON',
      `--wsrep-provider=${provider}`,
      '--wsrep-cluster-name=tracker',
      `--wsrep-node-address=127.0.0.1:${ports.group}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${ports.stateTransfer}`,
      `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${ports.group};` +
        `ist.recv_addr=127.0.0.1:${ports.increment};gcache.size=64M;${times}`,
      ...(user === null ? [] : [`--user=${user}`]),
    ];
  }

  async #log(): Promise<string> {
    return readFile(join(this.#needs.directory, 'log'), 'utf8').catch(String);
  }
}

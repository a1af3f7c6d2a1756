import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '../../../src/lib/secret.ts';
import { until } from '../../until.ts';
import { galeraProvider } from '../part-checks.ts';
import { findPart, galeraPart } from '../parts.ts';
import { freePort } from '../ports.ts';
import { GaleraNode, type NodePorts } from './node.ts';
import { SmallDisk } from './small-disk.ts';

export const galeraLogin = {
  user: 'tracker',
  password: new Secret('tracker-of-the-cluster'),
  database: 'tracker',
} as const;

const createDatabase = `CREATE DATABASE ${galeraLogin.database} DEFAULT CHARACTER SET utf8mb4`;

/** A private cluster of MariaDB nodes on 127.0.0.1, each with its own data. It has an empty database `tracker`. */
export class Galera implements AsyncDisposable {
  readonly nodes: readonly GaleraNode[];
  /** That of the last node, if it was wanted and this user may mount one. */
  readonly smallDisk: SmallDisk | null;
  readonly #directory: string;

  private constructor(nodes: readonly GaleraNode[], directory: string, smallDisk: SmallDisk | null) {
    this.nodes = nodes;
    this.smallDisk = smallDisk;
    this.#directory = directory;
    process.once('exit', this.#killAll);
  }

  /** @param hasSmallDisk - whether the last node's disk can be filled */
  static async start(count = 3, hasSmallDisk = false): Promise<Galera> {
    const [daemon = '', installer = ''] = findPart(galeraPart);
    const directory = mkdtempSync(join(tmpdir(), 'tracker-galera-'));
    // As root a state transfer fails: the rsync that it starts drops to a user that may not read what it has to send.
    const user = process.getuid?.() === 0 ? ordinaryUser() : null;
    chmodSync(directory, 0o711);
    const ports: NodePorts[] = [];
    for (let index = 0; index < count; index++) ports.push(await freePorts());
    const needs = ports.map((own, index) => ({
      daemon,
      provider: galeraProvider() ?? '',
      directory: join(directory, String(index + 1)),
      ports: own,
      group: ports.map(({ group }) => group),
      user: user?.name ?? null,
    }));
    for (const each of needs) mkdirSync(each.directory);
    const smallDisk = hasSmallDisk ? SmallDisk.mount(needs.at(-1)?.directory ?? '') : null;
    for (const each of needs) prepareDirectory(each.directory, user);
    const nodes = needs.map((each) => new GaleraNode(each));
    const galera = new Galera(nodes, directory, smallDisk);
    try {
      await galera.#form(installer, user);
    } catch (error) {
      await galera[Symbol.asyncDispose]();
      throw error;
    }
    return galera;
  }

  /** The first node's data are made, and copied: nodes that begin with the same data need no transfer. */
  async #form(installer: string, user: OrdinaryUser | null): Promise<void> {
    const [first, ...others] = this.nodes;
    if (first === undefined) throw new Error('A cluster needs a node.');
    const data = (node: number) => join(this.#directory, String(node), 'data');
    install(installer, data(1), user);
    await first.start(true);
    const { user: login, password } = galeraLogin;
    await first.query(createDatabase);
    await first.query(`CREATE USER ${login}@'127.0.0.1' IDENTIFIED BY '${password.reveal()}'`);
    await first.query(`GRANT ALL ON *.* TO ${login}@'127.0.0.1'`);
    await first.stop();
    for (const [index] of others.entries()) copyOwned(data(1), data(index + 2), user);
    await first.start(true);
    for (const node of others) await node.begin(false);
    for (const node of others) await node.ready();
  }

  /** Leaves the database `tracker` as it was at the beginning. */
  async empty(): Promise<void> {
    await this.nodes[0]?.query(`DROP DATABASE ${galeraLogin.database}`);
    await this.nodes[0]?.query(createDatabase);
    // Another node applies it in its own time, and refuses who connects to it before.
    const [first, ...others] = this.nodes.filter((node) => node.isRunning);
    const last = (await first?.lastCommitted()) ?? 0;
    for (const node of others) await until(async () => (await node.lastCommitted()) >= last);
  }

  /** Forms the cluster anew after the majority was lost or all nodes have stopped: `node` has what was committed. */
  async formAnew(node: GaleraNode): Promise<void> {
    if (node.isRunning) await node.query("SET GLOBAL wsrep_provider_options = 'pc.bootstrap=YES'");
    else await node.start(true);
    await node.ready();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.nodes) await node.kill();
    process.off('exit', this.#killAll);
    this.#remove();
  }

  readonly #killAll = () => {
    for (const node of this.nodes) void node.kill();
    this.#remove();
  };

  #remove(): void {
    this.smallDisk?.[Symbol.dispose]();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

interface OrdinaryUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

function ordinaryUser(): OrdinaryUser {
  for (const name of ['mysql', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((option) =>
      spawnSync('id', [option, name], { encoding: 'utf8' }).stdout.trim(),
    );
    if (uid !== undefined && gid !== undefined && uid !== '') return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('There is no user mysql or nobody that the nodes could run as.');
}

function prepareDirectory(directory: string, user: OrdinaryUser | null): void {
  chmodSync(directory, 0o755);
  // A MariaDB that starts removes what it takes for its own among the temporary files, also another's.
  mkdirSync(join(directory, 'tmp'), { mode: 0o755 });
  if (user !== null) for (const each of [directory, join(directory, 'tmp')]) chownSync(each, user.uid, user.gid);
}

function install(installer: string, data: string, user: OrdinaryUser | null): void {
  const options = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'];
  const own = [
    `--tmpdir=${join(data, '../tmp')}`,
    '--innodb-log-file-size=32M',
    ...(user === null ? [] : [`--user=${user.name}`]),
  ];
  const run = spawnSync(installer, [...options, ...own], { encoding: 'utf8', timeout: 60_000 });
  if (run.status !== 0) throw new Error(`mariadb-install-db failed: ${run.stdout}${run.stderr}`);
}

function copyOwned(from: string, to: string, user: OrdinaryUser | null): void {
  cpSync(from, to, { recursive: true });
  if (user !== null) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, to]);
}

/** What is found free one after the other may be found twice; the system hands out others for as long as it can. */
async function freePorts(): Promise<NodePorts> {
  return {
    sql: await freePort(),
    group: await freePort(),
    stateTransfer: await freePort(),
    increment: await freePort(),
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lockDirectory } from '../../src/journal/directory.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { keyFile, newKeyFile } from '../../src/platform/phpvms5/edge-key.ts';
import { builtProgram } from '../built-program.ts';
import { until } from '../until.ts';
import { sqlModes, startMariadb } from './mariadb.ts';
import { startPhpFpm } from './php-fpm.ts';
import { installation, password } from './phpvms5/seed.ts';
import { writeSite5 } from './site-folders.ts';
import { startWebServer, type WebServer, type WebServerName } from './web-server.ts';

const root = join(import.meta.dirname, '../..');
const database = 'crew';
const prefix = 'phpvms_';
/** The number of the first of its pilots; those of the seed are below. */
export const firstPilot = 101;
const owner = process.getuid?.() === 0 ? 65_534 : null;

/** A phpVMS 5 that was set up through its folder: its server lies in a private place, and nothing starts it but requests. */
export interface FolderSite extends AsyncDisposable {
  readonly url: string;
  readonly place: string;
  /** Each with one bid, on a flight of its own from KJFK to KBOS. */
  readonly pilots: readonly { readonly login: string; readonly password: string }[];
  /** The process that serves; null while none does. */
  serverPid(): number | null;
  /** The first processes of the web server and of PHP. */
  phpPids(): readonly number[];
  /** How many PIREPs each pilot has, in their order. */
  countPireps(): Promise<readonly number[]>;
  /** Ends the web server and PHP, and starts them again as they were, on another port. */
  restartPhp(): Promise<void>;
  /** Ends the web server, and then the server of the place, which nothing starts again. */
  end(): Promise<void>;
}

interface Order {
  readonly web: WebServerName;
  readonly pilots: number;
  /** Workers of PHP-FPM. */
  readonly workers?: number;
  /** Writes the unpacked program into a folder; default: what tests build of this checkout. */
  readonly program?: (folder: string) => void;
}

export async function openFolderSite({ web, pilots, workers = 8, program }: Order): Promise<FolderSite> {
  await using opened = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'tracker-folder-site-'));
  opened.defer(() => rmSync(home, { recursive: true, force: true }));
  const mariadb = opened.use(await startMariadb(sqlModes.empty));
  await mariadb.createDatabase(database, `${installation({ release: '5.5.2', prefix })}\n${staff(pilots)}`);
  const { TRACKER_CREW_CENTER: site = '' } = writeSite5(home, mariadb, prefix);
  const place = join(home, 'tracker');
  cpSync(edgeSource, join(site, 'acars'), { recursive: true });
  writeFileSync(join(site, 'acars', keyFile), newKeyFile());
  writeFileSync(join(site, 'acars/_tracker_place.php'), `<?php\nreturn array(\n    'place' => '${place}',\n);\n`);
  makePlace(place, site, program ?? writeBuilt((await builtProgram()).launcher));
  giveAway(home);
  const fpm = await startPhpFpm(workers);
  opened.defer(() => fpm[Symbol.asyncDispose]());
  const start = () => startWebServer(web, { documentRoot: site, sitePath: '', fastcgi: fpm.socketPath, rules: '' });
  let server: WebServer | null = await start();
  const endWeb = async () => {
    await server?.[Symbol.asyncDispose]();
    server = null;
  };
  const end = async () => {
    await endWeb();
    await endServer(place);
  };
  opened.defer(end);
  const sql = openMysql(mariadb.address(database));
  opened.defer(() => sql.close());
  const owned = opened.move();
  return {
    get url() {
      return server?.origin ?? '';
    },
    place,
    pilots: Array.from({ length: pilots }, (_, index) => ({ login: `TVA0${firstPilot + index}`, password })),
    serverPid: () => pidOf(place),
    phpPids: () => [...(server === null ? [] : [server.pid]), fpm.pid],
    async countPireps() {
      const rows = await sql.rows(`SELECT pilotid, COUNT(*) AS count FROM ${prefix}pireps GROUP BY pilotid`);
      const counts = new Map(rows.map(({ pilotid, count }) => [Number(pilotid), Number(count)]));
      return Array.from({ length: pilots }, (_, index) => counts.get(firstPilot + index) ?? 0);
    },
    async restartPhp() {
      await endWeb();
      server = await start();
    },
    end,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Pilots like the seed's first one, each with a flight and a bid. */
function staff(count: number): string {
  const ids = Array.from({ length: count }, (_, index) => firstPilot + index);
  const copy = (table: string, id: string, changed: Readonly<Record<string, string>>, columns: string) => {
    const kept = columns.split(', ').map((name) => changed[name] ?? `\`${name}\``);
    const names = columns.split(', ').map((name) => `\`${name}\``);
    return `INSERT INTO ${prefix}${table} (${names.join(', ')}) SELECT ${kept.join(', ')} FROM ${prefix}${table} WHERE ${id} = 1;`;
  };
  return ids
    .flatMap((id) => [
      copy(
        'pilots',
        'pilotid',
        { pilotid: `${id}`, email: `'pilot${id}@example.org'` },
        'pilotid, firstname, lastname, email, code, hub, password, salt, rank, ranklevel, confirmed, retired',
      ),
      `INSERT INTO ${prefix}groupmembers (groupid, pilotid) VALUES (1, ${id});`,
      copy(
        'schedules',
        'id',
        { id: `${id}`, flightnum: `'${id}'`, bidid: `${id}` },
        'id, code, flightnum, depicao, arricao, route, route_details, aircraft, flightlevel, distance, deptime, arrtime, flighttime, price, flighttype, notes, bidid',
      ),
      `INSERT INTO ${prefix}bids (bidid, pilotid, routeid, dateadded) VALUES (${id}, ${id}, ${id}, CURDATE());`,
    ])
    .join('\n');
}

const version = '1.0.0';

/** As set-up leaves it. */
function makePlace(place: string, site: string, program: (folder: string) => void): void {
  mkdirSync(place, { mode: 0o700 });
  mkdirSync(join(place, 'data'), { mode: 0o700 });
  const unpacked = join(place, 'program', version);
  mkdirSync(unpacked, { recursive: true });
  program(unpacked);
  writeFileSync(join(place, 'program.txt'), `${version}\n`);
  writeFileSync(join(place, 'folder.json'), JSON.stringify({ crewCenter: site, phpvms: 5 }));
}

/** With the Node that runs the test. */
function writeBuilt(launcher: string): (folder: string) => void {
  return (folder) => {
    mkdirSync(join(folder, 'node/bin'), { recursive: true });
    writeFileSync(join(folder, 'tracker'), readFileSync(join(root, 'packaging/archive/tracker')), { mode: 0o755 });
    symlinkSync(process.execPath, join(folder, 'node/bin/node'));
    symlinkSync(dirname(launcher), join(folder, 'bin'));
  };
}

/** To the account of PHP's workers. */
function giveAway(path: string): void {
  if (owner === null) return;
  lchownSync(path, owner, owner);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveAway(join(path, name));
}

/** Starts what serves the place, as cron does; settles when that has ended which starts it. */
export async function keepPlace(place: string): Promise<void> {
  const program = join(place, 'program', version, 'tracker');
  const account = owner === null ? {} : { uid: owner, gid: owner };
  const child = spawn(program, ['keep', '--place', place], { stdio: 'ignore', ...account });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tracker keep ended with ${code}`);
}

/** Its number in the place is that of who was started last: another start may have ended without serving. */
function pidOf(place: string): number | null {
  const noted = Number(readOrNothing(join(place, 'server.pid')));
  const serving = workersIn(place).filter((pid) =>
    readOrNothing(`/proc/${pid}/cmdline`).includes('tracker.js\0serve\0'),
  );
  return serving.find((pid) => pid === noted) ?? serving[0] ?? null;
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** What serves the place, or is about to, works in it. */
function workersIn(place: string): readonly number[] {
  const isThere = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === place;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isThere(name))
    .map(Number);
}

async function endServer(place: string): Promise<void> {
  await until(() => {
    const pids = workersIn(place);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    return pids.length === 0 && isFree(place);
  });
}

/** The threads of a process that was killed may hold its data for longer than it is seen. */
function isFree(place: string): boolean {
  try {
    lockDirectory(join(place, 'data'))[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}

// needs: mariadb, php
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { openBridge } from '../../src/platform/phpvms5/php-bridge.ts';
import type { Bid } from '../../src/tracking/model.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { until } from '../until.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { findPhp } from './php.ts';
import { flightOf, openAdapter, pirep } from './phpvms5/opened.ts';
import { installation } from './phpvms5/seed.ts';

const flightId = 'killedflight0001';
const ownerId = process.getuid?.() === 0 ? 65_534 : null;
const php = findPhp();
let server: Mariadb;
let folder: string;
before(async () => {
  server = await startMariadb(sqlModes.empty);
});
after(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.createDatabase(
    'crew',
    installation({ release: '5.5.2', prefix: 'phpvms_' }, [{ pilotId: 1, scheduleId: 1 }]),
  );
  folder = await mkdtemp(join(tmpdir(), 'tracker-killed-'));
  await mkdir(join(folder, 'core'));
  await copyFile(join(import.meta.dirname, 'phpvms5/stand-in/codon.config.php'), join(folder, 'core/codon.config.php'));
  if (ownerId !== null) for (const path of [folder, join(folder, 'core')]) await chown(path, ownerId, ownerId);
});

test('a server is killed while a listener of the host is slow: the next one waits, and the flight is filed once', async () => {
  const pid = await killedWhile('slow', 'listening');
  await using next = await openNext();
  const again = () => next.platform.filePirep(next.flight, pirep);
  await assert.rejects(again(), (error) => isRefusal(error, 'crew-center-unavailable'));
  await goOn(pid);
  const filed = await again();
  assert.deepEqual(await again(), filed);
  assert.deepEqual(await next.pireps(), [filed.pirepId]);
  assert.deepEqual(await next.platform.listBids('1'), []);
  await rm(folder, { recursive: true });
});

test('a server is killed before the host’s PHP has begun: the next one files, and that PHP finds the PIREP', async () => {
  const pid = await killedWhile('slow to start', 'starting');
  await using next = await openNext();
  const filed = await next.platform.filePirep(next.flight, pirep);
  await goOn(pid);
  assert.deepEqual(await next.pireps(), [filed.pirepId]);
  await rm(folder, { recursive: true });
});

/** A server files with such a fork, and is killed once its PHP says that it is so far. Answers the PHP's process. */
async function killedWhile(kind: string, said: string): Promise<number> {
  await standIn(kind);
  const script = join(import.meta.dirname, 'phpvms5/filing-process.ts');
  const child = spawn(process.execPath, [script, folder, php, socket(), 'crew', flightId], { stdio: 'inherit' });
  const exit = once(child, 'exit');
  const file = join(folder, 'core', said);
  await until(async () => /^\d+$/.test(await readFile(file, 'utf8').catch(() => '')));
  child.kill('SIGKILL');
  await exit;
  await standIn('static');
  return Number(await readFile(file, 'utf8'));
}

/** The PHP that was left alone goes on, and ends. */
async function goOn(pid: number): Promise<void> {
  await writeFile(join(folder, 'core/go'), '');
  await until(async () => !isThere(pid));
}

/** One that has ended, and that nobody took leave of, is gone too: in a container the first process may be none that does. */
function isThere(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function openNext() {
  const bridge = await openBridge(folder, php, null);
  assert.ok(!('unusable' in bridge), JSON.stringify(bridge));
  const opened = await openAdapter(server, 'crew', { bridge });
  const bid = (await opened.platform.listBids('1')).at(-1) as Bid;
  const pireps = async () =>
    (await opened.sql.rows('SELECT pirepid FROM phpvms_pireps')).map(({ pirepid }) => String(pirepid));
  return { ...opened, flight: flightOf(flightId, '1', bid), pireps };
}

function socket(): string {
  return (server.address('crew').server as { socketPath: string }).socketPath;
}

async function standIn(kind: string): Promise<void> {
  const place = { kind, database: 'crew', socket: socket() };
  await writeFile(join(folder, 'core/stand-in.json'), JSON.stringify(place));
}

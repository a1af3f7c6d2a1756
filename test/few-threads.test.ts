import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { smallOptions } from '../bin/heap-options.js';
import { until } from './until.ts';

const root = join(import.meta.dirname, '..');

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-threads-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A program as it is unpacked, of the command, this Node, and a script that says what it is. */
function unpack(folder: string): string {
  mkdirSync(join(folder, 'node/bin'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  symlinkSync(process.execPath, join(folder, 'node/bin/node'));
  cpSync(join(root, 'packaging/archive/tracker'), join(folder, 'tracker'));
  const says =
    'console.log(JSON.stringify([require("node:fs").readdirSync("/proc/self/task").length, process.execArgv]))';
  writeFileSync(join(folder, 'bin/tracker.js'), says);
  return join(folder, 'tracker');
}

test('what starts the server of a place has three threads, for hosts count them', (t) => {
  const folder = makeFolder(t);
  const command = unpack(folder);
  const run = (...words: readonly string[]) => {
    const { stdout, stderr } = spawnSync('sh', [command, ...words], { encoding: 'utf8' });
    assert.equal(stderr, '');
    return JSON.parse(stdout) as readonly [number, readonly string[]];
  };
  const [threads] = run('keep', '--place', folder);
  assert.ok(threads <= 3, `${threads} threads`);
  assert.deepEqual(run('flights', 'list')[1], []);
});

test('a start that is stuck since minutes is ended, and no other process', (t) => {
  const folder = makeFolder(t);
  const command = unpack(folder);
  const child = spawn('sleep', ['600'], { cwd: folder, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const file = join(folder, 'server.pid');
  const keep = () => spawnSync('sh', [command, 'keep', '--place', folder], { encoding: 'utf8' }).stdout;
  const note = (text: string, minutesAgo: number) => {
    writeFileSync(file, text);
    utimesSync(file, new Date(), new Date(Date.now() - minutesAgo * 60_000));
  };
  for (const [text, minutesAgo] of [
    [`${child.pid}\n`, 600],
    [`${child.pid} starting\n`, 1],
  ] as const) {
    note(text, minutesAgo);
    assert.match(keep(), /runs, or is being started\.\n$/, text);
  }
  note(`${process.pid} starting\n`, 600);
  assert.doesNotMatch(keep(), /was ended/, 'it works elsewhere');
  note(`${child.pid} starting\n`, 4);
  assert.match(keep(), new RegExp(`process ${child.pid} was ended\\.\\n\\[3,`));
  assert.match(readFileSync(file, 'utf8'), /^\d+ starting\n$/);
  assert.equal(existsSync(`/proc/${child.pid}/cwd`), false);
});

test('the server of a place is started with what its starter was given', async (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(folder, 'folder.json'), '{}');
  const options = ['--v8-pool-size=1', '--disable-sigusr1'];
  const args = [...options, join(root, 'bin/tracker.js'), 'keep', '--place', folder];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.match(stdout, /was started/, stderr);
  const pid = Number.parseInt(readFileSync(join(folder, 'server.pid'), 'utf8'), 10);
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  assert.deepEqual(words.slice(1, 3), options);
  // From the first, so that Node is not started again with them.
  assert.deepEqual(words.slice(3, 3 + smallOptions.length), smallOptions);
  assert.match(readFileSync(`/proc/${pid}/environ`, 'utf8'), /MALLOC_TRIM_THRESHOLD_=/);
  await until(() => readFileSync(join(folder, 'server.log'), 'utf8').includes('ready at'));
  process.kill(pid, 'SIGTERM');
  await until(() => !isThere(pid));
});

/** One that has ended, and that nobody has asked for its code, is not. */
function isThere(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

// alone: a place changes the working folder of its process
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { BoundedLog } from './bounded-log.ts';
import { isServing, lockPlace, noteReady, noteStart, readPlace } from './place.ts';
import { claimPlace } from './served-place.ts';

function makeFolder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'tracker-place-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

function makePlace(t: TestContext, folder: unknown = {}): string {
  const path = makeFolder(t);
  writeFileSync(join(path, 'folder.json'), typeof folder === 'string' ? folder : JSON.stringify(folder));
  return path;
}

test('a place says where its data, its crew center and its socket are', (t) => {
  const path = makePlace(t);
  const data = join(path, 'data');
  assert.deepEqual(readPlace(path), {
    path,
    sleeps: false,
    overrides: { data, listen: `unix:${path}/tracker.sock` },
  });
  const said = { listen: '127.0.0.1:9000', crewCenter: '/srv/phpvms', sleeps: true, startBy: 'exec', phpvms: 7 };
  writeFileSync(join(path, 'folder.json'), JSON.stringify(said));
  assert.deepEqual(readPlace(path), {
    path,
    sleeps: true,
    overrides: { data, listen: '127.0.0.1:9000', crewCenter: '/srv/phpvms' },
  });
});

test('what is wrong with a place is said with the name of the member', (t) => {
  const cases: readonly (readonly [folder: unknown, says: RegExp])[] = [
    ['{', /folder\.json cannot be read/],
    ['[]', /no JSON object/],
    [{ listen: 'nowhere' }, /"listen" .* must be/],
    [{ listen: 8787 }, /"listen" .* must be/],
    [{ crewCenter: 'phpvms' }, /"crewCenter" .* must be an absolute path/],
    [{ sleeps: 'yes' }, /"sleeps" .* must be true or false/],
  ];
  for (const [folder, says] of cases) assert.throws(() => readPlace(makePlace(t, folder)), says);
  assert.throws(() => readPlace('/nowhere/at/all'), /--place is "\/nowhere\/at\/all": .*ENOENT/);
});

test('one process has a place, and a stale socket is nobody who serves', async (t) => {
  const place = readPlace(makePlace(t));
  using lock = lockPlace(place);
  assert.notEqual(lock, null);
  assert.equal(lockPlace(place), null);
  assert.equal(await isServing(place), false);
  writeFileSync(join(place.path, 'tracker.sock'), '');
  assert.equal(await isServing(place), false, 'another file of that name');
  const other = readPlace(makePlace(t));
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(join(other.path, 'tracker.sock'), resolve));
  assert.equal(await isServing(other), true);
  await new Promise((resolve) => server.close(resolve));
  assert.equal(await isServing(other), false);
});

test('whoever serves a place says so until nothing is written to it any more', async (t) => {
  const place = readPlace(makePlace(t));
  const file = join(place.path, 'server.pid');
  const before = process.cwd();
  t.after(() => process.chdir(before));
  const claimed = await claimPlace(place);
  assert.equal(readFileSync(file, 'utf8'), `${process.pid}\n`);
  claimed?.[Symbol.dispose]();
  assert.equal(existsSync(file), false);
  const again = await claimPlace(place);
  assert.notEqual(again, null, 'the lock is free');
  writeFileSync(file, '1\n');
  again?.[Symbol.dispose]();
  assert.equal(readFileSync(file, 'utf8'), '1\n', 'another process’s number stays');
});

test('what became of a start is noted for who starts next', (t) => {
  const place = readPlace(makePlace(t));
  const file = join(place.path, 'start.json');
  writeFileSync(file, JSON.stringify({ at: 12, tries: 5, by: 'exec', problem: null }));
  noteStart(place, 'The port is taken.');
  const said = ['start-failed', 'The port is taken.'];
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { at: 12, tries: 5, by: 'exec', problem: said });
  noteStart(place, null);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { at: 12, tries: 0, by: 'exec', problem: null });
  writeFileSync(file, '{"at":');
  noteStart(place, null);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).tries, 0);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a server that came up is waited for eight seconds at most when it is started again, however often it was ended', (t) => {
  const place = readPlace(makePlace(t));
  const file = join(place.path, 'start.json');
  for (const [tries, noted] of [
    [9, 4],
    [5, 4],
    [4, 4],
    [1, 1],
    [0, 0],
  ]) {
    writeFileSync(file, JSON.stringify({ at: 12, tries, by: 'exec', problem: null }));
    noteReady(place);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { at: 12, tries: noted, by: 'exec', problem: null });
  }
  writeFileSync(file, '{"at":');
  noteReady(place);
  assert.equal(readFileSync(file, 'utf8'), '{"at":');
});

test('a log is of bounded size with one before it, whoever else appends to it', (t) => {
  const folder = makeFolder(t);
  const file = join(folder, 'server.log');
  const log = new BoundedLog(file, 1_000);
  const other = new BoundedLog(file, 1_000_000);
  for (let line = 0; line < 200; line += 1) {
    log.write(`${String(line).padStart(40)}\n`);
    if (line % 7 === 0) other.write('of another process\n');
  }
  assert.deepEqual(readdirSync(folder).sort(), ['server.log', 'server.log.1']);
  for (const name of ['server.log', 'server.log.1']) assert.ok(statSync(join(folder, name)).size <= 1_060);
  const both = readFileSync(`${file}.1`, 'utf8') + readFileSync(file, 'utf8');
  const numbers = both.split('\n').filter((line) => /^ +\d+$/.test(line));
  assert.equal(numbers.at(-1)?.trim(), '199');
  assert.equal(Number(numbers.at(-1)) - Number(numbers[0]), numbers.length - 1, 'no line is lost between the two');
  assert.equal(both.includes('\0'), false);
  assert.equal(statSync(file).mode & 0o077, 0);
});

test('a log whose former text cannot be kept is bounded all the same', (t) => {
  const folder = makeFolder(t);
  const file = join(folder, 'server.log');
  mkdirSync(`${file}.1`);
  const log = new BoundedLog(file, 100);
  for (let line = 0; line < 20; line += 1) log.write('twenty letters here\n');
  assert.ok(statSync(file).size <= 100);
});

// needs: php
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { file } from '../../build/release/entry.ts';
import { packProgram } from '../../build/release/packed-program.ts';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { packQuickly, realProgram, smallPacked, smallProgram, system, writeParts } from './packed-program.ts';
import { findPhp } from './php.ts';

const php = findPhp();

interface Result {
  readonly done: number;
  readonly all: number;
  readonly version: string;
  readonly busy: boolean;
  readonly problem: readonly [code: string, sentence: string] | null;
  readonly calls: number;
  readonly memory: number;
  readonly longest: number;
}

/** Calls `tracker_unpack` until it is done or has a problem, at most so often. */
const program = `define('TRACKER_EDGE', true);
list(, $file, $place, $seconds, $most, $parts) = $argv;
require $file;
for ($calls = 1, $longest = 0; ; $calls++) {
    $begun = microtime(true);
    $result = tracker_unpack(json_decode($parts, true), $place, (float) $seconds);
    $longest = max($longest, microtime(true) - $begun);
    if ($result['problem'] !== null || $result['done'] === $result['all'] || $calls >= (int) $most) break;
}
echo json_encode($result + array('calls' => $calls, 'memory' => memory_get_peak_usage(true), 'longest' => $longest));`;

interface Options {
  readonly seconds?: number;
  readonly calls?: number;
  /** Settings of PHP, or the words before it. */
  readonly settings?: readonly string[];
  readonly before?: readonly string[];
}

function unpack(parts: readonly string[], place: string, options: Options = {}): Result {
  const { seconds = 20, calls = 10_000, settings = [], before = [] } = options;
  const php8 = ['-d', 'memory_limit=64M', '-d', 'display_errors=stderr', '-d', 'error_reporting=-1'];
  const file = join(edgeSource, '_tracker_unpack.php');
  const args = [...php8, ...settings.flatMap((each) => ['-d', each]), '-r', program, '--', file, place, `${seconds}`];
  const [command = '', ...words] = [...before, php, ...args, `${calls}`, JSON.stringify(parts)];
  const done = spawnSync(command, words, { encoding: 'utf8' });
  assert.equal(done.stderr, '');
  return JSON.parse(done.stdout) as Result;
}

function useProgram(place: string, version: string): unknown {
  const code = `define('TRACKER_EDGE', true); require $argv[1]; echo json_encode(tracker_use_program($argv[2], $argv[3]));`;
  const file = join(edgeSource, '_tracker_unpack.php');
  return JSON.parse(spawnSync(php, ['-r', code, '--', file, place, version], { encoding: 'utf8' }).stdout);
}

function folders(t: TestContext): { readonly place: string; readonly upload: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-unpack-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'place'), { mode: 0o700 });
  return { place: join(folder, 'place'), upload: join(folder, 'upload') };
}

/** Nothing but the lock is left of it. */
const assertClean = (place: string) => assert.deepEqual(readdirSync(join(place, 'program')), ['unpack.lock']);

test('a program is unpacked by many short calls, each within its time, and is what was packed', (t) => {
  const { place, upload } = folders(t);
  const parts = writeParts(upload, smallPacked());
  assert.ok(parts.length >= 3);
  const result = unpack(parts, place, { seconds: 0.001 });
  assert.equal(result.problem, null);
  assert.deepEqual([result.version, result.done], ['0.3.0', result.all]);
  assert.ok(result.calls > 3, `${result.calls}`);
  const target = join(place, 'program/0.3.0');
  for (const { path, content, isExecutable } of smallProgram()) {
    const found = join(target, path);
    assert.ok('bytes' in content && readFileSync(found).equals(content.bytes), path);
    assert.equal(statSync(found).mode & 0o777, isExecutable ? 0o700 : 0o600, path);
  }
  assert.deepEqual(readdirSync(join(place, 'program')).sort(), ['0.3.0', 'unpack.lock']);
  const again = unpack(parts, place, { calls: 1 });
  assert.deepEqual([again.done, again.problem], [again.all, null]);
  assert.match(spawnSync(join(target, 'tracker'), ['keep'], { encoding: 'utf8' }).stdout, /^tracker 0.3.0 keep/);
});

test('the program to start is chosen by its version, and the one before is remembered', (t) => {
  const { place, upload } = folders(t);
  for (const version of ['0.3.0', '0.4.0']) unpack(writeParts(upload, smallPacked(version)), place);
  assert.equal(useProgram(place, '0.5.0'), false);
  assert.equal(useProgram(place, '../0.3.0'), false);
  assert.equal(useProgram(place, '0.3.0'), true);
  assert.equal(existsSync(join(place, 'program-before.txt')), false);
  assert.equal(useProgram(place, '0.4.0'), true);
  assert.equal(useProgram(place, '0.4.0'), true);
  const said = ['program.txt', 'program-before.txt'].map((name) => readFileSync(join(place, name), 'utf8'));
  assert.deepEqual(said, ['0.4.0\n', '0.3.0\n']);
});

test('what was damaged, cut off or left out on its way is said by its part, and nothing of it stays', (t) => {
  const { place, upload } = folders(t);
  const packed = smallPacked();
  const last = packed.parts.length;
  const changed = (change: (paths: readonly string[]) => void) => (paths: readonly string[]) => {
    change(paths);
    return null;
  };
  const cut = (part: number, bytes: number) => changed((paths) => truncateSync(paths[part - 1] ?? '', bytes));
  const flipped = (part: number, at: number) => changed((paths) => flip(paths[part - 1] ?? '', at));
  const without = (part: number) => (paths: readonly string[]) => paths.filter((_, index) => index !== part - 1);
  const cases: readonly (readonly [code: string, sentence: RegExp, spoil: Spoil])[] = [
    ['no-program', /upload the whole zip/, () => []],
    ['part-missing', /part2 is missing/, without(2)],
    ['part-missing', /is missing/, without(last)],
    ['incomplete', /part2 has 699999 bytes and must have 700000/, cut(2, 699_999)],
    ['incomplete', /part\d has/, changed((paths) => appendFileSync(paths.at(-1) ?? '', 'x'))],
    ['damaged', /part2( or \S+part3)? was changed.*binary/, flipped(2, 350_000)],
    ['damaged', /part1 is no program/, flipped(1, 200)],
    ['damaged', /part1 is no program/, flipped(1, 3)],
    ['damaged', /part1 is no program/, cut(1, 0)],
  ];
  for (const [code, sentence, spoil] of cases) {
    const written = writeParts(upload, packed);
    const parts = spoil(written) ?? written;
    const { problem } = unpack(parts, place, { seconds: 0.001 });
    assert.equal(problem?.[0], code, problem?.[1]);
    assert.match(problem?.[1] ?? '', sentence);
    assertClean(place);
  }
});

/** Changes parts on their way. @returns those that are left; null for all */
type Spoil = (paths: readonly string[]) => readonly string[] | null;

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0x40;
  writeFileSync(path, bytes);
}

test('a part that is damaged after the unpacking began leaves nothing either', (t) => {
  const { place, upload } = folders(t);
  const parts = writeParts(upload, smallPacked());
  const begun = unpack(parts, place, { seconds: 0, calls: 1 });
  assert.deepEqual([begun.problem, begun.done < begun.all], [null, true]);
  assert.ok(readdirSync(join(place, 'program')).includes('0.3.0.new'));
  flip(parts[1] ?? '', 350_000);
  assert.equal(unpack(parts, place).problem?.[0], 'damaged');
  assertClean(place);
});

test('no file of a program lies outside its folder, and none is for another machine', (t) => {
  const { place, upload } = folders(t);
  const head = { version: '0.3.0', system, data: {} };
  for (const path of ['../outside', 'a/../../outside', '/etc/outside', 'a//b', './a', 'a/.', 'a\\b', 'a\nb', '']) {
    const { problem } = unpack(writeParts(upload, packProgram(head, [file(path, 'x')])), place);
    assert.equal(problem?.[0], 'unsafe', path);
    assertClean(place);
  }
  for (const version of ['../0.3.0', '0.3', '', '0.3.0/x'])
    assert.equal(
      unpack(writeParts(upload, packProgram({ ...head, version }, [file('a', 'x')])), place).problem?.[0],
      'damaged',
    );
  const other = system === 'linux-x64' ? 'linux-arm64' : 'linux-x64';
  const { problem } = unpack(writeParts(upload, packProgram({ ...head, system: other }, smallProgram())), place);
  assert.deepEqual([problem?.[0], problem?.[1].includes(other)], ['other-system', true]);
  assertClean(place);
});

test('a link that was left where the program is made is not followed', (t) => {
  const { place, upload } = folders(t);
  const outside = join(place, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'kept'), 'x');
  mkdirSync(join(place, 'program'));
  symlinkSync(outside, join(place, 'program/0.3.0.new'));
  assert.equal(unpack(writeParts(upload, smallPacked()), place).problem, null);
  assert.deepEqual(readdirSync(outside), ['kept']);
  assert.ok(statSync(join(place, 'program/0.3.0/tracker')).isFile());
});

test('another build of the same version takes its place; one that was put aside by a request that ended comes back', (t) => {
  const { place, upload } = folders(t);
  unpack(writeParts(upload, smallPacked()), place);
  const head = { version: '0.3.0', system, data: {} };
  const other = packProgram(head, [file('tracker', '#!/bin/sh\necho other\n', true)]);
  assert.equal(unpack(writeParts(upload, other), place).problem, null);
  assert.deepEqual(readdirSync(join(place, 'program/0.3.0')).sort(), ['packed.txt', 'tracker']);
  spawnSync('mv', [join(place, 'program/0.3.0'), join(place, 'program/0.3.0.old')]);
  unpack([], place);
  assert.deepEqual(readdirSync(join(place, 'program')).sort(), ['0.3.0', 'unpack.lock']);
});

test('two requests at once: one unpacks, the other says so; a request that was killed is gone on with', async (t) => {
  const { place, upload } = folders(t);
  const parts = writeParts(upload, smallPacked());
  unpack(parts, place, { seconds: 0, calls: 1 });
  const lock = join(place, 'program/unpack.lock');
  const holder = spawn(php, [
    '-r',
    '$f = fopen($argv[1], "c"); flock($f, LOCK_EX); echo "held"; fgets(STDIN);',
    '--',
    lock,
  ]);
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  const busy = unpack(parts, place, { calls: 1 });
  assert.deepEqual([busy.busy, busy.problem, busy.done < busy.all], [true, null, true]);
  const ended = new Promise((resolve) => holder.once('exit', resolve));
  holder.kill('SIGKILL');
  await ended;
  writeFileSync(join(place, 'program/.half-0123456789abcdef'), '{"next":');
  assert.equal(unpack(parts, place).problem, null);
  assert.deepEqual(readdirSync(join(place, 'program')).sort(), ['0.3.0', 'unpack.lock']);
});

test('what a host does not allow is said: no zlib, functions that are forbidden, a place that cannot be written', (t) => {
  const { place, upload } = folders(t);
  const parts = writeParts(upload, smallPacked());
  const forbidden = (name: string) => unpack(parts, place, { settings: [`disable_functions=${name}`] }).problem;
  assert.deepEqual(forbidden('gzinflate')?.[0], 'no-zlib');
  assert.match(forbidden('gzinflate')?.[1] ?? '', /zlib/);
  assert.match(forbidden('chmod')?.[1] ?? '', /chmod.*disable_functions/);
  const basedir = [edgeSource, upload].join(':');
  const outside = unpack(parts, place, { settings: [`open_basedir=${basedir}`] });
  assert.equal(outside.problem?.[0], 'cannot-write', outside.problem?.[1]);
  assert.match(outside.problem?.[1] ?? '', /open_basedir/);
  assert.deepEqual(readdirSync(place), []);
  const inside = unpack(parts, place, {
    settings: [`open_basedir=${basedir}:${place}`, 'disable_functions=disk_free_space,php_uname'],
  });
  assert.equal(inside.problem, null);
});

test('where the room ends, at whatever step, that is said and nothing half-made is left', (t) => {
  const { upload } = folders(t);
  const parts = writeParts(upload, smallPacked());
  const limits = [1, 2, 3, 4, 5].map((each) => each * 500_000);
  for (const bytes of limits) {
    const { place } = folders(t);
    // A file that would be larger cannot be written; the signal for it is ignored as PHP ignores it.
    const limited = ['sh', '-c', `trap '' XFSZ; ulimit -f ${Math.floor(bytes / 512)}; exec "$0" "$@"`];
    const { problem } = unpack(parts, place, { before: limited, seconds: 0.001 });
    assert.equal(problem?.[0], 'disk-full', `${bytes}: ${problem?.[1]}`);
    assertClean(place);
  }
});

test('the whole real program is unpacked with 64 MB of memory by calls of two seconds, and runs', async (t) => {
  const { place, upload } = folders(t);
  const version = '0.3.0';
  const parts = writeParts(upload, packQuickly({ version, system, data: {} }, await realProgram(version)));
  const result = unpack(parts, place, { seconds: 2 });
  assert.equal(result.problem, null, result.problem?.[1]);
  assert.ok(result.memory <= 48_000_000, `${result.memory} bytes`);
  assert.ok(result.longest < 8, `a call of ${result.longest} s`);
  t.diagnostic(
    `${result.calls} calls of at most ${result.longest.toFixed(1)} s, ${(result.memory / 1e6).toFixed(0)} MB`,
  );
  const said = spawnSync(join(place, 'program', version, 'tracker'), ['--version'], { encoding: 'utf8' });
  assert.match(said.stdout, /^\d+\.\d+\.\d+/, said.stderr);
});

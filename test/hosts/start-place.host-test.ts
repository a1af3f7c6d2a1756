// needs: php
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { until } from '../until.ts';
import { findPhp } from './php.ts';

const php = findPhp();
const ways = ['proc_open', 'exec', 'popen', 'shell_exec'] as const;

interface Started {
  readonly state: string;
  readonly seconds: number;
  readonly problem: readonly [string, string] | null;
}

/** A private place with a program that notes how it was started. */
function makePlace(t: TestContext, folder: Record<string, unknown> = {}): string {
  const place = mkdtempSync(join(tmpdir(), "tracker's place-"));
  t.after(() => rmSync(place, { recursive: true }));
  mkdirSync(join(place, 'program/1.2.3'), { recursive: true });
  writeFileSync(join(place, 'program.txt'), '1.2.3\n');
  writeFileSync(join(place, 'folder.json'), JSON.stringify(folder));
  const lines = [
    '#!/bin/sh',
    // The session is the sixth word of it; the process's own number is its first.
    'read -r pid name state parent group session rest < /proc/$$/stat',
    'nice=$(nice); out=$(readlink /proc/$$/fd/1)',
    '{ echo "args $*"; echo "session $([ "$pid" = "$session" ] && echo own)"; echo "nice $nice"; echo "cwd $(pwd)"',
    '  echo "file 1 $out"; for n in 0 2 3 4 5 6 7 8 9; do printf "file $n "; readlink /proc/$$/fd/$n || echo; done; env; } > "half.$$"',
    'echo said; echo complained >&2',
    'mv "half.$$" "started.$$"',
  ];
  writeFileSync(join(place, 'program/1.2.3/tracker'), `${lines.join('\n')}\n`, { mode: 0o755 });
  return place;
}

const code = (call: string) =>
  `define('TRACKER_EDGE', true); foreach (['private', 'start'] as $n) require $argv[1]."/_tracker_$n.php"; echo json_encode(${call});`;
const off = (names: readonly string[]) => ['-d', `disable_functions=${names.join(',')}`];

function call(place: string, disabled: readonly string[] = [], what = 'tracker_start($argv[2])'): unknown {
  const args = [...off(disabled), '-d', 'error_reporting=-1', '-d', 'display_errors=stderr'];
  const done = spawnSync(php, [...args, '-r', code(what), '--', edgeSource, place], {
    encoding: 'utf8',
    env: { ...process.env, CANARY: 'of PHP' },
    // What a web server's process has open.
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  assert.equal(done.stderr, '');
  return JSON.parse(done.stdout);
}
const start = (place: string, disabled?: readonly string[]) => call(place, disabled) as Started;
const starts = (place: string) => readdirSync(place).filter((name) => name.startsWith('started.'));
const noted = (place: string) => JSON.parse(readFileSync(join(place, 'start.json'), 'utf8'));

for (const way of ways) {
  test(`a place is started by ${way} where nothing else is allowed, and nothing of PHP's process goes with it`, async (t) => {
    const place = makePlace(t);
    assert.deepEqual(
      start(
        place,
        ways.filter((each) => each !== way),
      ),
      { state: 'started', seconds: 1, problem: null },
    );
    await until(() => starts(place).length === 1);
    const said = readFileSync(join(place, String(starts(place)[0])), 'utf8').split('\n');
    assert.deepEqual(said.slice(0, 4), [`args keep --place ${place}`, 'session own', 'nice 5', `cwd ${place}`]);
    assert.deepEqual(
      said.filter((line) => /^file \d ./.test(line)),
      [`file 1 ${place}/server.log`, 'file 0 /dev/null', `file 2 ${place}/server.log`],
    );
    // What sh adds by itself: PWD, OLDPWD, SHLVL, _.
    const names = said.slice(14).map((line) => line.split('=')[0]);
    assert.deepEqual(
      names.filter((name) => !/^(PATH|HOME|LANG|PWD|OLDPWD|SHLVL|_|)$/.test(String(name))),
      [],
    );
    assert.equal(readFileSync(join(place, 'server.log'), 'utf8'), 'said\ncomplained\n');
    const { at, ...rest } = noted(place);
    assert.deepEqual(rest, { tries: 1, by: way, problem: null });
    assert.ok(Math.abs(at - Date.now() / 1000) < 60);
  });
}

test('the way that set-up found is taken before others, as long as the host allows it', async (t) => {
  const place = makePlace(t, { startBy: 'popen' });
  start(place);
  assert.equal(noted(place).by, 'popen');
  rmSync(join(place, 'start.json'));
  start(place, ['popen']);
  assert.equal(noted(place).by, 'proc_open');
  await until(() => starts(place).length === 2);
});

test('what cannot be started says why, and nothing is tried', (t) => {
  const problem = (place: string, disabled?: readonly string[]) => {
    const { state, problem } = start(place, disabled);
    assert.equal(state, 'cannot');
    return problem?.[0];
  };
  assert.equal(problem(makePlace(t), ways), 'nothing-starts');
  assert.equal(problem(makePlace(t, { startBy: 'cron' })), 'start-by-cron');
  for (const version of ['', '9.9.9', '../1.2.3', '.', '1.2.3/../1.2.3']) {
    const place = makePlace(t);
    writeFileSync(join(place, 'program.txt'), version);
    assert.equal(problem(place), 'no-program', version);
    assert.equal(existsSync(join(place, 'start.json')), false);
  }
});

test('between tries it waits 1, 2, 4 … 60 seconds, whatever the clock does', async (t) => {
  const place = makePlace(t);
  const now = () => Math.floor(Date.now() / 1000);
  const after = (tries: number, ago: number) => {
    writeFileSync(join(place, 'start.json'), JSON.stringify({ at: now() - ago, tries, by: 'exec', problem: null }));
    const { state } = start(place);
    return state;
  };
  // The tries before, so many seconds ago; a second more or less is the test's own.
  const cases: readonly (readonly [tries: number, ago: number, state: string, tries: number])[] = [
    [3, 1, 'starting', 3],
    [3, 6, 'started', 4],
    [5, 9, 'waiting', 5],
    [5, 20, 'started', 6],
    [7, 55, 'waiting', 7],
    [7, 70, 'started', 8],
    [90, 70, 'started', 91],
    [7, 130, 'started', 1],
    [7, -500, 'started', 1],
    [0, 0, 'started', 1],
  ];
  for (const [tries, ago, state, then] of cases) {
    assert.equal(after(tries, ago), state, `${tries} tries, ${ago} s ago`);
    assert.equal(noted(place).tries, then, `${tries} tries, ${ago} s ago`);
  }
  writeFileSync(join(place, 'start.json'), '{"at":"soon","tries":[]');
  assert.equal(start(place).state, 'started');
  await until(() => starts(place).length === 8);
});

test('of many calls at once one starts, four wait, and the others are refused at once', async (t) => {
  const place = makePlace(t);
  writeFileSync(join(place, 'program/1.2.3/tracker'), '#!/bin/sh\necho > "started.$$"\n', { mode: 0o755 });
  // The next wait is of 32 seconds.
  const before = { at: Math.floor(Date.now() / 1000) - 20, tries: 5, by: 'exec', problem: null };
  writeFileSync(join(place, 'start.json'), JSON.stringify(before));
  const wake = code('[tracker_wake($argv[2], 60), microtime(true) - $_SERVER["REQUEST_TIME_FLOAT"]]');
  const calls: readonly ChildProcess[] = Array.from({ length: 12 }, () =>
    spawn(php, ['-r', wake, '--', edgeSource, place], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const socket = createServer((stream) => stream.destroy());
  t.after(() => socket.close());
  const answers: (readonly [boolean, number])[] = [];
  for (const { stdout } of calls) stdout?.on('data', (data) => answers.push(JSON.parse(String(data))));
  await until(() => answers.length === 8);
  assert.deepEqual(
    answers.map(([isAwake]) => isAwake),
    Array(8).fill(false),
  );
  assert.equal(starts(place).length, 1);
  socket.listen(join(place, 'tracker.sock'));
  await until(() => answers.length === 12);
  assert.deepEqual(
    answers.slice(8).map(([isAwake]) => isAwake),
    Array(4).fill(true),
  );
  assert.equal(call(place, [], 'tracker_start($argv[2])["state"]'), 'started');
  assert.equal(starts(place).length, 1, 'it runs already');
});

test('a call does not wait for what does not come: no start by PHP, or a try that is far away', (t) => {
  const woken = (place: string) => {
    const began = performance.now();
    const said = call(place, [], 'tracker_woken($argv[2], 8)') as readonly [string, string, number];
    assert.ok(performance.now() - began < 5_000);
    return [said[0], said[2]];
  };
  assert.deepEqual(woken(makePlace(t, { startBy: 'cron' })), ['server-waking', 15]);
  const place = makePlace(t);
  writeFileSync(join(place, 'start.json'), JSON.stringify({ at: Math.floor(Date.now() / 1000) - 9, tries: 7 }));
  assert.deepEqual(woken(place), ['server-waking', 15], 'the try before may be about to succeed');
  rmSync(join(place, 'program'), { recursive: true });
  rmSync(join(place, 'start.json'));
  assert.deepEqual(woken(place), ['server-not-started', 60]);
});

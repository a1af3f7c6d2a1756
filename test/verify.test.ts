import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { closedFolder, runInCopy } from './verify/enterable.ts';
import { failuresIn } from './verify/failures.ts';
import { hasRoomInMemory, makeFolder } from './verify/memory-folder.ts';
import { makePlan, readNeeds } from './verify/plan.ts';
import { findUnsteady, type Result, stepsToRepeat } from './verify/repeat.ts';
import { isWhole, type Step, tally, testOptions } from './verify/run-step.ts';
import { slowestOf, timesIn } from './verify/slowest.ts';
import { take } from './verify/take.ts';

test('a suite says what it needs, or the proof does not start', () => {
  const cases: readonly [string, readonly string[] | RegExp][] = [
    ['// needs: nothing\n', []],
    ['// needs: mariadb, php\nimport x;', ['mariadb', 'php']],
    ['import x;\n// needs: php\n', /must begin with a line/],
    ['// needs: oracle\n', /a needs "oracle"; the parts are mariadb/],
  ];
  for (const [text, expected] of cases) {
    if (expected instanceof RegExp) assert.throws(() => readNeeds('a', text), expected);
    else assert.deepEqual(readNeeds('a', text), expected);
  }
});

test('a part that is left out takes its suites with it, and no others; those of pages share processes', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tracker-plan-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'test/hosts'), { recursive: true });
  writeFileSync(join(root, 'test/hosts/a.host-test.ts'), '// needs: mariadb, php\n');
  writeFileSync(join(root, 'test/hosts/b.host-test.ts'), '// needs: php\n');
  mkdirSync(join(root, 'test/pages'));
  writeFileSync(join(root, 'test/pages/d.page-test.ts'), '// needs: php, chromium\n');
  const alike = Array.from({ length: 7 }, (_, index) => `test/pages/page-${index}.page-test.ts`);
  for (const file of alike) writeFileSync(join(root, file), '// needs: chromium\n');
  mkdirSync(join(root, 'test/package'));
  writeFileSync(join(root, 'test/package/c.package-test.ts'), '// needs: nothing\n');
  const plan = makePlan(root, new Set(['mariadb']));
  const benches = ['deliver', 'hosting', 'journal --on mysql', 'legacy', 'peers'].map((name) => `bench ${name}`);
  assert.deepEqual(plan.leftOut, [...benches, 'once', 'test/hosts/a.host-test.ts']);
  const [first, pages, [host, ...proofs] = []] = plan.lanes.map((steps) => steps.map(({ name }) => name));
  assert.deepEqual(
    [first?.at(-1), pages, host],
    [
      'test/package/c.package-test.ts',
      ['pages 1', 'pages 2', 'test/pages/d.page-test.ts'],
      'test/hosts/b.host-test.ts',
    ],
  );
  const loaded = plan.lanes[1]
    ?.slice(0, 2)
    .map(({ command }) => readFileSync(join(root, command[2] ?? ''), 'utf8').match(/(?<=")test\/[^"]*/g) ?? []);
  assert.deepEqual(loaded?.flat(), alike);
  assert.deepEqual(plan.lanes[0].find(({ name }) => name === 'benches')?.command.slice(1), [
    'bench/main.ts',
    '--short',
    '--without',
    'mariadb',
  ]);
  assert.ok(first?.includes('benches'));
  assert.ok(proofs.includes('durability') && !proofs.includes('once'));
  assert.deepEqual(makePlan(root, new Set()).leftOut, []);
  assert.deepEqual(
    makePlan(root, new Set(['chromium'])).leftOut.filter((file) => file.startsWith('test/pages/')),
    ['test/pages/d.page-test.ts', ...alike],
  );
});

test('a folder in memory is there for the run alone, and what a killed run has left goes', (t) => {
  const within = mkdtempSync(join(tmpdir(), 'tracker-memory-'));
  t.after(() => rmSync(within, { recursive: true }));
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const left = [ended, process.ppid].map((pid) => join(within, `tracker-tests-${pid}`));
  const others = join(within, 'tracker-tests-of-others');
  for (const folder of [...left, others]) mkdirSync(folder);
  {
    using folder = makeFolder(within);
    assert.equal(folder?.path, join(within, `tracker-tests-${process.pid}`));
    assert.equal(statSync(folder?.path ?? '').mode & 0o7777, 0o1777);
    assert.equal(makeFolder(within), null, 'two steps of one process do not remove each other’s files');
    assert.deepEqual(
      left.map((each) => existsSync(each)),
      [false, true],
    );
  }
  assert.deepEqual(readdirSync(within).sort(), [`tracker-tests-${process.ppid}`, 'tracker-tests-of-others']);
  for (const folder of ['/proc', join(within, 'none')]) assert.ok(!hasRoomInMemory(folder), folder);
});

test('a lane that has nothing left takes the last step of the longest', () => {
  const left = [['a'], ['b', 'c'], ['d', 'e', 'f']];
  const [first = []] = left;
  const taken = Array.from({ length: 6 }, () => take(left, first));
  assert.deepEqual(taken, ['a', 'f', 'c', 'e', 'b', 'd']);
  assert.equal(take(left, first), undefined);
});

test('what did not pass has failed', () => {
  const cases: readonly [boolean, string | null, { passed: number; failed: number }][] = [
    [true, null, { passed: 1, failed: 0 }],
    [false, null, { passed: 0, failed: 1 }],
    [true, '# tests 5\n# pass 5\n# fail 0\n', { passed: 5, failed: 0 }],
    [true, '# tests 5\n# pass 4\n# fail 0\n# skipped 1\n', { passed: 4, failed: 1 }],
    [false, '# tests 5\n# pass 5\n', { passed: 5, failed: 1 }],
    [true, '# tests 0\n# pass 0\n', { passed: 0, failed: 1 }],
    [false, '', { passed: 0, failed: 1 }],
  ];
  for (const [isOk, tap, expected] of cases) assert.deepEqual(tally(isOk, tap), expected, String(tap));
});

test('a run of tests is counted, and a command that hangs is ended', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tracker-step-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(
    join(root, 'a.mjs'),
    `import { test } from 'node:test'; test('a', () => {}); test('b', () => { throw new Error('meant to fail'); });`,
  );
  writeFileSync(join(root, 'hangs.mjs'), 'setInterval(() => {}, 1e6);');
  writeFileSync(
    join(root, 'run.mjs'),
    `import { runStep } from ${JSON.stringify(join(import.meta.dirname, 'verify/run-step.ts'))};
     const node = process.execPath;
     const counted = await runStep({ name: 'a', command: [node, '--test', 'a.mjs'], counts: true, minutes: 1 }, ${JSON.stringify(root)});
     const hung = await runStep({ name: 'b', command: [node, '-e', 'setInterval(() => {}, 1e6)'], counts: false, minutes: 0.01 }, ${JSON.stringify(root)});
     const kept = [];
     await runStep({ name: 'd', command: [node, '-e', 'console.log(1); console.error(2)'], counts: false, minutes: 1 }, ${JSON.stringify(root)}, (text) => kept.push(text));
     if (kept.sort().join('') !== '1\\n2\\n') throw new Error(kept.join(''));
     const absent = await runStep({ name: 'c', command: ['no-such-program'], counts: false, minutes: 1 }, ${JSON.stringify(root)});
     const late = await runStep({ name: 'e', command: [node, '--test', 'a.mjs', 'hangs.mjs'], counts: true, minutes: 0.1 }, ${JSON.stringify(root)});
     process.stderr.write(JSON.stringify([counted, hung, absent, late].map(({ failures, times, ...tally }) => ({ ...tally, failures: failures.map(({ file, name, said }) => [file, name, ...(file === null ? [said.trim()] : [])]) }))));`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawnSync(process.execPath, [join(root, 'run.mjs')], { encoding: 'utf8', env, timeout: 30_000 });
  assert.deepEqual(JSON.parse(run.stderr.slice(run.stderr.lastIndexOf('[{'))), [
    { passed: 1, failed: 1, failures: [['a.mjs', 'b']], isWhole: true },
    { passed: 0, failed: 1, failures: [[null, 'b', 'It was ended after 0.01 minutes.']], isWhole: true },
    { passed: 0, failed: 1, failures: [], isWhole: true },
    {
      passed: 0,
      failed: 1,
      failures: [
        ['a.mjs', 'b'],
        [null, 'e', 'It was ended after 0.1 minutes; 2 of its tests were over by then.'],
      ],
      isWhole: false,
    },
  ]);
});

test('an error that nobody awaits fails its file, and says where it is from', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tracker-step-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(
    join(root, 'a.mjs'),
    `import { once } from 'node:events';
     import { test } from 'node:test';
     import { Worker } from 'node:worker_threads';
     test('has a thread that forgets one', async () => { await once(new Worker("Promise.reject(new Error('there'))", { eval: true }), 'error'); });
     const rest = () => new Promise((resolve) => setTimeout(resolve, 20));
     test('throws late', async () => { await null; setTimeout(function later() { throw new Error('thrown'); }); await rest(); });
     test('forgets a promise', async () => { await null; Promise.reject(new Error('rejected')); await rest(); });`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawnSync(process.execPath, ['--test', ...testOptions, 'a.mjs'], { cwd: root, encoding: 'utf8', env });
  assert.equal(run.status, 1, run.stdout);
  assert.match(run.stdout, /✔ has a thread that forgets one/);
  assert.match(run.stdout, /thrown\s.*later .*a\.mjs/);
  assert.match(run.stdout, /rejected\s.*a\.mjs/);
});

test('a file that something keeps alive is ended with all that it started; the others are counted, and it says where it hung', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tracker-step-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(
    join(root, 'a.mjs'),
    `import { spawn } from 'node:child_process';
     import { test } from 'node:test';
     test('over long ago', () => {});
     spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' });`,
  );
  writeFileSync(join(root, 'b.mjs'), `import { test } from 'node:test'; test('b', () => {});`);
  writeFileSync(join(root, 'c.mjs'), 'for (;;);');
  writeFileSync(
    join(root, 'run.mjs'),
    `import { runStep } from ${JSON.stringify(join(import.meta.dirname, 'verify/run-step.ts'))};
     const said = [];
     const command = [process.execPath, '--test', 'a.mjs', 'b.mjs', 'c.mjs'];
     const result = await runStep({ name: 'a', command, counts: true, minutes: 1, fileMinutes: 0.05 }, ${JSON.stringify(root)}, (text) => said.push(text));
     process.stderr.write(JSON.stringify({ result, said: said.join('') }));`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawnSync(process.execPath, [join(root, 'run.mjs')], { encoding: 'utf8', env, timeout: 60_000 });
  const { result, said } = JSON.parse(run.stderr.slice(run.stderr.lastIndexOf('{"result"'))) as {
    result: { passed: number; failed: number; failures: { file: string }[] };
    said: string;
  };
  assert.deepEqual([result.passed, result.failed, result.failures.map(({ file }) => file)], [2, 2, ['a.mjs', 'c.mjs']]);
  assert.match(said, /ended after 0\.05 minutes:\n {2}\d+ \S.* a\.mjs\n {2}\d+ \S.*setInterval/);
  assert.match(said, /"type":"process"/);
  assert.match(said, /c\.mjs\n {2}it did not answer: its thread is busy/);
});

test('of a run of tests those are told that failed by themselves, with where they are and what they said', () => {
  const tap = `TAP version 13
# Subtest: outer
    # Subtest: inner
    not ok 1 - inner
      ---
      location: '/root/test/a.test.ts:3:27'
      failureType: 'testCodeFailure'
      error: |-
        boo
        more
      ...
    ok 2 - fine
      ---
      type: 'test'
      ...
not ok 1 - outer
  ---
  location: '/root/test/a.test.ts:3:1'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
`;
  const said = '      error: |-\n        boo\n        more\n';
  assert.deepEqual(failuresIn(tap, '/root'), [{ name: 'inner', file: 'test/a.test.ts', said }]);
});

test('the slowest tests are printed, the slowest first, and not those within them', () => {
  const tap = `TAP version 13
    ok 1 - inner
      ---
      duration_ms: 900000
      ...
ok 1 - quick
  ---
  duration_ms: 12.5
  type: 'test'
  ...
not ok 2 - slow - and failed
  ---
  duration_ms: 61250.4
  ...
`;
  assert.deepEqual(slowestOf(timesIn(tap)), ['   61.3 s  slow - and failed', '    0.0 s  quick']);
  assert.deepEqual(slowestOf(timesIn(tap), 1), ['   61.3 s  slow - and failed']);
});

test('what failed is repeated alone, and is told as unsteady only when all of it passes then', async () => {
  const failure = (file: string) => ({ name: 'a', file, said: '' });
  const result = (command: Step['command'], failures: Result['failures'], failed = 1): Result => ({
    step: { name: command.join(' '), command, counts: true, minutes: 1 },
    passed: 0,
    failed,
    failures,
    isWhole: true,
    times: [],
  });
  const suite = result(['node', '--test', 'b.host-test.ts'], [failure('test/platform/suite.ts')]);
  const page = failure('test/pages/a.page-test.ts');
  const pages = result(['node', '--test', '.cache/tests/pages-1.mjs'], [page, page], 2);
  const unknown = result(['node', '--test', '.cache/tests/pages-1.mjs'], [page, failure('test/pages/look.ts')], 2);
  const proof = result(['node', 'prove/main.ts', 'once'], []);
  const tests = ['node', '--test', '--test-concurrency=2', 'test/**/*.test.ts'] as const;
  const files = result(tests, [failure('c.test.ts'), failure('c.test.ts'), failure('d.test.ts')], 3);
  const shared = result(tests, [failure('suite.ts')]);
  const crashed = result(tests, [failure('.cache/tests/src-web-1.mjs')]);
  const sound = result(['node', '--test', 'e.host-test.ts'], [], 0);
  const names = (of: Result) => stepsToRepeat(of).map(({ command }) => command.slice(1).join(' '));
  assert.deepEqual(names(suite), ['--test b.host-test.ts']);
  assert.deepEqual([names(pages), names(unknown)], [[`--test ${page.file}`], ['--test .cache/tests/pages-1.mjs']]);
  assert.deepEqual(names(proof), ['prove/main.ts once']);
  assert.deepEqual(names(files), ['--test c.test.ts', '--test d.test.ts']);
  assert.deepEqual(names(crashed), ['--test .cache/tests/src-web-1.mjs']);
  const ended = { ...files, isWhole: false };
  assert.deepEqual([names(shared), names(sound), names(ended)], [[], [], []]);

  const run = async ({ command }: Step) => {
    const failed = command.includes('d.test.ts') ? 1 : 0;
    return { passed: 1, failed, failures: [], isWhole: true, times: [] };
  };
  assert.deepEqual(await findUnsteady([suite, files, sound], run), [suite]);
  assert.deepEqual(await findUnsteady([suite, proof, files], run), [], 'so much failed that it is the change');
});

test('what is known of a run is all of it only when each of its tests ran', () => {
  const totals = (tests: number, pass: number, fail: number, skipped: number) =>
    `not ok 1 - a\n# tests ${tests}\n# pass ${pass}\n# fail ${fail}\n# skipped ${skipped}\n`;
  const runs = [totals(3, 2, 1, 0), totals(4, 2, 1, 1), 'not ok 1 - a\n', ''];
  assert.deepEqual(runs.map(isWhole), [true, false, false, false]);
});

test('an unknown part ends the command with the names there are', () => {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'verify.ts'), '--without', 'oracle'], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  assert.equal(run.status, 2);
  assert.match(run.stderr, /--without "oracle"; the parts are mariadb, galera, php/);
});

test('in a folder that others may not enter the proof runs in a copy that they may, and its exit code is kept', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'tracker-home-'));
  t.after(() => rmSync(home, { recursive: true }));
  const [root, said] = [join(home, 'project'), join(home, 'said')];
  mkdirSync(root);
  assert.equal(closedFolder(root), home);
  const program =
    "require('node:fs').writeFileSync(process.argv[2], process.cwd() + ' ' + __dirname); process.exitCode = 3;";
  writeFileSync(join(root, 'program.cjs'), program);
  assert.equal(await runInCopy(root, 'program.cjs', [said]), 3);
  const [folder = '', own] = readFileSync(said, 'utf8').split(' ');
  assert.equal(own, folder);
  assert.ok(!folder.startsWith(home));
  assert.ok(!existsSync(folder), 'the copy is removed');
  chmodSync(home, 0o755);
  assert.equal(closedFolder(root), closedFolder(tmpdir()));
});

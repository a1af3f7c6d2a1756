import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { failuresIn } from './verify/failures.ts';
import { gather, reasonToBeAlone } from './verify/together.ts';

const root = join(import.meta.dirname, '..');

/** What a file does to all others of its process. */
const reasons = [
  /import \{[^}]*\b(?:before|beforeEach|afterEach|mock)\b[^}]*\} from 'node:test'/,
  /process\.(?:chdir|cpuUsage|memoryUsage|resourceUsage)\(|monitorEventLoopDelay\(/,
  /^\s*(?:delete )?process\.env\.\w+(?: = |;)/m,
  /^\s*process\.(?:on|once)\(|process\.exitCode = |setFlagsFromString\(|setDefaultCACertificates\(/m,
  /\b(?:withoutReality|threadSeconds|syncBuiltinESMExports|process\.umask)\(/,
  /^\s*(?:globalThis|Date|Math|console|process\.std\w+)\.\w+ = /m,
];
/** Files of which only a program says it that they hand to another process. */
const handed = ['src/server/program/unpack-program.test.ts', 'test/verify.test.ts'];

test('a file that changes or measures its process shares it with no other, and says why', () => {
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const isOwn = (text: string) => reasons.some((reason) => reason.test(text));
  const wrong = files.filter(({ text }) => isOwn(text) && reasonToBeAlone(text) === null).map(({ file }) => file);
  assert.deepEqual(wrong, handed);
  const pages = globSync('test/pages/**/*.page-test.ts', { cwd: root });
  assert.deepEqual(
    pages.filter((file) => isOwn(readFileSync(join(root, file), 'utf8'))),
    [],
  );
  const late = files.filter(({ text }) => /^\/\/ alone\b/m.test(text) && reasonToBeAlone(text) === null);
  assert.deepEqual(late, [], 'the first line says it, with the reason');
});

test('files of a room share a process, each once; a room of few shares with others, and one that is alone does not', (t) => {
  const names = Array.from({ length: 30 }, (_, index) => `src/web/${index}/a.test.ts`);
  const stories = Array.from({ length: 8 }, (_, index) => `test/simulate/${index}.test.ts`);
  const few = ['src/lib/a.test.ts', 'test/a.test.ts', 'test/wire/a.test.ts', 'test/wire/b/c.test.ts'];
  const folder = write(t, {
    'src/web/own.test.ts': '// alone: it changes the environment\n',
    'test/hosts/a.host-test.ts': '',
    'test/wire/long.test.ts': '// alone: it takes long\n',
    ...Object.fromEntries([...names, ...stories, ...few].map((name) => [name, ''])),
  });
  const given = gather(folder);
  assert.deepEqual(given, [
    '.cache/tests/first-test-wire-long-test-ts.mjs',
    '.cache/tests/room-src-1.mjs',
    '.cache/tests/room-src-web-1.mjs',
    '.cache/tests/room-src-web-2.mjs',
    '.cache/tests/room-test-1.mjs',
    '.cache/tests/room-test-simulate-1.mjs',
    'src/web/own.test.ts',
  ]);
  assert.deepEqual(given.toSorted(), given, 'the order in which they are run');
  const loaded = given
    .slice(0, -1)
    .map((file) => readFileSync(join(folder, file), 'utf8').match(/(?<=")(?:src|test)\/[^"]*/g) ?? []);
  assert.deepEqual(
    loaded.map((files) => files.length),
    [1, 1, 15, 15, 3, 8],
  );
  assert.deepEqual(loaded.flat().sort(), [...names, ...stories, ...few, 'test/wire/long.test.ts'].sort());
  assert.deepEqual(gather(folder, ['test/hosts/*.host-test.ts']), ['test/hosts/a.host-test.ts']);
});

test('files whose loaders would have the same name are refused, so that none is left out', (t) => {
  const text = '// alone: it takes long\n';
  const folder = write(t, { 'src/web/a-b.test.ts': text, 'src/web/a/b.test.ts': text });
  assert.throws(() => gather(folder), /EEXIST.*first-src-web-a-b-test-ts\.mjs/);
});

test('of files that share a process each says by itself what failed; one that cannot be loaded is named', (t) => {
  const failing = `import { test } from 'node:test'; test('fails', () => { throw new Error('meant to'); });`;
  const folder = write(t, {
    'src/lib/a.test.ts': failing,
    'src/lib/b.test.ts': `import './no-such-file.ts';`,
    'src/lib/c.test.ts': `import { test } from 'node:test'; test('passes', () => {});`,
  });
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...gather(folder)], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  assert.match(stdout, /^# pass 1$/m);
  const [first, second, ...more] = failuresIn(stdout, folder);
  assert.deepEqual([first?.name, first?.file, more], ['fails', 'src/lib/a.test.ts', []]);
  assert.equal(second?.name, 'src/lib/b.test.ts is loaded');
  assert.match(second?.said ?? '', /no-such-file/);
});

test('a file that ends its process has failed, and with it those whose tests it has ended', (t) => {
  const folder = write(t, {
    'src/lib/a.test.ts': `import { test } from 'node:test'; test('ends', () => process.exit(0));`,
    'src/lib/b.test.ts': `import { test } from 'node:test'; test('fails', () => { throw new Error('meant to'); });`,
  });
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, ['--test', ...gather(folder)], { cwd: folder, env });
  assert.equal(status, 1);
});

/** A project of these files. */
function write(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-together-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

// alone: it takes long
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { adapterFiles, findOddAdapters, missingFiles } from './architecture/adapters.ts';
import { caps } from './architecture/caps.ts';
import { measureShape } from './architecture/imports.ts';
import { readSource, type Source } from './architecture/read-source.ts';
import { measureRooms } from './architecture/rooms.ts';
import { longFiles, longFunctions, maxStatements, type Rule, rules, sleepers } from './architecture/rules.ts';
import { measureTree, type TreeShape } from './architecture/shape.ts';
import { type FoundWord, findWords, sayWord, wordExceptions } from './architecture/words.ts';

const root = join(import.meta.dirname, '..');

test('no files and no rooms of the core import each other in a circle', () => {
  const paths = globSync(['{src,bench,prove}/**/*.ts', 'src/web/browser/**/*.js'], { cwd: root });
  const sources = byPath(
    paths
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => readSource(path, readFileSync(join(root, path), 'utf8'))),
  );
  assert.deepEqual(measureShape(sources).circles, []);
  assert.deepEqual(measureRooms(sources, 'src/tracking/').circles, []);
});

test('the tree is within its caps; a higher one needs a decision record', (t) => {
  const shape = measureTree(root);
  for (const [name, max] of Object.entries(caps) as [keyof TreeShape, number][]) {
    t.diagnostic(`${name}: ${shape[name]}, at most ${max}`);
    assert.ok(shape[name] <= max, `${name} is ${shape[name]}, at most ${max}; npm run shape measures it`);
  }
});

test('the shape of a tree is counted by its parts, types and circles included', () => {
  const files = {
    'src/a/one.ts': `import { two } from '../b/two.ts';\nimport '../c.ts';`,
    'src/b/two.ts': `import type { One } from '../a/one.ts';`,
    'src/b/deep/three.ts': `import '../two.ts';`,
    'src/c.ts': '',
    'bench/four.ts': `import '../src/c.ts';\nimport './five/six.ts';`,
    'bench/five/six.ts': `import '../../src/c.ts';`,
  };
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  assert.deepEqual(measureShape(byPath(sources)), {
    circles: ['src/a/one.ts src/b/two.ts'],
    parts: ['bench', 'src/a', 'src/b', 'src/c.ts'],
    arrows: ['bench > src/c.ts', 'src/a > src/b', 'src/a > src/c.ts', 'src/b > src/a'],
  });
});

test('the adapters have the same files, and one that differs is found', () => {
  const paths = globSync('src/platform/**/*.ts', { cwd: root });
  const sources = byPath(paths.map((path) => readSource(path, readFileSync(join(root, path), 'utf8'))));
  assert.ok([...sources.keys()].filter((path) => /^src\/platform\/[^/]+\/adapter\.ts$/.test(path)).length >= 3);
  assert.deepEqual(findOddAdapters(sources), []);
  const needless = Object.keys(missingFiles).filter((path) => !sources.has(path.replace(/[^/]+$/, 'adapter.ts')));
  assert.deepEqual(needless, [], 'an exception for an adapter that is gone');

  const others = adapterFiles.filter((name) => name !== 'adapter' && name !== 'live');
  const odd = {
    'src/platform/x/adapter.ts': others.map((name) => `import './${name}.ts';`).join('\n'),
    ...Object.fromEntries(adapterFiles.map((name) => [`src/platform/x/${name}.ts`, ''] as const).slice(1)),
  };
  const found = (files: Readonly<Record<string, string>>, missing = {}) =>
    findOddAdapters(byPath(Object.entries(files).map(([path, text]) => readSource(path, text))), missing);
  assert.deepEqual(found(odd), ['src/platform/x/adapter.ts does not use live.ts.']);
  const { 'src/platform/x/live.ts': _, ...without } = odd as Record<string, string>;
  assert.deepEqual(found(without), ['src/platform/x/live.ts is missing.']);
  assert.deepEqual(found(without, { 'src/platform/x/live.ts': 'a reason' }), []);
  assert.match(found(odd, { 'src/platform/x/live.ts': 'a reason' })[0] ?? '', /has an exception for being missing/);
});

test('every source file keeps to the rules', async (t) => {
  const paths = globSync(['{src,test,bench,prove,build}/**/*.ts', 'src/web/browser/**/*.js'], { cwd: root });
  const sources = paths.map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
  assert.ok(sources.length > 20);
  for (const rule of rules) await t.test(rule.name, () => assert.deepEqual(apply(rule, sources), []));
  assert.deepEqual(
    Object.keys(longFiles).filter((path) => !paths.includes(path)),
    [],
    'an exception for a file that is gone',
  );
  const long = sources.flatMap(({ path, functions }) =>
    functions.filter(({ statements }) => statements > maxStatements.function).map(({ name }) => `${path}#${name}`),
  );
  const needless = Object.keys(longFunctions).filter((name) => !long.includes(name));
  assert.deepEqual(needless, [], 'an exception for a function that is short, or gone');
  const waiting = sources
    .filter(({ calls }) => calls.some(({ callee }) => callee === 'setTimeout'))
    .map(({ path }) => path);
  assert.deepEqual(
    Object.keys(sleepers).filter((path) => !waiting.includes(path)),
    [],
    'an exception for a file that does not wait',
  );
});

test('each rule finds what offends it, and nothing else does', () => {
  for (const { path, text, breaks, beside = {} } of samples) {
    const sources = Object.entries({ [path]: text, ...beside }).map(([name, content]) => readSource(name, content));
    const broken = rules.filter((rule) => apply(rule, sources).length > 0).map((rule) => rule.name);
    assert.deepEqual(broken, breaks, `${path}: ${text.slice(0, 80)}`);
  }
});

test('the source uses the usual words', () => {
  const paths = globSync('src/**/*.{ts,js,eta,php}', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  assert.ok(paths.length > 400, `${paths.length} files`);
  const found = paths.flatMap((path) => findWords(path, readFileSync(join(root, path), 'utf8')));
  const isException = ({ path, word }: FoundWord) => Object.hasOwn(wordExceptions, `${path} ${word}`);
  assert.deepEqual(found.filter((each) => !isException(each)).map(sayWord), []);
  const used = new Set(found.map(({ path, word }) => `${path} ${word}`));
  assert.deepEqual(
    Object.keys(wordExceptions).filter((each) => !used.has(each)),
    [],
    'an exception that is not needed',
  );
  assert.ok(Object.keys(wordExceptions).length <= 5);
});

test('an unusual word is found in a comment, a name, a message and a page', () => {
  const odd = [
    '/** Listeners are told after the commit. */',
    'const mostRows = 3;',
    'export function demandOperator() {}',
    "const message = 'The crew center is out of reach.';",
    '<p>So long a start waits.</p>',
    "throw new Error('a chunk that is none');",
    '// The track is delivered anew.',
    "const message = 'This folder is no crew center.';",
    '/** Tells the crew center which aircraft is flown. */',
  ];
  for (const text of odd) assert.equal(findWords('a', text).length, 1, text);
  const usual = ['// Connects on demand.', 'const almostAll = 3;', 'const atLeast = 1;', '<p>It took so long.</p>'];
  for (const text of usual) assert.deepEqual(findWords('a', text), [], text);
});

function apply(rule: Rule, sources: readonly Source[]): readonly string[] {
  const all = byPath(sources);
  return sources.flatMap((source) => rule.find(source, all));
}

function byPath(sources: readonly Source[]): ReadonlyMap<string, Source> {
  return new Map(sources.map((source) => [source.path, source]));
}

interface Sample {
  readonly path: string;
  readonly text: string;
  readonly breaks: readonly string[];
  readonly beside?: Readonly<Record<string, string>>;
}

const arrows = 'imports follow the arrows';
const pure = 'the core does no I/O';
const words = 'the core names no host and no contract';
const changes = 'a flight is changed in one place';
const sql = 'SQL lies with the journal, the adapters and lib';
const positional = 'SQL parameters are positional';
const environment = 'one file reads the environment';

const samples: readonly Sample[] = [
  { path: 'src/tracking/a.ts', text: `import type { Platform } from '../platform/port.ts';`, breaks: [] },
  { path: 'src/tracking/a.ts', text: `import { type Platform } from '../platform/port.ts';`, breaks: [] },
  { path: 'src/tracking/a.ts', text: `import { Platform } from '../platform/port.ts';`, breaks: [arrows] },
  { path: 'src/tracking/a.ts', text: `import { a, type B } from '../journal/journal.ts';`, breaks: [arrows] },
  { path: 'src/tracking/a.ts', text: `import type { A } from '../platform/x/rows.ts';`, breaks: [arrows] },
  { path: 'src/tracking/a.ts', text: `export { mount } from '../contracts/mount.ts';`, breaks: [arrows] },
  { path: 'src/tracking/a.ts', text: `const a = await import('../cli/serve.ts');`, breaks: [arrows] },
  { path: 'src/tracking/a.ts', text: `type A = import('../journal/journal.ts').Journal;`, breaks: [] },
  { path: 'src/tracking/a.ts', text: `import { hash } from 'node:crypto';`, breaks: [pure] },
  { path: 'src/tracking/a.ts', text: `import type { Ajv } from 'ajv';`, breaks: [pure] },
  { path: 'src/tracking/a.ts', text: `import 'node:fs';`, breaks: [pure] },
  {
    path: 'src/tracking/a.ts',
    text: `import { digest } from '../lib/tokens.ts';`,
    beside: { 'src/lib/tokens.ts': `import { hash } from 'node:crypto';` },
    breaks: [pure],
  },
  {
    path: 'src/tracking/a.ts',
    text: `import type { Secret } from '../lib/secret.ts';`,
    beside: { 'src/lib/secret.ts': `import { inspect } from 'node:util';` },
    breaks: [],
  },
  { path: 'src/tracking/a.ts', text: `// phpVMS does it so (app/Services/X.php)\nconst a = 1;`, breaks: [] },
  { path: 'src/tracking/a.ts', text: `const isLegacy = true;`, breaks: [words] },
  { path: 'src/tracking/a.ts', text: 'throw new Error(`ask phpVMS`);', breaks: [words] },
  { path: 'src/tracking/a.ts', text: `const alternative = 1; // https://x/legacy`, breaks: [] },
  { path: 'src/tracking/a.test.ts', text: `import test from 'node:test';`, breaks: [] },
  { path: 'src/contracts/native/a.ts', text: `import { b } from '../fields.ts';`, breaks: [] },
  { path: 'src/contracts/native/a.ts', text: `import { b } from '../legacy/fields.ts';`, breaks: [arrows] },
  { path: 'src/contracts/mount.ts', text: `import { b } from './native/native.ts';`, breaks: [arrows] },
  { path: 'src/contracts/mount.ts', text: `import { P } from '../platform/port.ts';`, breaks: [arrows] },
  { path: 'src/platform/x/a.ts', text: `import { b } from '../y/b.ts';`, breaks: [arrows] },
  { path: 'src/platform/x/a.ts', text: `import type { Calls } from '../../tracking/calls.ts';`, breaks: [arrows] },
  { path: 'src/platform/x/a.ts', text: `import { Refusal } from '../../tracking/refusals.ts';`, breaks: [] },
  { path: 'src/platform/x/a.ts', text: `import { b } from '../sql-time.ts';`, breaks: [] },
  { path: 'src/platform/x/a.ts', text: `import { b } from '../open.ts';`, breaks: [arrows] },
  { path: 'src/platform/open.ts', text: `import { b } from './x/x.ts';`, breaks: [] },
  { path: 'src/platform/crew-center.ts', text: `import { b } from './x/x.ts';`, breaks: [arrows] },
  { path: 'src/client/a.ts', text: `import type { S } from '../contracts/native/schema.ts';`, breaks: [] },
  { path: 'src/client/a.ts', text: `import { S } from '../contracts/native/schema.ts';`, breaks: [arrows] },
  { path: 'src/client/a.ts', text: `import type { Flight } from '../tracking/model.ts';`, breaks: [arrows] },
  { path: 'src/web/a.ts', text: `import { j } from '../journal/journal.ts';`, breaks: [arrows] },
  { path: 'src/web/live/a.ts', text: `import { openApp } from '../app.ts';`, breaks: [arrows] },
  { path: 'src/server/app.ts', text: `import { serve } from '../cli/serve.ts';`, breaks: [arrows] },
  { path: 'src/cli/serve.ts', text: `import { openApp } from '../app.ts';`, breaks: [] },
  { path: 'src/shelf/a.ts', text: '', breaks: [arrows] },
  { path: 'src/cli/a.ts', text: 'db.prepare(`SELECT a\n FROM pilots`);', breaks: [sql] },
  { path: 'src/cli/a.ts', text: `db.exec('PRAGMA synchronous=NORMAL');`, breaks: [sql] },
  { path: 'src/cli/a.ts', text: `say('Select one from the list.'); // DELETE FROM pilots`, breaks: [] },
  { path: 'src/journal/a.ts', text: `db.exec('DELETE FROM flights');`, breaks: [] },
  { path: 'src/journal/a.ts', text: `db.prepare('DELETE FROM flights WHERE id = ?1');`, breaks: [positional] },
  { path: 'src/platform/x/a.ts', text: `const match = 'registration IN (?1, ?2)';`, breaks: [positional] },
  { path: 'src/journal/a.ts', text: `db.prepare('DELETE FROM flights WHERE id = ?');`, breaks: [] },
  { path: 'src/platform/x/a.ts', text: 'const minus = /-?1/;', breaks: [] },
  { path: 'src/cli/a.ts', text: `const port = process.env.PORT;`, breaks: [environment] },
  { path: 'src/cli/a.ts', text: `const { env } = process;`, breaks: [environment] },
  { path: 'src/config/config.ts', text: `const port = process.env.PORT;`, breaks: [] },
  { path: 'src/cli/a.ts', text: 'a;'.repeat(151), breaks: ['files are short'] },
  { path: 'src/cli/a.ts', text: 'a;\n'.repeat(150), breaks: [] },
  { path: 'src/cli/a.ts', text: `const a = [\n${'b,\n'.repeat(500)}];`, breaks: [] },
  { path: 'src/cli/a.ts', text: `class A {\n${'b() {}\n'.repeat(150)}}`, breaks: ['files are short'] },
  { path: 'src/tracking/model.ts', text: 'a;\n', breaks: ['files are short'] },
  { path: 'src/cli/a.ts', text: `export default 1;`, breaks: ['there are no default exports'] },
  {
    path: 'src/cli/a.ts',
    text: `const a: Readonly<Record<string, string>> = { b: 'c' };`,
    breaks: ['a table that is asked by a text has no inherited names'],
  },
  { path: 'src/cli/a.ts', text: `const a = table<string>({ b: 'c' });`, breaks: [] },
  { path: 'src/lib/a.ts', text: `import type { B } from './b.ts';`, beside: { 'src/lib/b.ts': '' }, breaks: [] },
  {
    path: 'src/lib/a.ts',
    text: `import { b } from './b.ts';`,
    beside: { 'src/lib/b.ts': `import type { C } from './c.ts';`, 'src/lib/c.ts': `export type { A } from './a.ts';` },
    breaks: ['nothing imports itself'],
  },
  { path: 'src/lib/a.ts', text: `// import { a } from './a.ts';`, breaks: [] },
  { path: 'src/lib/a.test.ts', text: `t.mock.method(clock, 'now');`, breaks: ['tests replace parts, and mock none'] },
  { path: 'src/lib/a.test.ts', text: 'const code = `mock.fn()`;', breaks: [] },
  { path: 'src/lib/a.ts', text: `function a() {\n${'b();\n'.repeat(40)}}`, breaks: [] },
  { path: 'src/lib/a.ts', text: `const a = () => {\n${'b();'.repeat(41)}};`, breaks: ['functions are short'] },
  { path: 'test/a.ts', text: 'const a = { ...{ b, c }, d };', breaks: ['no object is pressed into another one'] },
  { path: 'src/lib/a.ts', text: 'const a = { ...b, ...(c ? { d } : {}) };', breaks: [] },
  { path: 'src/lib/a.test.ts', text: `test('a', () => {\n${'b();\n'.repeat(39)}});`, breaks: [] },
  {
    path: 'test/a.ts',
    text: `await new Promise((resolve) => setTimeout(resolve, 10));`,
    breaks: ['tests do not sleep'],
  },
  {
    path: 'test/a.ts',
    text: `import { setTimeout as nap } from 'node:timers/promises';`,
    breaks: ['tests do not sleep'],
  },
  { path: 'src/lib/a.ts', text: `setTimeout(task, 10);`, breaks: [] },
  { path: 'src/tracking/a.ts', text: `live.become(flight);`, breaks: [changes] },
  { path: 'src/tracking/a.ts', text: `await this.#journal.saveFlight(flight);`, breaks: [changes] },
  { path: 'src/tracking/flight/live-flights.ts', text: `live.become(flight);`, breaks: [] },
  { path: 'src/tracking/a.ts', text: `live.fold.phase = 'cruise';`, breaks: [changes] },
  { path: 'src/tracking/a.ts', text: `live.lastNumber += 1;`, breaks: [changes] },
  { path: 'src/tracking/a.ts', text: `if (live.flight.state === 'open') a(live.lastNumber);`, breaks: [] },
  { path: 'prove/a.ts', text: 'const wrong = `${token.slice(0, -1)}A`;', breaks: ['no check depends on chance'] },
  { path: 'test/a.test.ts', text: "const wrong = token.slice(0, -1) + 'A';", breaks: ['no check depends on chance'] },
  { path: 'test/a.test.ts', text: 'const right = `${token.slice(0, -1)}`;', breaks: [] },
  { path: 'src/lib/string-utils.ts', text: '', breaks: ['no file is a drawer'] },
  { path: 'src/lib/database.ts', text: '', breaks: [] },
];

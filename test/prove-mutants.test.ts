import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Coverage } from '../prove/mutants/coverage.ts';
import { drawMutants, mutantsOf } from '../prove/mutants/draw.ts';
import { harmless } from '../prove/mutants/harmless.ts';
import { mutationsOf, withEdit } from '../prove/mutants/mutate.ts';
import { placesIn, readPatches } from '../prove/mutants/patches.ts';
import { Results } from '../prove/mutants/results.ts';
import { judgeRoom } from '../prove/mutants/score.ts';
import { Scratch } from '../prove/mutants/scratch.ts';
import { tryMistake, type Verdict } from '../prove/mutants/trial.ts';

const cases: readonly (readonly [source: string, ...mutants: string[]])[] = [
  ['if (a) b = 1;', 'if (!(a)) b = 1;', ';', 'if (a) b = 2;'],
  ['const f = () => a <= b;', 'const f = () => a < b;'],
  ['const c = a === null && b;', 'const c = a !== null && b;', 'const c = a === null || b;'],
  ['const c = a + b * 60;', 'const c = a - b * 60;', 'const c = a + b / 60;', 'const c = a + b * (60 / 2);'],
  ["const c = a + 'x';", "const c = a + '';"],
  ['async () => { await f(); };', 'async () => { ; };', 'async () => { void f(); };'],
  ['() => { f(); g(); };', '() => { return; f(); g(); };', '() => { ; g(); };', '() => { f(); ; };'],
  ['const c = f(a, b);', 'const c = f(b, a);'],
  ['const c = [true];', 'const c = [];', 'const c = [false];'],
  ['const c = Math.min(!a);', 'const c = Math.max(!a);', 'const c = Math.min((a));'],
  ['const c = a.filter(b) ?? d;', 'const c = a.filter(b);', 'const c = a ?? d;'],
  [
    "const c = a === 'open' ? 'a word' : {};",
    "const c = !(a === 'open') ? 'a word' : {};",
    "const c = a !== 'open' ? 'a word' : {};",
  ],
  ["import { a } from './a.ts'; type B = 'c' | 1; f(a as 'c');"],
];
for (const [source, ...mutants] of cases) {
  test(`mutants of ${source}`, () => {
    const made = mutationsOf('a.ts', source).map((edit) => withEdit(source, edit));
    assert.deepEqual(made.toSorted(), mutants.toSorted());
  });
}

test('a draw is the same by its seed, and what is added elsewhere leaves it nearly as it is', (t) => {
  const folder = makeFolder(t);
  const draw = (seed: number) => drawMutants('webhooks', folder, 3, seed).map(({ text }) => text);
  write(
    folder,
    'src/webhooks/a.ts',
    'export const add = (a: number, b: number) => (a > 7 && b < 9 ? a + b : a * b);\n',
  );
  const first = draw(1);
  assert.deepEqual(draw(1), first);
  assert.notDeepEqual(draw(2), first);
  write(folder, 'src/webhooks/b.ts', 'export const isOpen = true;\n');
  assert.ok(draw(1).filter((text) => first.includes(text)).length >= 2);
});

test('the lines of a diff are numbered as before it', () => {
  const diff = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -4,4 +4,4 @@\n four\n-five\n+5\n six\n+new\n seven\n';
  assert.deepEqual([...placesIn(diff)], [['src/a.ts', [5, 6, 7]]]);
});

test('a test that has become red by itself finds nothing', async (t) => {
  const { scratch, coverage, folder } = makeTree(t);
  await coverage.collect([scratch], () => undefined);
  for (const place of ['o', '0']) write(folder, `${place}/src/sum.test.ts`, "throw new Error('red');\n");
  const mistake = { name: 'a', text: 'a', places: new Map([['src/sum.ts', [2]]]), plant: () => undefined };
  const options = { scratch, coverage, original: join(folder, 'o'), seekers: ['tests'] as const, steps: 0, seed: 1 };
  assert.equal((await tryMistake(mistake, options)).foundBy, 'nothing');
});

test('what hangs is judged by the run without the mistake at that time', async (t) => {
  const { scratch, coverage } = makeTree(t);
  const asked: boolean[] = [];
  await coverage.collect([scratch], () => undefined);
  const run = (isGreen: boolean) => async () => asked.push(isGreen) > 0 && isGreen;
  const test = 'src/sum.test.ts';
  assert.equal(await coverage.isStillGreen(test, false, run(true)), true);
  assert.equal(await coverage.isStillGreen(test, false, run(true)), true);
  assert.equal(await coverage.isStillGreen(test, true, run(false)), false);
  assert.equal(await coverage.isStillGreen(test, true, run(true)), true);
  assert.deepEqual(asked, [true, false, true]);
});

test('near are tests of the room and those that import the file, wherever they lie', (t) => {
  const folder = makeFolder(t);
  const near = ['src/journal/b.test.ts', 'src/lib/c.test.ts', 'test/journal/suite.test.ts'];
  const own = 'test/hosts/journal-owners.host-test.ts';
  const far = ['src/lib/d.test.ts', 'test/flight.test.ts', 'test/hosts/lease-table.host-test.ts'];
  for (const file of [...near, own, ...far]) write(folder, file, '// needs: mariadb\n');
  write(folder, 'src/lib/c.test.ts', "import { a } from '../journal/a.ts';\n");
  const coverage = new Coverage(join(folder, 'coverage'), folder);
  assert.deepEqual(coverage.testsFor(['src/journal/a.ts'], true).toSorted(), [...near, own].toSorted());
  const all = coverage.testsFor(['src/journal/a.ts'], false);
  assert.deepEqual([all.includes('test/flight.test.ts'), all.includes('src/lib/d.test.ts')], [true, false]);
});

const elsewhere: readonly (readonly [file: string, test: string])[] = [
  ['src/contracts/native/start.ts', 'test/wire/native.test.ts'],
  ['src/contracts/native/start.ts', 'test/contracts/openapi-rules.test.ts'],
  ['src/cluster/routing.ts', 'test/cluster/routing.test.ts'],
  ['src/platform/phpvms5/live.ts', 'test/hosts/phpvms5-matrix.host-test.ts'],
  ['src/platform/phpvms7/live.ts', 'test/hosts/phpvms7.host-test.ts'],
];
for (const [file, own] of elsewhere) {
  test(`near ${file} is ${own}, and nearer than the tests of others`, async (t) => {
    const folder = makeFolder(t);
    const original = join(folder, 'o');
    const far = 'test/journal/suite.test.ts';
    write(original, 'package.json', '{ "type": "module" }');
    write(original, file, 'export const one = 1;\n');
    for (const each of [own, far])
      write(original, each, `// needs: mariadb\nimport '${relative(join(each, '..'), file)}';\n`);
    const coverage = new Coverage(join(folder, 'coverage'), original);
    assert.deepEqual(coverage.testsFor([file], true), [own]);
    await coverage.collect([new Scratch(original, join(folder, '0'))], () => undefined);
    const reaching = coverage.reaching(new Map([[file, [1]]])).map(({ test, isNear }) => [test, isNear]);
    assert.deepEqual(reaching, [
      [own, true],
      [far, false],
    ]);
  });
}

/** A tree with a sum, a test that is green for it, and a scratch copy. */
function makeTree(t: TestContext): { readonly scratch: Scratch; readonly coverage: Coverage; readonly folder: string } {
  const folder = makeFolder(t);
  const original = join(folder, 'o');
  write(original, 'package.json', '{ "type": "module" }');
  write(
    original,
    'src/sum.ts',
    'export function sum(a: number, b: number): number {\n  return a + b;\n}\nexport const half = (a: number) => a / 2;\n',
  );
  const assertion =
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { sum } from './sum.ts';\n";
  write(original, 'src/sum.test.ts', `${assertion}test('sum', () => assert.equal(sum(1, 2), 3));\n`);
  const scratch = new Scratch(original, join(folder, '0'));
  return { scratch, coverage: new Coverage(join(folder, 'coverage'), original), folder };
}

test('a diff is found by the test that reaches its line, and leaves no trace', async (t) => {
  const { scratch, coverage, folder } = makeTree(t);
  const change = (from: string, to: string) => {
    const lines = readFileSync(join(scratch.folder, 'src/sum.ts'), 'utf8').trimEnd().split('\n');
    const rows = lines.flatMap((line) =>
      line.includes(from) ? [`-${line}`, `+${line.replace(from, to)}`] : [` ${line}`],
    );
    return `--- a/src/sum.ts\n+++ b/src/sum.ts\n@@ -1,4 +1,4 @@\n${rows.join('\n')}\n`;
  };
  write(folder, 'p/1.patch', change('a + b', 'a - b'));
  write(folder, 'p/2.patch', change('a / 2', 'a * 2'));
  write(folder, 'p/3.patch', change('a + b', 'a - b').replace('return a + b', 'return b + a'));
  await coverage.collect([scratch], () => undefined);
  const before = readFileSync(join(scratch.folder, 'src/sum.ts'), 'utf8');
  const options = { scratch, coverage, original: join(folder, 'o'), seekers: ['tests'] as const, steps: 0, seed: 1 };
  const verdicts: Verdict[] = [];
  for (const patch of readPatches(join(folder, 'p'))) verdicts.push(await tryMistake(patch, options));
  assert.deepEqual(
    verdicts.map(({ name, foundBy, what, tests }) => [name, foundBy, foundBy === 'tests' ? what : '', tests]),
    [
      ['1', 'tests', 'src/sum.test.ts', 1],
      ['2', 'nothing', '', 1],
      ['3', 'unusable', '', 0],
    ],
  );
  assert.equal(readFileSync(join(scratch.folder, 'src/sum.ts'), 'utf8'), before);
});

test('what was found stays found until its file changes, what was not is tried again after any change', (t) => {
  const { folder } = makeTree(t);
  const original = join(folder, 'o');
  const mistake = (name: string) => ({
    name,
    text: name,
    places: new Map([['src/sum.ts', [2]]]),
    plant: () => undefined,
  });
  const verdict = (name: string, foundBy: Verdict['foundBy']) => ({
    name,
    foundBy,
    what: '',
    seconds: 1,
    steps: 0,
    tests: 1,
  });
  const results = new Results(folder, original);
  const how = { seekers: ['tests'] as const, steps: 1, seed: 1 };
  results.keep(mistake('a'), how, verdict('a', 'tests'));
  results.keep(mistake('b'), how, verdict('b', 'nothing'));
  const known = () => ['a', 'b'].map((name) => new Results(folder, original).find(mistake(name), how)?.foundBy ?? null);
  assert.deepEqual(known(), ['tests', 'nothing']);
  write(original, 'test/new.test.ts', '');
  assert.deepEqual(known(), ['tests', null]);
  const byMore = { ...how, seekers: ['types', 'tests'] as const };
  assert.equal(new Results(folder, original).find(mistake('a'), byMore)?.foundBy, 'tests');
  write(original, 'src/sum.ts', '');
  assert.deepEqual(known(), [null, null]);
});

test('every mutant that is called harmless can still be made', () => {
  const root = join(import.meta.dirname, '..');
  for (const text of Object.keys(harmless)) {
    const mutants = mutantsOf(text.split(' ', 1)[0] ?? '', 'tracking', root);
    assert.ok(
      mutants.some((mutant) => mutant.text === text),
      text,
    );
  }
});

test('a room falls short when less than its share is found', (t) => {
  const folder = makeFolder(t);
  write(
    folder,
    'src/tracking/a.ts',
    'export const add = (a: number, b: number) => (a > 7 && b < 9 ? a + b : a * b);\n',
  );
  const drawn = drawMutants('tracking', folder, 5, 1);
  const judge = (missed: number) => {
    const verdicts = drawn.map(({ name }, index) => {
      return {
        name,
        foundBy: index < missed ? ('nothing' as const) : ('tests' as const),
        what: '',
        seconds: 1,
        steps: 0,
        tests: 1,
      };
    });
    return judgeRoom('tracking', drawn, verdicts, { out: () => undefined, figure: () => undefined });
  };
  assert.deepEqual([judge(0), judge(1)], [true, false]);
});

function write(folder: string, file: string, text: string): void {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { caps } from './architecture/caps.ts';
import { isFlyingClient, isWorld } from './architecture/doubles.ts';
import { readSource } from './architecture/read-source.ts';
import { measureRooms } from './architecture/rooms.ts';
import { findHandLists } from './architecture/shape.ts';

const root = join(import.meta.dirname, '..');

interface CapRow {
  readonly record: string;
  readonly max: number;
  readonly saysWhatElse: boolean;
}

/** What each record says of each cap, oldest first. */
function readCaps(
  records: readonly (readonly [record: string, page: string])[],
): ReadonlyMap<string, readonly CapRow[]> {
  const found = new Map<string, CapRow[]>();
  for (const [record, page] of records)
    for (const [, name = '', max] of page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)) {
      const row = { record, max: Number(max), saysWhatElse: page.includes('**What else was tried.**') };
      found.set(name, [...(found.get(name) ?? []), row]);
    }
  return found;
}

/** Sentences for caps that no record allows. */
function findUnfounded(
  held: Readonly<Record<string, number>>,
  rows: ReadonlyMap<string, readonly CapRow[]>,
): readonly string[] {
  return Object.entries(held).flatMap(([name, max]) => {
    const history = rows.get(name) ?? [];
    const newest = history.at(-1);
    if (newest === undefined) return [`no decision record names the cap ${name}`];
    if (max > newest.max) return [`${name} is ${max}, and ${newest.record} allows ${newest.max}`];
    const before = history.at(-2);
    const isRaised = before !== undefined && newest.max > before.max;
    return isRaised && !newest.saysWhatElse
      ? [`${newest.record} raises ${name} without saying what else was tried`]
      : [];
  });
}

test('each cap on the shape of the tree is as low as the newest decision record that names it', () => {
  const records = globSync('docs/decisions/0*.md', { cwd: root }).sort();
  const rows = readCaps(records.map((record) => [record, readFileSync(join(root, record), 'utf8')]));
  assert.deepEqual(findUnfounded(caps, rows), []);
});

test('a cap that was raised without a reason is found', () => {
  const one = ['0001', '| `parts` | 17 | folders |\n'] as const;
  const without = ['0002', '| `parts` | 18 | folders |\n'] as const;
  const reasoned = ['0002', '| `parts` | 18 | folders |\n\n**What else was tried.** Joining two.\n'] as const;
  const unfounded = (max: number, ...records: (readonly [string, string])[]) =>
    findUnfounded({ parts: max }, readCaps(records));
  assert.deepEqual(unfounded(17, one), []);
  assert.deepEqual(unfounded(16, one), []);
  assert.deepEqual(unfounded(18, one), ['parts is 18, and 0001 allows 17']);
  assert.deepEqual(unfounded(18, one, without), ['0002 raises parts without saying what else was tried']);
  assert.deepEqual(unfounded(18, one, reasoned), []);
  assert.deepEqual(findUnfounded({ other: 1 }, readCaps([one])), ['no decision record names the cap other']);
});

test('rooms, arrows and floors of a folder are counted, circles included', () => {
  const files = {
    'src/a/one.ts': `import './two/two.ts';\nimport '../b.ts';`,
    'src/a/two/two.ts': `import './three.ts';\nimport type { Four } from '../four/four.ts';`,
    'src/a/two/three.ts': '',
    'src/a/four/four.ts': `import '../five.ts';`,
    'src/a/four/back.ts': `import '../two/three.ts';`,
    'src/a/five.ts': '',
    'src/b.ts': `import './a/five.ts';`,
  };
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, readSource(path, text)]));
  assert.deepEqual(measureRooms(sources, 'src/a/'), {
    rooms: ['five.ts', 'four', 'one.ts', 'two'],
    arrows: ['four > five.ts', 'four > two', 'one.ts > two', 'two > four'],
    floors: 3,
    circles: ['four two'],
    files: ['one.ts', 'five.ts'],
  });
});

test('modules that fly or serve by themselves are counted, and nothing else is', () => {
  const client = "const start = post('flights/start', { bidID });";
  assert.ok(isFlyingClient('bench/load.ts', client));
  assert.ok(isFlyingClient('src/cli/flying/flight.ts', 'post(`${base}/start`, request)'));
  assert.ok(!isFlyingClient('src/contracts/smartcars3/routes.ts', client));
  assert.ok(!isFlyingClient('test/hosts/rest.ts', client));
  assert.ok(!isFlyingClient('bench/load.ts', "const start = smartcars.start(bid.id); import './starts.ts';"));
  assert.ok(isWorld('prove/once/life.ts', 'await openTracker({ config })'));
  assert.ok(isWorld('test/flying/parent.ts', "spawn('node'); text.includes('ready at')"));
  assert.ok(!isWorld('prove/once/life.ts', "spawn('node');"));
  assert.ok(!isWorld('src/cli/serve.ts', 'await openServer({ config })'));
});

test('lists of methods are found, and nothing else is', () => {
  const methods = new Set(['start', 'report', 'finish']);
  const count = (text: string) => findHandLists(parseSync('a.ts', text).program, methods).length;
  assert.equal(count(`const names = ['start', 'report', 'finish'] as const;`), 1);
  assert.equal(count(`const names = new Set([...others, 'start', 'report', 'finish']);`), 1);
  assert.equal(count(`const names = ['start', 'report', 'other'];`), 0);
  assert.equal(count(`caseOf('a case', ['start', 'report', 'finish']);`), 0);
  assert.equal(count(`const names = ['start', 'report'];`), 0);
});

import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileName } from '../src/journal/open.ts';
import { readJournal } from './golden/read-journal.ts';
import { openSample, temporaryDirectory } from './journal-samples.ts';

// A journal of every format that ever shipped lies in `golden`, with what it reads as: byte for byte readable for ever.

const folder = join(import.meta.dirname, 'golden');
const samples = readdirSync(folder).filter((name) => name.startsWith('journal-'));

interface Expected {
  readonly flights: readonly { readonly number: number; readonly reports: readonly GoldenReport[] }[];
}
interface GoldenReport {
  readonly kind: string;
  readonly position?: Readonly<Record<string, unknown>>;
}

for (const sample of samples) {
  const expected = JSON.parse(readFileSync(join(folder, sample, 'expected.json'), 'utf8')) as Expected;

  test(`${sample} reads as it was written`, async (t) => {
    const directory = temporaryDirectory(t);
    copyFileSync(join(folder, sample, fileName), join(directory, fileName));
    const journal = await openSample(directory);
    const read = (await readJournal(
      journal,
      expected.flights.map(({ number }) => number),
    )) as object;
    assertHolds(read, expected, sample);
  });

  test(`${sample} would notice two columns that changed places`, () => {
    const position = expected.flights[0]?.reports.find((report) => report.kind === 'position')?.position ?? {};
    // What is true or false is told apart by the positions in which only one of the two is.
    const figures = Object.values(position).filter((figure) => typeof figure !== 'boolean');
    assert.equal(new Set(figures.map(String)).size, figures.length, 'two columns hold the same');
    assert.ok(!figures.includes(null), 'a column is empty');
  });
}

test('there is a sample of each format', () => assert.deepEqual(samples, ['journal-1', 'journal-2', 'journal-3']));

test('what a sample is too old to have is read as null', async (t) => {
  const newest = ['flaps', 'isGearUp', 'areNavLightsOn', 'n1Pct', 'spoilersPct', 'isOverspeedWarning'] as const;
  for (const [sample, isKnown] of [
    ['journal-1', false],
    ['journal-2', false],
    ['journal-3', true],
  ] as const) {
    const directory = temporaryDirectory(t);
    copyFileSync(join(folder, sample, fileName), join(directory, fileName));
    const [report] = await (await openSample(directory)).readReports(1);
    assert.ok(report?.kind === 'position');
    for (const name of newest) assert.equal(report.position[name] !== null, isKnown, `${sample} ${name}`);
  }
});

/** What the sample holds is read; a later version may know more of it, as `null` or with a default. */
function assertHolds(read: unknown, expected: unknown, path: string): void {
  if (typeof expected !== 'object' || expected === null) {
    assert.deepEqual(read, expected, path);
    return;
  }
  if (Array.isArray(expected)) assert.equal((read as unknown[]).length, expected.length, `${path}: length`);
  for (const [name, value] of Object.entries(expected))
    assertHolds((read as Readonly<Record<string, unknown>>)[name], value, `${path}.${name}`);
}

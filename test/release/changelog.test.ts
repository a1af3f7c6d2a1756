import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readNotes, requireData } from '../../build/release/changelog.ts';
import { dataFormats } from '../../src/server/data-formats.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const sample = `# Changelog

## 0.2.0 (2024-04-06)

Faster
maps.

Data: journal.sqlite 5, crew-center.sqlite 13.

For operators:

- One,
  in two lines.
- Two.

For authors of clients:

- Three.

## 0.1.0 (2024-01-02)

First version.

- Four.
`;

test('the version of the package has its place in the changelog, and every earlier one has a date', () => {
  const notes = readNotes(changelog, version);
  assert.ok(notes.summary.length > 0 && notes.summary.length <= 200, notes.summary);
  assert.ok(notes.changes.length > 10);
  requireData(notes, dataFormats);
  const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  for (const heading of headings.slice(1)) assert.match(heading, /^0\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)$/);
});

test('a release says when, what, for whom and which data', () => {
  assert.deepEqual(readNotes(sample, '0.2.0'), {
    date: '2024-04-06',
    summary: 'Faster maps.',
    data: { 'journal.sqlite': 5, 'crew-center.sqlite': 13 },
    changes: ['One, in two lines.', 'Two.'],
  });
  assert.deepEqual(readNotes(sample, '0.1.0').data, {});
});

test('what is not released is not given out as a release, nor the other way round', () => {
  assert.throws(() => readNotes(sample, '0.2.0-dev+abc1234'), /package.json says 0.2.0-dev/);
  const open = sample.replace('2024-04-06', 'unreleased');
  assert.equal(readNotes(open, '0.2.0-dev+abc1234').date, null);
  assert.throws(() => readNotes(open, '0.2.0'), /says `0.2.0 \(unreleased\)`/);
  assert.throws(() => readNotes(sample, '0.3.0'), /no heading `## 0.3.0/);
});

test('a release that forgets its data versions is not made', () => {
  const formats = [
    { file: 'journal.sqlite', newest: 6 },
    { file: 'crew-center.sqlite', newest: 13 },
  ];
  assert.throws(
    () => requireData(readNotes(sample, '0.2.0'), formats),
    /`Data: journal.sqlite 6, crew-center.sqlite 13.`/,
  );
  requireData(readNotes(sample.replace('sqlite 5', 'sqlite 6'), '0.2.0'), formats);
});

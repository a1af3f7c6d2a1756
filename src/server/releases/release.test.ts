import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataSentence, isNewer, readRelease } from './release.ts';

const newer: readonly (readonly [version: string, than: string, isNewer: boolean])[] = [
  ['0.1.1', '0.1.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.99', true],
  ['0.2.0', '0.2.0-dev+abc1234', true],
  ['0.2.0-dev+abc1234', '0.1.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.9.9', '0.10.0', false],
  ['0.2.0-dev+abc1234', '0.2.0', false],
  ['0.2.0-dev+abc1234', '0.2.0-dev+def1234', false],
];
for (const [version, than, expected] of newer)
  test(`${version} is ${expected ? '' : 'not '}newer than ${than}`, () =>
    assert.equal(isNewer(version, than), expected));

const release = {
  version: '0.3.0',
  released: '2024-04-06',
  summary: 'Faster.',
  changes: ['One.'],
  data: { 'journal.sqlite': 6, 'crew-center.sqlite': 13 },
};

test('what a release does to the data is said', () => {
  const formats = (journal: number) => [
    { file: 'journal.sqlite', newest: journal },
    { file: 'crew-center.sqlite', newest: 13 },
    { file: 'webhooks.sqlite', newest: 2 },
  ];
  assert.match(dataSentence(release, formats(5)), /journal.sqlite 5 to 6\), so going back needs a backup/);
  assert.equal(dataSentence(release, formats(6)), 'The data stay as they are.');
});

test('a version.json of another form is refused', () => {
  assert.deepEqual(readRelease(JSON.stringify({ ...release, name: 'va-tracker' })), release);
  const wrong: readonly object[] = [
    { version: '<b>' },
    { version: '1.2' },
    { released: 'tomorrow' },
    { summary: 'x'.repeat(5_000) },
    { changes: 'One.' },
    { changes: [1] },
    { data: [] },
    { data: { 'journal.sqlite': '6' } },
  ];
  for (const each of wrong)
    assert.throws(() => readRelease(JSON.stringify({ ...release, ...each })), /another form/, JSON.stringify(each));
  for (const text of ['', 'null', '[]', '<html>']) assert.throws(() => readRelease(text), /another form/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answers, states } from './decoders/calls.ts';
import { findUnreadable } from './decoders/decoder.ts';
import { decoders } from './readers.ts';

// Each member of each answer, held against the types of the programs that decode it.

for (const [state, open] of Object.entries(states)) {
  let answers: Answers = new Map();
  test(`the answers: ${state}`, async () => {
    answers = await open();
    assert.ok(answers.size >= 5);
  });
  for (const { client, reads } of decoders)
    test(`${client} reads them: ${state}`, () => {
      const wrong = reads.flatMap((reading) => {
        const answer = answers.get(reading.call);
        if (answer === undefined) return [];
        return findUnreadable(answer, reading).map((line) => `${reading.call} ${line} (${reading.source})`);
      });
      assert.deepEqual(wrong, []);
    });
  test(`no text is empty where it could be absent or null: ${state}`, () => {
    const empty = [...answers].flatMap(([call, answer]) => emptyTexts(answer).map((place) => `${call} ${place}`));
    assert.deepEqual([...new Set(empty)], []);
  });
}

test('each call that a program decodes is asked in some state', async () => {
  const asked = new Set<string>();
  for (const open of Object.values(states)) for (const call of (await open()).keys()) asked.add(call);
  assert.deepEqual(
    decoders.flatMap(({ reads }) => reads.map(({ call }) => call)).filter((call) => !asked.has(call)),
    [],
  );
});

const cases: readonly (readonly [string, unknown, string, string])[] = [
  ['null for a number', { data: [{ a: 1 }, { a: null }] }, 'data[].a', 'integer'],
  ['an absent member', { data: [{}] }, 'data[].a', 'integer|null'],
  ['a fraction for a whole number', { data: { a: 1.5 } }, 'data.a', 'integer'],
  ['an empty text for digits', { data: { a: '' } }, 'data.a', 'number|digits|absent'],
  ['null for an object that is looked into', { data: { a: null } }, 'data.a', 'object|absent'],
];
for (const [name, answer, place, kinds] of cases)
  test(`the table sees ${name}`, () => {
    assert.equal(findUnreadable(answer, { call: '', source: '', members: { [place]: kinds } }).length, 1);
    assert.equal(findUnreadable({ data: [] }, { call: '', source: '', members: { 'data[].a': kinds } }).length, 0);
  });

/** Places of empty texts: what an airline wrote itself may be one. */
function emptyTexts(value: unknown, place = ''): readonly string[] {
  if (value === '') return /\.(subject|body|php)$/.test(place) ? [] : [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    emptyTexts(each, Array.isArray(value) ? `${place}[]` : `${place}.${name}`),
  );
}

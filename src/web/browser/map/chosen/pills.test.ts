import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cityIn } from '../../../../lib/cities/cities.ts';
import { figures, say } from '../../visitor/visitor.js';
import { countdownOf, endsOf, townIn } from './pills.js';

const noon = Date.UTC(2024, 3, 6, 12);
const minute = 60_000;
const words = { say, figures };
const unknown = {
  offBlockAt: null,
  takeoffAt: null,
  landingAt: null,
  onBlockAt: null,
  flownNm: 0,
  toGoNm: null,
  share: null,
  doubtMin: null,
  expectedAt: null,
};

test('the landing is counted down, with its day where that is another one', () => {
  const cases: readonly (readonly [
    what: Partial<Record<keyof typeof unknown, number>>,
    said: readonly string[] | null,
  ])[] = [
    [{}, null],
    [{ expectedAt: noon + 192 * minute, doubtMin: 6 }, ['Lands in', '3 h 12 min', '15:12Z ±6 min']],
    [{ expectedAt: noon + 5 * minute }, ['Lands in', '5 min', '12:05Z']],
    [{ expectedAt: noon + 13 * 60 * minute, doubtMin: 20 }, ['Lands in', '13 h 00 min', 'Sun 01:00Z ±20 min']],
    [{ expectedAt: noon + 0.5 * minute }, ['Landing', 'due now', '12:00Z']],
    [{ expectedAt: noon - 30 * minute }, ['Landing', 'due now', '11:30Z']],
    [{ landingAt: noon - 20 * minute, expectedAt: noon }, ['Landed', '20 min ago', '11:40Z']],
  ];
  for (const [what, said] of cases) {
    const found = countdownOf({ ...unknown, ...what }, noon, words);
    assert.deepEqual(found === null ? null : [found.title, found.left, found.at], said, JSON.stringify(what));
  }
});

test('of a silent flight nothing is counted down, as nobody knows whether it still flies', () => {
  const silent = (what: object) => countdownOf({ ...unknown, ...what }, noon, words, true);
  assert.equal(silent({}), null);
  for (const minutes of [-30, 0.5, 192]) {
    const found = silent({ expectedAt: noon + minutes * minute, doubtMin: 6 });
    assert.match(`${found?.title}`, /^Was expected to land about \d\d:\d\dZ$/);
    assert.deepEqual([found?.left, found?.at], ['', '']);
  }
  assert.equal(silent({ landingAt: noon - 20 * minute })?.left, '20 min ago');
});

test('a card names the town of an airport as the page of the flight does', () => {
  const names = [
    'Munich International Airport',
    'Frankfurt am Main',
    'Paris (Roissy-en-France)',
    'Ramstein Air Base',
    '',
  ];
  for (const name of names) assert.equal(townIn(name) || null, cityIn(name), name);
  assert.deepEqual([townIn(names[0] ?? ''), townIn(null)], ['Munich', '']);
});

test('both ends of a flight say when, as planned, and how late', () => {
  const airport = (icao: string) => ({ icao, name: null, lat: 0, lon: 0 });
  const ends = (
    planned: readonly [string | null, string | null, number | null, number | null],
    progress: object,
    divertedFrom?: string,
  ) => {
    const flight = { departure: airport('LSZH'), arrival: airport('MMUN'), planned, divertedFrom };
    const { from, to } = endsOf({ flight } as never, { ...unknown, ...progress }, noon, words);
    return [from, to].map(({ code, time, planned: plan, note }) => [code, time, plan, note].filter(Boolean).join(' '));
  };
  assert.deepEqual(ends([null, null, null, null], {}), ['LSZH', 'MMUN']);
  assert.deepEqual(
    ends(['09:50Z', '14:00Z', 240, null], {
      offBlockAt: noon - 120 * minute,
      expectedAt: noon + 143 * minute,
      doubtMin: 10,
    }),
    ['LSZH 10:00Z planned 09:50Z 10 min late', 'MMUN 14:23Z planned 14:00Z 30 min late'],
  );
  assert.deepEqual(
    ends(['10:00', '14:00', 240, null], {
      offBlockAt: noon - 120 * minute,
      expectedAt: noon + 113 * minute,
      doubtMin: 10,
    }),
    ['LSZH 10:00Z planned 10:00', 'MMUN 13:53Z planned 14:00 on time'],
  );
  assert.deepEqual(ends([null, '13:00Z', null, null], { landingAt: noon - 5 * minute }), [
    'LSZH',
    'MMUN 11:55Z planned 13:00Z 58 min early',
  ]);
  assert.deepEqual(ends([null, null, 240, null], { offBlockAt: noon - 300 * minute, landingAt: noon }, 'LFPG'), [
    'LSZH 07:00Z',
    'MMUN 12:00Z Diverted from LFPG',
  ]);
});

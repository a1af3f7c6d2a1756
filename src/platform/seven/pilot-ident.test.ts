import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIdent } from './pilot-ident.ts';

const airlines = [
  { id: 1, icao: 'AF', iata: null },
  { id: 2, icao: 'DL', iata: 'A1' },
  { id: 3, icao: 'AFR', iata: 'AF' },
  { id: 4, icao: 'DLH', iata: '' },
];
const cases: readonly (readonly [
  ident: string,
  shown: string | null,
  means: readonly (readonly [number | null, number])[],
])[] = [
  ['AFR0007', null, [[3, 7]]],
  ['dlh12', null, [[4, 12]]],
  [
    'AF0007',
    null,
    [
      [1, 7],
      [3, 7],
    ],
  ],
  [' 0007 ', null, [[null, 7]]],
  ['A10007', null, [[2, 7]]],
  ['AVA0007', 'Ava', [[null, 7]]],
  ['AVA0007', null, []],
  ['0007DLH', null, [[4, 7]]],
  ['AFR', null, []],
  ['XYZ0007', null, []],
];
for (const [ident, shown, means] of cases)
  test(`${ident}${shown === null ? '' : `, where idents begin with ${shown}`}`, () => {
    const read = readIdent(ident, airlines, shown);
    const once = [...new Map(read.map((each) => [JSON.stringify(each), each])).values()];
    assert.deepEqual(
      once.map(({ airlineId, number }) => [airlineId, number]),
      means,
    );
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fare } from '../../tracking/desk-model.ts';
import { inPounds } from './fare-pounds.ts';
import type { SiteRules } from './site-settings.ts';

const fares = [
  { code: 'Y', kind: 'passenger', capacity: 150, count: 140, price: 100 },
  { code: 'C', kind: 'cargo', capacity: 1_000, count: 500, price: 2.2046226218 },
] as unknown as readonly Fare[];
const figures = (weighsInKilograms: boolean) =>
  inPounds(fares, { weighsInKilograms } as SiteRules).map(({ capacity, count, price }) => [capacity, count, price]);

test('a kilogram of cargo is 2.2 pounds, and a pound costs less than a kilogram; passengers are counted', () => {
  assert.deepEqual(figures(true), [
    [150, 140, 100],
    [2_205, 1_102, 1],
  ]);
  assert.deepEqual(figures(false), [
    [150, 140, 100],
    [1_000, 500, 2.2046226218],
  ]);
});

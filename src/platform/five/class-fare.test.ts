import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classFare, type SoldAboard } from './class-fare.ts';

const airliner: SoldAboard = { flightType: 'P', seats: 180, cargoLb: 4_000, price: 120 };

test('a flight has one class: seats, or pounds where it is cargo; what is unknown is null, never 0', () => {
  const passenger = { id: 'P', code: 'P', name: 'Passenger', kind: 'passenger', count: null };
  const cargo = { id: 'C', code: 'C', name: 'Cargo', kind: 'cargo', count: null };
  const cases: readonly (readonly [Partial<SoldAboard>, object | null])[] = [
    [{}, { ...passenger, capacity: 180, price: 120 }],
    [{ flightType: 'H' }, { ...passenger, capacity: 180, price: 120 }],
    [
      { flightType: 'c', price: 0.5 },
      { ...cargo, capacity: 4_000, price: 0.5 },
    ],
    [{ price: 0 }, { ...passenger, capacity: 180, price: null }],
    [{ seats: 0 }, { ...passenger, capacity: null, price: 120 }],
    [{ seats: 0, price: 0 }, null],
    [{ flightType: 'C', cargoLb: 0, price: 0 }, null],
  ];
  for (const [given, fare] of cases) {
    assert.deepEqual(classFare({ ...airliner, ...given }), fare === null ? [] : [fare], JSON.stringify(given));
  }
});

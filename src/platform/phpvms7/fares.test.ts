import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Seats, sellByFactor, sellLoad } from './fares.ts';

const seats: readonly Seats[] = [
  { id: 1, isCargo: false, capacity: 150 },
  { id: 2, isCargo: false, capacity: 12 },
  { id: 3, isCargo: true, capacity: 5_000 },
];
const counts = (fares: readonly { count: number }[]) => fares.map(({ count }) => count);

test('a load factor without variance is that part of the seats', () => {
  assert.deepEqual(counts(sellByFactor(seats, { percent: 50, variance: 0 }, 'f')), [75, 6, 2_500]);
});

test('with variance it stays within, and is the same for the same flight', () => {
  const factor = { percent: 98, variance: 5 };
  const sold = sellByFactor(seats, factor, 'f');
  assert.deepEqual(sellByFactor(seats, factor, 'f'), sold);
  for (const [index, count] of counts(sold).entries()) {
    const capacity = seats[index]?.capacity ?? 0;
    assert.ok(count >= Math.floor(capacity * 0.93) && count <= capacity, `${count} of ${capacity}`);
  }
});

const loads: readonly [string, readonly Seats[], number, readonly number[]][] = [
  ['passengers are spread over their fares, cargo stays', seats, 81, [75, 6, 1]],
  ['nobody', seats, 0, [0, 0, 1]],
  ['more than there are seats', seats, 1_000, [150, 12, 1]],
  ['one passenger', seats, 1, [1, 0, 1]],
  ['a freighter', seats.slice(2), 4_000, [4_000]],
];
for (const [name, on, load, expected] of loads) {
  test(`a load that the client says: ${name}`, () => {
    const sold = on.map(({ id }) => ({ id, count: 1 }));
    assert.deepEqual(counts(sellLoad(on, sold, load)), expected);
  });
}

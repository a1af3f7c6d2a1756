import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SealedFlight, SealedFlights } from './sealed-flights.ts';

const sealed = {} as SealedFlight;

test('flights under way stay, and of those that have ended the newest 256', () => {
  const flights = new SealedFlights();
  for (let number = 1; number <= 300; number++) flights.set(number, sealed);
  for (let number = 1; number <= 290; number++) flights.end(number);
  const has = (...numbers: readonly number[]) => numbers.map((number) => flights.get(number) !== null);
  assert.deepEqual(has(1, 34, 35, 290, 291, 300), [false, false, true, true, true, true]);
  // One that is ended again is the newest.
  flights.end(35);
  flights.end(291);
  assert.deepEqual(has(35, 36, 37), [true, false, true]);
  flights.delete(300);
  assert.deepEqual(has(300), [false]);
});

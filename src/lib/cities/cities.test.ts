import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cityOf } from './cities.ts';

test('an airport’s city is known, else it is in its name, else its code stands for it', () => {
  for (const [icao, name, city] of [
    ['KJFK', 'John F. Kennedy International Airport', 'New York'],
    ['EDDF', null, 'Frankfurt am Main'],
    ['XX01', 'Little Hill Airport', 'Little Hill'],
    ['XX02', 'Bad Sands International Airport (closed)', 'Bad Sands'],
    ['XX03', 'Airport', 'Airport'],
    ['XX04', 'Airborne', 'Airborne'],
    ['XX05', null, 'XX05'],
  ] as const)
    assert.equal(cityOf({ icao, name }), city, icao);
});

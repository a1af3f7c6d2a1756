import assert from 'node:assert/strict';
import { test } from 'node:test';
import { milesOf, milesOfArrived } from '../../prove/simulate/contents/plain-figures.ts';

/** Reports on one meridian: minutes of latitude, which are nautical miles, and when they arrived, in seconds. */
const arrived = (...reports: readonly (readonly [miles: number, seconds: number])[]) =>
  reports.map(([miles, seconds]) => ({ lat: 40 + miles / 60, lon: 0, at: seconds * 1_000 }));

const near = (found: number, expected: number) => assert.ok(Math.abs(found - expected) < 0.01, `${found}`);

test('of reports without times one that comes again late is on the way only as far as an aircraft could be there', () => {
  // The one from the beginning comes again after 11 s, and the newest once more 11 ms later: 17 times the speed of sound.
  const back = arrived([0, 0], [0.6, 10], [1.2, 20], [0, 31], [1.2, 31.011]);
  near(milesOfArrived(back), 2.4);
  near(milesOf(back), 3.6);
  // Two of the beginning, just before the next: the aircraft is taken to be there, and the way there and back is not flown.
  near(milesOfArrived(arrived([0, 0], [0.8, 10], [1.6, 20], [0, 20.1], [0.1, 20.2], [1.6, 20.3])), 1.6);
  // As long as a mile may be a moment's, and those that come at once took an unknown time.
  near(milesOfArrived(arrived([0, 0], [0.9, 0.01], [5, 0.01])), 5);
  near(milesOfArrived(arrived([0, 0], [0.8, 10], [1.6, 20], [2.4, 30])), 2.4);
});

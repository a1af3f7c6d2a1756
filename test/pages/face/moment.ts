import { type Clock, systemClock } from '../../../src/lib/clock.ts';

/** The moment of all pictures: an evening in Europe, at an equinox, so that day and night are seen. */
export const moment = Date.UTC(2026, 2, 20, 17, 40);

/** The clock of a server that stands still at it: two runs show the same. */
export const standingClock: Clock = {
  now: () => moment,
  after: (ms, task) => systemClock.after(ms, task),
};

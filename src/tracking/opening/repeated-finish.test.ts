import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingReported } from '../figures/pirep.ts';
import type { Flight, ReportedFigures } from '../model.ts';
import { isRepeatedFinish } from './repeated-finish.ts';

const minute = 60_000;
const endedAt = Date.UTC(2026, 5, 1, 12);
const said: ReportedFigures = {
  ...nothingReported,
  flightTimeMin: 60,
  landingRateFpm: -200,
  notes: 'Smooth.',
  log: ['Engine start', 'Engine stop'],
  fields: { Gate: 'A12' },
  score: 90,
  load: 100,
};
/** Filed, with the server's own words around those of the client; the distance is the server's. */
const filed = {
  startedAt: endedAt - 60 * minute,
  endedAt,
  intent: null,
  receipt: {
    pirep: {
      ...said,
      distanceNm: 300,
      notes: 'Smooth. Two figures were not believed.',
      log: ['Takeoff', 'Engine start', 'Engine stop'].map((text) => ({ at: null, text })),
      basis: { flightTimeMin: 'reported', landingRateFpm: 'reported', distanceNm: 'computed' },
    },
  },
} as unknown as Flight;

const cases: readonly (readonly [string, Partial<ReportedFigures>, boolean])[] = [
  ['the same', {}, true],
  ['lines with their times', { log: said.log.map((text) => ({ at: endedAt, text: String(text) })) }, true],
  ['no notes', { notes: null }, true],
  ['only the last line', { log: ['Engine stop'] }, true],
  ['a figure that was not taken', { distanceNm: 7 }, true],
  ['another flight time', { flightTimeMin: 61 }, false],
  ['another landing rate', { landingRateFpm: -201 }, false],
  ['other notes', { notes: 'Rough.' }, false],
  ['another line', { log: ['Engine start', 'Fire'] }, false],
  ['a line more', { log: ['Gate', 'Takeoff', 'Engine start', 'Engine stop'] }, false],
  ['another score', { score: 91 }, false],
  ['another load', { load: 99 }, false],
  ['another field', { fields: { Gate: 'B1' } }, false],
];
for (const [name, change, expected] of cases) {
  test(`a finish with ${name} is ${expected ? '' : 'not '}a repeat of the one before`, () => {
    assert.equal(isRepeatedFinish(filed, { ...said, ...change }, endedAt + minute), expected);
  });
}

const figures = ['flightTimeMin', 'distanceNm', 'fuelUsedLb', 'blockFuelLb', 'landingRateFpm'] as const;
const instants = ['blockOffAt', 'takeoffAt', 'landingAt', 'blockOnAt'] as const;
test('each figure that was taken is compared', () => {
  for (const name of [...figures, ...instants]) {
    const pirep = { ...filed.receipt?.pirep, [name]: 30, basis: { [name]: 'reported' } };
    const flight = { ...filed, receipt: { pirep } } as unknown as Flight;
    const isRepeat = (value: number) => isRepeatedFinish(flight, { ...said, [name]: value }, endedAt + minute);
    assert.deepEqual([isRepeat(30), isRepeat(31)], [true, false], name);
  }
});

test('the same is a repeat until it could have been flown again: a quarter of its time, and two minutes at least', () => {
  const isRepeat = (flightTimeMin: number | null, after: number) => {
    const pirep = { ...filed.receipt?.pirep, flightTimeMin };
    const flight = { ...filed, receipt: { ...filed.receipt, pirep } } as Flight;
    return isRepeatedFinish(flight, { ...said, flightTimeMin }, endedAt + after);
  };
  assert.deepEqual([isRepeat(60, 15 * minute - 1), isRepeat(60, 15 * minute)], [true, false]);
  assert.deepEqual([isRepeat(4, 2 * minute - 1), isRepeat(4, 2 * minute)], [true, false]);
  assert.deepEqual(
    [isRepeat(null, 10 * minute - 1), isRepeat(null, 10 * minute)],
    [true, false],
    'which opens no flight',
  );
});

test('while it is being filed, all that was said is compared, from when it was said', () => {
  const filing = {
    ...filed,
    endedAt: null,
    intent: { kind: 'finish', at: endedAt, figures: said },
  } as unknown as Flight;
  assert.equal(isRepeatedFinish(filing, said, endedAt + minute), true);
  assert.equal(isRepeatedFinish(filing, { ...said, distanceNm: 7 }, endedAt + minute), false);
  assert.equal(isRepeatedFinish(filing, said, endedAt + 15 * minute), false);
});

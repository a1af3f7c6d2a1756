import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownFlight, inBrief, judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { flightEvent, position } from '../../../../test/flown.ts';
import { crash } from './crash.ts';
import { emergency } from './emergency.ts';

const start = Date.UTC(2026, 3, 6, 10);
const event = (seconds: number, kind: string) => flightEvent(start + seconds * 1_000, kind);
const squawks = (codes: readonly (string | null)[]) =>
  codes.map((transponder, index) => position(start + index * 5_000, { transponder, lat: 10 + index }));

test('crash: the event, where the report before it was', () => {
  const positions = squawks([null, null, null]);
  const { marks, notJudged } = judgeBy(
    crash,
    flownFlight({ positions, events: [event(0, 'takeoff'), event(7, 'crash')] }),
  );
  assert.deepEqual([inBrief(marks, start), marks[0]?.lat, notJudged], [['7-7'], 11, []]);
  const fine = judgeBy(crash, flownFlight({ positions, events: [event(0, 'takeoff')] }));
  assert.deepEqual(fine, { marks: [], notJudged: [] });
});

test('crash: a client without events is not judged', () => {
  assert.deepEqual(judgeBy(crash, flownFlight({})).notJudged, [{ reason: 'no-events' }]);
});

/** A report every five seconds. */
const emergencies: readonly (readonly [string, readonly (string | null)[], readonly string[]])[] = [
  ['7700 for 10 s', ['2000', '7700', '7700', '7700', '2000'], ['5-15 transponder 10']],
  ['7700 for 5 s, on the way to another code', ['2000', '7700', '7700', '7701'], []],
  ['no 7700', ['2000', '7600', '7500'], []],
];

for (const [name, codes, marks] of emergencies)
  test(`emergency: ${name}`, () => {
    const found = judgeBy(emergency, flownFlight({ positions: squawks(codes) }));
    assert.deepEqual(inBrief(found.marks, start), marks);
    assert.deepEqual(found.notJudged, []);
  });

test('emergency: by an event, also where no transponder is reported', () => {
  const found = judgeBy(emergency, flownFlight({ positions: squawks([null]), events: [event(3, 'emergency')] }));
  assert.deepEqual(inBrief(found.marks, start), ['3-3 event']);
  assert.deepEqual(found.notJudged, [{ reason: 'no-transponder', element: 'transponder' }]);
});

test('emergency: with neither it is not judged', () => {
  const { notJudged } = judgeBy(emergency, flownFlight({ positions: squawks([null]) }));
  assert.deepEqual(notJudged, [{ reason: 'no-events-and-no-transponder' }]);
});

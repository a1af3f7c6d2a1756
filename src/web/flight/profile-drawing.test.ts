import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { plainVisitor, visitorOf } from '../visitor/visitor.ts';
import { levelStretchesOf } from './level-stretches.ts';
import { drawProfile } from './profile-drawing.ts';
import type { FlightRecord } from './record.ts';

const minute = 60_000;
/** Up to FL340, up to FL360 after two hours, down again. */
const levels = (at: number) => {
  if (at < 20) return at * 1_700;
  if (at > 220) return Math.max(0, (240 - at) * 1_800);
  return at < 120 ? 34_000 : 36_000;
};
const positions = Array.from({ length: 241 }, (_, at) => {
  return position(at * minute, { altitudeMslFt: levels(at), groundSpeedKt: 450, onGround: false });
});
const phases = [
  { at: 0, phase: 'climb' },
  { at: 20 * minute, phase: 'cruise' },
  { at: 220 * minute, phase: 'descent' },
];
const record = { positions, phases, pauses: [], events: [] } as unknown as FlightRecord;

test('the levels of a cruise are found, and nothing of a climb', () => {
  assert.deepEqual(
    levelStretchesOf(positions).map(({ altitudeFt, to }) => [altitudeFt, to / minute]),
    [
      [34_000, 119],
      [36_000, 220],
    ],
  );
  assert.deepEqual(levelStretchesOf(positions.slice(0, 20)), []);
});

test('a profile has its phases, the steps of the cruise, the times and the marks of the rules', () => {
  const drawn = drawProfile(
    record,
    [{ from: 60 * minute, to: 72 * minute, number: 1, level: 'review' }],
    plainVisitor(),
  );
  assert.deepEqual(
    drawn?.steps.map(({ text }) => text),
    ['FL340', 'FL360'],
  );
  assert.deepEqual(
    drawn.bands.map(({ x, width, look }) => [x, width, look]),
    [
      [0, 83.3, 'climb'],
      [83.3, 833.4, 'cruise'],
      [916.7, 83.3, 'descent'],
    ],
  );
  assert.deepEqual(
    drawn.times.map(({ text }) => text),
    ['00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30'],
  );
  assert.deepEqual(
    drawn.ruled.map(({ x, width, text }) => [x, width, text]),
    [[250, 50, '1']],
  );
  assert.match(drawn.altitude, /^M0 200L/);
  assert.equal(
    drawn.heights.some(({ text }) => text === 'FL300'),
    true,
  );
  const metric = drawProfile(record, [], visitorOf({ query: { units: 'm-kmh-km-kg' }, headers: {} }));
  assert.match(metric?.steps[0]?.text ?? '', /^10,360 m$/);
});

test('a long pause is folded to a strip with its length upright; two positions are a profile, one is none', () => {
  const pause = { from: 60 * minute, to: 120 * minute };
  const paused = drawProfile({ ...record, pauses: [pause] }, [], plainVisitor());
  assert.deepEqual(
    paused?.breaks.map(({ x, width, text, isFolded }) => [x, width, text, isFolded]),
    [[316.7, 50, 'Paused · 1 h 00 min', true]],
  );
  assert.deepEqual(paused.knots, [
    [0, 0],
    [pause.from, 316.7],
    [pause.to, 366.7],
    [240 * minute, 1_000],
  ]);
  const short = { from: 60 * minute, to: 66 * minute };
  const brief = drawProfile({ ...record, pauses: [short] }, [], plainVisitor());
  assert.deepEqual(
    brief?.breaks.map(({ x, width, text, isFolded }) => [x, width, text, isFolded]),
    [[250, 25, '', false]],
  );
  assert.notEqual(drawProfile({ ...record, positions: positions.slice(0, 2) }, [], plainVisitor()), null);
  assert.equal(drawProfile({ ...record, positions: positions.slice(0, 1) }, [], plainVisitor()), null);
});

test('no level is labelled within a pause, no two texts overlap, and pauses leave room for the flight', () => {
  const climbing = Array.from({ length: 400 }, (_, at) => {
    const levelFt = at < 20 ? at * 600 : at < 320 ? 12_000 : Math.min(30_000, 12_000 + (at - 320) * 600);
    return position(at * minute, { altitudeMslFt: levelFt, groundSpeedKt: 300, onGround: false });
  });
  const paused = { ...record, positions: climbing, pauses: [{ from: 20 * minute, to: 320 * minute }] };
  const drawn = drawProfile(paused, [], plainVisitor());
  assert.deepEqual(
    drawn?.steps.map(({ text }) => text),
    ['FL300'],
  );
  const places = drawn.times.map(({ x }) => x);
  assert.ok(places.length > 3);
  assert.ok(places.every((x, index) => index === 0 || x - (places[index - 1] ?? 0) >= 5));
  const often = Array.from({ length: 60 }, (_, index) => ({ from: index * 4 * minute, to: (index * 4 + 3) * minute }));
  const folded = drawProfile({ ...record, pauses: often }, [], plainVisitor());
  assert.ok(folded?.breaks.every(({ width }) => width < 20));
  const whole = drawProfile({ ...record, pauses: [{ from: 0, to: 240 * minute }] }, [], plainVisitor());
  assert.deepEqual(
    whole?.breaks.map(({ width }) => width),
    [1_000],
  );
});

test('what happened on the way is named once where it happened often', () => {
  const named = [30, 31, 200].map((at) => ({ at: at * minute, text: 'Go-around' }));
  assert.deepEqual(drawProfile(record, [], plainVisitor(), named)?.named, [
    { x: 125, text: 'Go-around' },
    { x: 129.2, text: '' },
    { x: 833.3, text: 'Go-around' },
  ]);
});

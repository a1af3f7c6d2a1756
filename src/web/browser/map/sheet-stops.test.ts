import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pulledPx, stopBeside, stopFrom, stopsOf } from './sheet-stops.js';

const phone = { windowPx: 844, headPx: 70, wholePx: 5_000 };

test('a sheet has the stops for which the window and its content have room', () => {
  const cases: readonly (readonly [string, typeof phone, readonly string[]])[] = [
    ['phone', phone, ['peek 70', 'half 439', 'full 800']],
    ['short content', { ...phone, wholePx: 300 }, ['peek 70', 'full 300']],
    ['content a little above the middle', { ...phone, wholePx: 470 }, ['peek 70', 'full 470']],
    ['nothing but its head', { ...phone, wholePx: 90 }, ['peek 70']],
    ['large text', { ...phone, headPx: 400 }, ['peek 400', 'full 800']],
    ['low frame', { ...phone, windowPx: 260 }, ['peek 70', 'half 135', 'full 216']],
    ['very low frame', { ...phone, windowPx: 120 }, ['peek 70']],
  ];
  for (const [name, sizes, stops] of cases)
    assert.deepEqual(
      stopsOf(sizes).map((stop) => `${stop.name} ${stop.px}`),
      stops,
      name,
    );
});

test('a sheet that is let go moves on to the nearest stop', () => {
  const stops = stopsOf(phone);
  const cases: readonly (readonly [px: number, speed: number, stop: string])[] = [
    [80, 0, 'peek'],
    [250, 0, 'peek'],
    [260, 0, 'half'],
    [100, 0.9, 'peek'],
    [100, 1.2, 'half'],
    [439, 0, 'half'],
    [439, 1.3, 'full'],
    [439, -1.3, 'peek'],
    [700, 0, 'full'],
    [700, -0.8, 'half'],
    [790, -9, 'peek'],
  ];
  for (const [px, speed, stop] of cases) assert.equal(stopFrom(stops, px, speed), stop, `${px} px, ${speed} px/ms`);
});

test('keys move a sheet by a stop, and a pull beyond the last one is held back', () => {
  const stops = stopsOf(phone);
  assert.equal(stopBeside(stops, 'peek', 1), 'half');
  assert.equal(stopBeside(stops, 'half', 1), 'full');
  assert.equal(stopBeside(stops, 'full', 1), 'full');
  assert.equal(stopBeside(stops, 'half', -1), 'peek');
  assert.equal(stopBeside(stops, 'peek', -1), 'peek');
  assert.equal(stopBeside(stops, 'half', Number.NEGATIVE_INFINITY), 'peek');
  assert.deepEqual(
    [500, 800, 900, 70, 20].map((px) => pulledPx(stops, px)),
    [500, 800, 820, 70, 60],
  );
});

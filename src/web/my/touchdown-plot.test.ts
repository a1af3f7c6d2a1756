import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUnits } from '../browser/units.js';
import type { Flown } from '../safety/flown-figures.ts';
import { drawTouchdowns } from './touchdown-plot.ts';

const [feet, metres] = [readUnits(''), readUnits('m-kmh-km-kg')];

function landed(fromThresholdM: number, offCentreM = 0, basis: 'computed' | 'estimated' = 'computed') {
  const touchdown = { airport: 'LSZH', runway: '28', fromThresholdM, offCentreM, basis };
  return { touchdown } as unknown as Flown;
}

test('touchdowns lie along and across the runway to scale, right of the centre line below it', () => {
  const plot = drawTouchdowns([landed(0), landed(600, 11.25), landed(1_200, -11.25)], null, feet);
  assert.ok(plot);
  const [first, second, third] = plot.dots;
  assert.deepEqual([first, plot.threshold], [{ x: 32, y: 34, isHollow: false }, 32]);
  assert.deepEqual([second?.x, second?.y], [160, 45]);
  assert.deepEqual([third?.x, third?.y], [288, 23]);
  assert.equal(plot.airline, null);
});

test('an estimate is hollow and on the centre line; what lies beside the drawing is at its edge', () => {
  const plot = drawTouchdowns([landed(500, 20, 'estimated'), landed(9_000, -400), landed(-900)], null, metres);
  assert.deepEqual(
    plot?.dots.map(({ y, isHollow }) => [y, isHollow]),
    [
      [34, true],
      [4, false],
      [34, false],
    ],
  );
  assert.deepEqual([plot?.dots[1]?.x, plot?.dots[2]?.x], [317, 3]);
});

test('the airline is a band with its middle, and ticks are in the visitor’s unit without covering each other', () => {
  const spread = { pilots: 5, low: 300, middle: 450, high: 600 };
  const plot = drawTouchdowns([landed(400)], spread, feet);
  assert.deepEqual(plot?.airline, { from: 96, to: 160, middle: 128 });
  assert.deepEqual(
    plot?.ticks.map((tick) => Math.round(tick.metres / 0.3048)),
    [1_000, 2_000, 3_000],
  );
  assert.deepEqual(drawTouchdowns([landed(3_400)], null, metres)?.ticks.map((tick) => tick.metres)[0], 1_000);
});

test('without a known place there is no drawing', () => {
  assert.equal(drawTouchdowns([{ touchdown: null } as Flown], null, feet), null);
});

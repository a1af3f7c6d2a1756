import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { positionFields } from '../../report/position.ts';
import { readingsOf } from './readings.ts';

test('a reading shows its range, with its unit; what was never reported is not shown', () => {
  const positions = [
    position(0, { outsideTemperatureC: 14, gForce: 1, isPaused: false, windSpeedKt: 31 }),
    position(1, { outsideTemperatureC: -56.5, gForce: 1.254, isPaused: true }),
    position(2),
  ];
  assert.deepEqual(readingsOf(positions), [
    { name: 'Outside temperature', text: '−56.5 to 14 °C' },
    { name: 'Wind speed', text: '31 kt' },
    { name: 'Load factor', text: '1 to 1.25 g' },
    { name: 'Paused', text: 'in 1 of 2 reports' },
  ]);
  assert.deepEqual(readingsOf([position(0)]), []);
});

test('every reading of the table has a title', () => {
  const titles = positionFields.flatMap((field) => ('reading' in field ? [field.reading] : []));
  assert.equal(new Set(titles).size, 9);
});

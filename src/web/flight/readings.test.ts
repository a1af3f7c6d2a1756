import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import type { Position } from '../../tracking/model.ts';
import { positionFields } from '../../tracking/position/position.ts';
import { languages } from '../visitor/languages.ts';
import { plainVisitor, type Visitor, visitorOf } from '../visitor/visitor.ts';
import { ReadingRanges } from './readings.ts';

function readingsOf(positions: readonly Position[], visitor: Visitor) {
  const ranges = new ReadingRanges();
  for (const each of positions) ranges.add(each);
  return ranges.in(visitor);
}

test('a reading shows its range, with its unit; what was never reported is not shown', () => {
  const positions = [
    position(0, { outsideTemperatureC: 14, gForce: 1, isPaused: false, windSpeedKt: 31 }),
    position(1, { outsideTemperatureC: -56.5, gForce: 1.254, isPaused: true }),
    position(2),
  ];
  assert.deepEqual(readingsOf(positions, plainVisitor()), [
    { name: 'Outside temperature', text: '−56.5 to 14 °C' },
    { name: 'Wind speed', text: '31 kt' },
    { name: 'Load factor', text: '1 to 1.25 g' },
    { name: 'Paused', text: 'in 1 of 2 reports' },
  ]);
  const german = visitorOf({ query: { lang: 'de', units: 'm-kmh-km-kg' }, headers: {} });
  assert.deepEqual(
    readingsOf(positions, german).map(({ text }) => text),
    ['−56,5 bis 14 °C', '57 km/h', '1 bis 1,25 g', 'in 1 von 2 Meldungen'],
  );
  assert.deepEqual(readingsOf([position(0)], plainVisitor()), []);
});

test('every reading of the table has a title, in every language', () => {
  const fields = positionFields.filter((field) => 'reading' in field);
  assert.equal(fields.length, 24);
  for (const { wire } of fields) {
    const key = `reading.${wire.replaceAll('_', '-')}`;
    for (const [lang, { texts }] of Object.entries(languages)) assert.ok(texts[key], `${lang} ${key}`);
  }
});

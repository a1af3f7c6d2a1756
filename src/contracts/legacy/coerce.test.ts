import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { figureFields } from '../fields.ts';
import { positionSchemas } from '../position-wire.ts';
import { coerceBody } from './coerce.ts';

const schema = Type.Object({ ...positionSchemas, ...figureFields });

const cases: readonly [string, unknown, unknown][] = [
  ['lat', '12', 12],
  ['lat', '12,5', 12.5],
  ['lat', '-0.5', -0.5],
  ['lat', '1.234,5', '1.234,5'],
  ['lat', '0x10', '0x10'],
  ['lat', 'Infinity', 'Infinity'],
  ['lat', '12 N', '12 N'],
  ['lat', 12, 12],
  ['gs', '', null],
  ['seq', '7', 7],
  ['seq', '7,5', 7.5],
  ['on_ground', 'YES', true],
  ['on_ground', 0, false],
  ['on_ground', 'perhaps', 'perhaps'],
  ['on_ground', '', null],
  ['autopilot', '1', true],
  ['autopilot', 'CMD', 'CMD'],
  ['phase', 3, '3'],
  ['phase', '12', '12'],
  ['transponder', '0021', '0021'],
  ['recorded_at', '2026-01-31 12:00:00', '2026-01-31T12:00:00Z'],
  ['recorded_at', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z'],
  ['recorded_at', '', null],
  ['recorded_at', 'noon', 'noon'],
  ['log', [1, 'a'], ['1', 'a']],
  ['log', 'a\nb', 'a\nb'],
  ['fields', '{"Gate":"A1"}', { Gate: 'A1' }],
  ['fields', '{', '{'],
];
for (const [field, sent, read] of cases) {
  test(`${field}: ${JSON.stringify(sent)} is read as ${JSON.stringify(read)}`, () => {
    assert.deepEqual(coerceBody(schema, { [field]: sent }), { [field]: read });
  });
}

test('members that the schema does not know are left out', () => {
  assert.deepEqual(coerceBody(schema, { lat: '1', pilot_id: '9', constructor: 'x' }), { lat: 1 });
});

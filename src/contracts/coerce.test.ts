import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { createCoercion } from './coerce.ts';
import { figureFields, networkField } from './fields.ts';
import { decimals, wholeNumbers } from './legacy/numbers.ts';
import { positionSchemas } from './position-wire.ts';

const coerce = createCoercion(wholeNumbers);
const schema = Type.Object({ ...positionSchemas, ...figureFields, network: networkField });

const cases: readonly [string, unknown, unknown][] = [
  ['lat', '12', 12],
  ['lat', '12,5', 12.5],
  ['lat', '-0.5', -0.5],
  ['lat', '1.234,5', '1.234,5'],
  ['lat', '47,123', 47.123],
  ['lat', '1,234', 1.234],
  ['lon', '-122,375', -122.375],
  ['heading', '123,456', 123.456],
  ['altitude_msl', '12,000', 12_000],
  ['altitude_msl', '12.000', 12],
  ['altitude_msl', '35,000.5', 35_000.5],
  ['altitude_msl', '1,035,000', 1_035_000],
  ['altitude_msl', '0,500', 0.5],
  ['altitude_msl', '12,0000', 12],
  ['altitude_msl', '12,00,000', '12,00,000'],
  ['altitude_msl', "12'000", "12'000"],
  ['fuel', '5,123', 5123],
  ['fuel', '5,1', 5.1],
  ['landing_rate', '-1,200', -1200],
  ['load', '1,200', 1200],
  ['seq', '1,234', 1234],
  ['distance', '1,234', '1,234'],
  ['distance', '1,234.5', 1234.5],
  ['distance', '152,340', 152.34],
  ['distance', '162,5', 162.5],
  ['score', '1,234', '1,234'],
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
  ['network', 'vatsim', 'vatsim'],
  ['network', ' VATSIM ', 'vatsim'],
  ['network', '', null],
  ['network', 'elsewhere', 'elsewhere'],
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
    assert.deepEqual(coerce(schema, { [field]: sent }), { [field]: read });
  });
}

test('members that the schema does not know are left out', () => {
  assert.deepEqual(coerce(schema, { lat: '1', pilot_id: '9', constructor: 'x' }), { lat: 1 });
});

test('of every field that is a number it is said how a comma is read', () => {
  const fields = Object.entries(schema.properties as Record<string, { type?: string | readonly string[] }>);
  const unsaid = fields.filter(
    ([name, { type }]) => [type].flat().includes('number') && wholeNumbers.has(name) === decimals.has(name),
  );
  assert.deepEqual(unsaid, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { optionalId, optionalInteger, optionalText } from './fields.ts';
import { readQuery } from './query.ts';

const schema = Type.Object({
  page: optionalInteger('Page', { minimum: 1 }),
  distance: Type.Optional(Type.Number()),
  airline: optionalText('Airline', 8),
  bid_id: optionalId('Bid'),
});

test('a text that is a number becomes one where only a number is expected', () => {
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ['page', '2', 2],
    ['distance', '-2.50', -2.5],
    ['page', 'two', 'two'],
    ['page', '', ''],
    ['page', ' 2', ' 2'],
    ['page', '0x10', '0x10'],
    ['page', '1e3', '1e3'],
    ['page', 'Infinity', 'Infinity'],
    ['page', ['1', '2'], ['1', '2']],
    ['airline', '12', '12'],
    ['bid_id', '0012', '0012'],
    ['unknown', '12', '12'],
    ['toString', '12', '12'],
  ];
  for (const [name, sent, read] of cases) assert.deepEqual(readQuery(schema, { [name]: sent }), { [name]: read }, name);
});

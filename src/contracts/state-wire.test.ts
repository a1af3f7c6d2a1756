import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PositionField, positionFields } from '../tracking/position/position.ts';
import { readState, stateSchemas } from './state-wire.ts';

const fields: readonly PositionField[] = positionFields;
const stated = fields.filter(({ wire }) => Object.hasOwn(stateSchemas, wire));
const read = (wire: string, value: unknown) => (readState({ [wire]: value }) as Record<string, unknown>)[wire];

for (const { wire, kind, minimum = 0, maximum = 0, wraps } of stated)
  test(`${wire}: what fits is read, up to its limits; what does not is unknown`, () => {
    const cases: readonly (readonly [unknown, unknown])[] =
      kind === 'boolean'
        ? [true, 1, '1'].map((each) => [each, true] as const)
        : wraps
          ? [
              [0, 0],
              [-10, maximum - 10],
              [maximum + 10, 10],
            ]
          : [
              [minimum, minimum],
              [maximum, maximum],
              [minimum - 1, null],
              [maximum + 1, null],
              [String(maximum), maximum],
              [` ${minimum} `, minimum],
            ];
    const truths = kind === 'boolean' ? [false, 0, '0'].map((each) => [each, false] as const) : [];
    const others = ['', ' ', 'on', {}, [], Number.NaN].map((each) => [each, null] as const);
    for (const [sent, known] of [...cases, ...truths, ...others])
      assert.equal(read(wire, sent), known, `${wire}: ${JSON.stringify(sent)}`);
    for (const unsaid of [undefined, null]) assert.equal(wire in readState({ [wire]: unsaid }), false);
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sampleEvent, samplePosition } from '../../test/journal/suite/samples.ts';
import type { Position, Report } from '../tracking/model.ts';
import { largest } from '../tracking/position/formats.ts';
import { positionFields } from '../tracking/position/position.ts';
import { writeColumns } from '../tracking/position/position-code.ts';
import { rowWidth } from './batch.ts';
import { ByteWriter } from './bytes.ts';
import { packChunk, unpackChunk } from './chunk.ts';
import { decodeRow, encodeRow } from './row-codec.ts';
import { TextNumbers, TextsByNumber } from './texts.ts';

const figure = fc.oneof(
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -50_000, max: 50_000 }),
  fc.integer(),
);
const text = fc.oneof(
  fc.constant(null),
  fc.constantFrom('cruise', '2000', '', '14:05:33', '2025-06-01T14:05:33Z'),
  fc.string({ unit: 'grapheme' }),
);
const instant = fc.integer({ min: -(2 ** 45), max: 2 ** 45 });
/** Every field of the table, by its kind. */
const anyValue = {
  integer: fc.oneof(fc.constant(null), fc.maxSafeNat()),
  number: figure,
  instant,
  boolean: fc.constantFrom(true, false, null),
  code: text,
  clock: text,
};
const anyPosition = fc.record({
  ...Object.fromEntries(positionFields.map(({ name, kind }) => [name, anyValue[kind]])),
  isDated: fc.boolean(),
  receivedAt: instant,
  lat: fc.double({ noNaN: true, min: -90, max: 90 }),
  lon: fc.double({ noNaN: true, min: -180, max: 180 }),
}) as unknown as fc.Arbitrary<Position>;

/** Through the writer's buffer and a raw row, as every position goes. */
function throughRow(position: Position): Position {
  const strings: string[] = [];
  const known = new Map<number, string>();
  const numbers = new TextNumbers([]);
  const rows = new Float64Array(rowWidth);
  writeColumns(rows, 2, position, (value, isCode) => {
    const id = isCode ? numbers.idOf(value, (named) => known.set(named.id, named.text)) : null;
    return id ?? -strings.push(value);
  });
  const texts = new TextsByNumber((id) => known.get(id) ?? null);
  return decodeRow(encodeRow(new ByteWriter(), rows, 2, strings), (id) => texts.textOf(id));
}

test('a position is stored to the precision of the journal, and no coarser', () => {
  fc.assert(
    fc.property(anyPosition, (position) => {
      const stored = throughRow(position);
      assert.ok(Math.abs(stored.lat - position.lat) <= 0.51e-7);
      assert.ok(Math.abs(stored.lon - position.lon) <= 0.51e-7);
      assert.equal(stored.recordedAt, position.recordedAt);
      assert.equal(stored.receivedAt, position.receivedAt);
      assert.equal(stored.isDated, position.isDated);
      for (const field of positionFields) {
        const { name, kind } = field;
        if (kind === 'number' && !('isRequired' in field))
          assert.ok(isNear(stored[name], position[name], field.scale), `${name}: ${stored[name]}, ${position[name]}`);
        else if (kind !== 'number' && kind !== 'integer') assert.equal(stored[name], position[name], name);
      }
    }),
  );
});

function isNear(stored: number | null, given: number | null, scale: number): boolean {
  if (given === null || stored === null) return stored === given;
  // Beyond what a column holds it is the largest that it does.
  if (Math.abs(given) > largest / scale) return Math.abs(stored) === largest / scale;
  return Math.abs(stored - given) <= Math.max(0.51 / scale, Math.abs(given) * 1e-12);
}

test('a stored position that is stored again does not change', () => {
  fc.assert(
    fc.property(anyPosition, (position) => {
      const once = throughRow(position);
      assert.deepEqual(throughRow(once), once);
    }),
  );
});

test('a chunk gives back the very reports that raw rows gave', () => {
  const anyReport: fc.Arbitrary<Report> = fc.oneof(
    anyPosition.map((position): Report => ({ number: 0, kind: 'position', position: throughRow(position) })),
    fc.option(fc.nat()).map((seq): Report => ({ number: 0, kind: 'event', event: sampleEvent(seq) })),
  );
  fc.assert(
    fc.property(fc.array(anyReport, { minLength: 1, maxLength: 60 }), fc.nat(), (reports, first) => {
      const numbered = reports.map((report, index) => ({ ...report, number: first + index * 3 }));
      assert.deepEqual(unpackChunk(packChunk(numbered)), numbered);
    }),
    { numRuns: 200 },
  );
});

test('a steady flight takes few bytes a position', () => {
  const reports = Array.from({ length: 1000 }, (_, index): Report => {
    return { number: 1 + index * 7, kind: 'position', position: samplePosition(index) };
  });
  assert.ok(packChunk(reports).length / reports.length < 12);
});

test('a chunk of an unknown format is refused', () => {
  const chunk = packChunk([{ number: 1, kind: 'event', event: sampleEvent(1) }]);
  chunk[0] = 99;
  assert.throws(() => unpackChunk(chunk), /format 99/);
});

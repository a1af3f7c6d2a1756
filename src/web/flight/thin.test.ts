import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Position } from '../../tracking/model.ts';
import { thin } from './thin.ts';

const figures = ['altitudeMslFt', 'groundSpeedKt', 'verticalSpeedFpm'] as const;
const value = fc.option(fc.integer({ min: -5_000, max: 45_000 }));
const track = fc
  .array(fc.record({ altitudeMslFt: value, groundSpeedKt: value, verticalSpeedFpm: value }), {
    maxLength: 3_000,
    minLength: 1,
  })
  .map((points) => points.map((point, index) => ({ ...point, recordedAt: index }) as Position));

test('thinning keeps order, the ends, what it is told to keep, and the extremes of every figure', () => {
  fc.assert(
    fc.property(track, fc.integer({ min: 20, max: 400 }), fc.nat(2_999), (positions, limit, place) => {
      const kept = thin(positions, limit, [place]);
      assert.ok(kept.length <= Math.max(limit, 10));
      const times = kept.map(({ recordedAt }) => recordedAt);
      assert.deepEqual(
        times,
        [...new Set(times)].sort((a, b) => a - b),
      );
      assert.equal(times[0], 0);
      assert.equal(times.at(-1), positions.length - 1);
      if (place < positions.length && positions.length > limit) assert.ok(times.includes(place));
      for (const figure of figures) {
        const known = (points: readonly Position[]) => points.flatMap((point) => point[figure] ?? []);
        assert.equal(Math.max(...known(kept)), Math.max(...known(positions)), figure);
        assert.equal(Math.min(...known(kept)), Math.min(...known(positions)), figure);
      }
    }),
    { numRuns: 60 },
  );
});

test('one hard second of a long flight is never lost', () => {
  const positions = Array.from({ length: 40_000 }, (_, index) => {
    return {
      recordedAt: index,
      altitudeMslFt: 35_000,
      groundSpeedKt: 450,
      verticalSpeedFpm: index === 31_337 ? -1_240 : 0,
    } as Position;
  });
  assert.ok(thin(positions, 500).some(({ verticalSpeedFpm }) => verticalSpeedFpm === -1_240));
});

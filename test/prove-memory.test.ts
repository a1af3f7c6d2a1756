import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFlat, type Sample, trendOf } from '../prove/soak/memory.ts';

const mb = 1024 * 1024;

/** Half an hour, a sample each ten seconds; the heap is a saw of ten minutes. */
function samples(growthMbPerMinute: number, startMb = 0): readonly Sample[] {
  return Array.from({ length: 181 }, (_, index) => {
    const minute = index / 6;
    const grown = minute * growthMbPerMinute + (minute < 4 ? startMb * (minute / 4) : startMb);
    return { minute, rss: (200 + grown) * mb, heap: (100 + grown + (minute % 1) * 20) * mb };
  });
}

test('memory that stays is flat, also when the start took more and garbage comes and goes', () => {
  assert.equal(isFlat(samples(0)), true);
  assert.equal(isFlat(samples(0, 80)), true);
});

test('memory that grows by six per cent within 25 minutes is not, in the heap or outside of it', () => {
  assert.equal(isFlat(samples(0.6)), false);
  const onlyOutside = samples(0.6).map((sample, index) => ({ ...sample, heap: samples(0)[index]?.heap ?? 0 }));
  assert.equal(isFlat(onlyOutside), false);
  const { growth, mbPerMinute } = trendOf(samples(0.6), 5, 'rss');
  assert.ok(Math.abs(mbPerMinute - 0.6) < 0.02, String(mbPerMinute));
  assert.ok(growth > 0.06 && growth < 0.08, String(growth));
});

test('a handful of samples is not judged', () => {
  assert.throws(() => trendOf(samples(0).slice(0, 2), 0, 'rss'), /too few samples/);
});

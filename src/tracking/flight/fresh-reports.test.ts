import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleFlight, samplePosition } from '../../../test/journal/suite/samples.ts';
import type { Position } from '../model.ts';
import { findFresh } from './fresh-reports.ts';
import { LiveFlight } from './live-flight.ts';

const quotas = { reportsPerFlight: 100, bytesPerFlight: 1_000_000, eventsPerMinute: 60, eventBurst: 60 };
const admission = { now: noon + 3_600_000, limits: { aheadMs: 300_000, quotas }, allowance: null };
const undated = { seq: null, isDated: false, recordedAt: noon, receivedAt: noon };

const pairs: readonly (readonly [what: string, one: Position, other: Position, fresh: number])[] = [
  ['one number and time', samplePosition(1), samplePosition(1), 1],
  ['one time, without numbers', samplePosition(1, { seq: null }), samplePosition(1, { seq: null }), 1],
  ['the same values, without number and time', samplePosition(1, undated), samplePosition(1, undated), 1],
  ['two numbers', samplePosition(1), samplePosition(2), 2],
];

for (const [what, one, other, fresh] of pairs)
  for (const more of [0, 3])
    test(`of a request of ${2 + more} positions, two with ${what}: ${fresh} of them ${fresh === 1 ? 'is' : 'are'} stored`, () => {
      const live = new LiveFlight(
        { flight: sampleFlight(1), delivered: 0, sealed: null },
        { hasSealedReport: () => false },
      );
      const rest = Array.from({ length: more }, (_, index) => samplePosition(10 + index));
      const found = findFresh(live, [one, other, ...rest], admission);
      assert.deepEqual([found.fresh.length, found.duplicate, found.refused], [fresh + more, 2 - fresh, []]);
    });

test('a number that leaves one gap too many is refused by its name, and one that leaves none is stored', () => {
  const live = new LiveFlight(
    { flight: sampleFlight(1), delivered: 0, sealed: null },
    { hasSealedReport: () => false },
  );
  for (let seq = 40_000; seq > 20_000; seq -= 2) live.positions.add(samplePosition(seq, { recordedAt: noon + seq }));
  const reports = [samplePosition(10), samplePosition(30_001, { recordedAt: noon + 30_001 })];
  const { fresh, refused } = findFresh(live, reports, admission);
  assert.deepEqual(
    fresh.map(({ seq }) => seq),
    [30_001],
  );
  assert.deepEqual(
    refused.map(({ index, fields, isExcess }) => [index, Object.keys(fields), isExcess]),
    [[0, ['seq'], true]],
  );
});

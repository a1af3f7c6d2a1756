import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePosition } from '../../test/journal/suite/samples.ts';
import type { Report } from '../tracking/model.ts';
import { inChunks } from './seal-plan.ts';

for (const count of [0, 1, 2_047, 2_048, 2_049, 6_144, 7_000])
  test(`of ${count} reports each is in one chunk, in order`, () => {
    const position = samplePosition(1);
    const reports = Array.from(
      { length: count },
      (_, index): Report => ({ number: index, kind: 'position', position }),
    );
    const chunks = [...inChunks(reports)];
    assert.deepEqual(
      chunks.flat().map(({ number }) => number),
      reports.map(({ number }) => number),
    );
    assert.ok(chunks.every(({ length }) => length > 0 && length <= 2_048));
  });

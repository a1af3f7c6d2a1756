import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight, samplePosition } from '../../../test/journal/suite/samples.ts';
import type { RefusedReport } from '../model.ts';
import { IdentifiedPositions } from './identified-positions.ts';
import { LiveFlight } from './live-flight.ts';

test('a refused position is not known afterwards, wherever it stood among repeats', async () => {
  const identified = new IdentifiedPositions<{ duplicate: number; refused: readonly RefusedReport[] }>(
    { readReports: async () => [] },
    async () => undefined,
  );
  const live = new LiveFlight(
    { flight: sampleFlight(1), delivered: 0, sealed: null },
    { hasSealedReport: () => false },
  );
  const positions = { a: samplePosition(1), b: samplePosition(2), c: samplePosition(3) };
  /** Stores all but `c`. Returns how many repeats there were, and which places of the request were refused. */
  const send = async (...ids: readonly (keyof typeof positions)[]) => {
    const request = { positions: ids.map((id) => positions[id]), ids };
    const { duplicate, refused } = await identified.store(live, request, async (fresh) => {
      const index = fresh.indexOf(positions.c);
      return { duplicate: 0, refused: index < 0 ? [] : [{ index, fields: {}, isExcess: false }] };
    });
    return [duplicate, refused.map(({ index }) => index)];
  };
  assert.deepEqual(await send('a'), [0, []]);
  assert.deepEqual(await send('a', 'b', 'c'), [1, [2]]);
  assert.deepEqual(await send('c'), [0, [0]]);
  assert.deepEqual(await send('b'), [1, []], 'what was stored is still known');
});

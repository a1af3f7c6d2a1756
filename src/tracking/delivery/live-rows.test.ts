import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight, samplePosition } from '../../../test/journal/suite/samples.ts';
import type { LiveRow } from '../../platform/port.ts';
import { LiveFlight } from '../flight/live-flight.ts';
import { LiveRows } from './live-rows.ts';

test('flights whose newest positions were made and arrived in one millisecond all have their row', async () => {
  const flying = [1, 2, 3].map((number) => {
    const live = new LiveFlight(
      { flight: sampleFlight(number), delivered: 0, sealed: null },
      { hasSealedReport: () => false },
    );
    live.addPosition(number, samplePosition(1));
    return live;
  });
  const rows: LiveRow[] = [];
  const deliverLive = async (some: readonly LiveRow[]) => void rows.push(...some);
  const audit = { write: async () => undefined } as never;
  await new LiveRows({ deliverLive }, { barrier: async () => undefined }, audit).deliver(flying);
  assert.deepEqual(
    rows.map(({ flight }) => flight.id),
    flying.map(({ flight }) => flight.id),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../../../test/journal/suite/samples.ts';
import type { AuditTrail } from '../../delivery/audit-trail.ts';
import { JudgingAgain, type JudgingAgainCore } from './judging-again.ts';

test('at a crew center that only decides, judging again decides nothing that staff have decided since', async () => {
  const asked: unknown[] = [];
  const judgement = { set: 2, score: 100, state: 'accept', marks: [] };
  const flight = {
    ...sampleFlight(1),
    state: 'filed',
    receipt: { pirepId: 'p', filedAt: 0, pirepState: 'pending', pirep: { score: 85, log: [] } },
  };
  const core = {
    flights: { byId: () => undefined, applyToEnded: async () => undefined },
    journal: { readFlight: async () => flight, readReports: async () => [] },
    platform: {
      decidePirep: async (...decided: unknown[]) => {
        asked.push(decided);
        // Staff have rejected it meanwhile: what is decided from another state leaves it.
        return { state: 'rejected' };
      },
    },
    judging: { find: () => ({ rules: [] }), judge: async () => judgement },
  };
  const audit = { write: async () => undefined };
  const again = new JudgingAgain(core as unknown as JudgingAgainCore, audit as unknown as AuditTrail);
  const { before, after } = await again.judge('ada@test', 'flight-1', 2);
  assert.deepEqual(asked, [['p', { decision: 'accept', from: ['pending'] }]]);
  assert.deepEqual([before, after], ['pending', 'rejected']);
});

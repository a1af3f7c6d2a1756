import assert from 'node:assert/strict';
import test from 'node:test';
import { openStage } from './stage.ts';

test('a start whose PIREP is cancelled before its answer arrived is refused by the crew center, and another bid can be flown', async () => {
  const stage = openStage(7, ['sdk']);
  const { crew } = stage.models;
  crew.conduct = { fates: { lost: 0.5 }, meanMs: 20 };
  await stage.until(() => crew.host.pireps.size > 0);
  for (const pirep of crew.host.pireps.values()) {
    pirep.state = 'cancelled';
    crew.host.cancelledByStaff.add(pirep.id);
  }
  crew.heal();
  await stage.until(() => stage.flightIn('open') !== undefined);
  assert.equal(stage.counters.of('sortie crew-center-refused'), 1);
});

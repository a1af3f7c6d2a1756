import assert from 'node:assert/strict';
import test from 'node:test';
import { openStage } from './stage.ts';

test('sessions whose end could not be stored are ended when the operator ends them again, also after a restart', async () => {
  const stage = openStage(7, ['sdk']);
  const { disk } = stage.models;
  await stage.until(() => stage.positionCount > 1);
  stage.pilots[0]?.crash(true);
  disk.isFull = true;
  assert.equal(await stage.outcomeOf(stage.core.operator.endSessions('operator', '1')), 'journal-full');
  disk.heal();
  assert.equal(await stage.outcomeOf(stage.core.operator.endSessions('operator', '1')), null);
  stage.keeper.kill(false);
  await stage.until(() => stage.server?.isUp === true);
  assert.deepEqual(await stage.core.operator.listSessions(), []);
});

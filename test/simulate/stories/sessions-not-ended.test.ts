import assert from 'node:assert/strict';
import test from 'node:test';
import { credentialsIn } from '../../../prove/simulate/wire.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
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

test('a session whose end could not be stored has asked as often as before', async () => {
  const stage = openStage(7, ['sdk']);
  const { disk } = stage.models;
  await stage.until(() => stage.positionCount > 1);
  stage.pilots[0]?.crash(true);
  const { calls, operator } = stage.core;
  const sent = stage.network.past.flatMap(({ request }) => Object.values(credentialsIn(request)));
  const token = sent.at(-1)?.replace('Bearer ', '') ?? null;
  const isRefused = () => {
    try {
      return calls.authenticate(token) === null;
    } catch (error) {
      if (!isRefusal(error, 'too-many-requests')) throw error;
      return true;
    }
  };
  for (let count = 0; !isRefused(); count += 1) assert.ok(count < 1_000, 'it may ask for ever');
  disk.isFull = true;
  assert.equal(await stage.outcomeOf(operator.endSessions('operator', '1')), 'journal-full');
  // Some time has passed until the disk refused.
  const again = Array.from({ length: 20 }, isRefused);
  assert.ok(again.filter((each) => !each).length < 10, `${again}`);
});

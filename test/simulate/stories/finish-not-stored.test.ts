import assert from 'node:assert/strict';
import test from 'node:test';
import { openStage } from './stage.ts';

test('a second finish is answered only once the first is on the disk, however long that takes', async () => {
  const stage = openStage(7, ['sdk']);
  const { disk, crew } = stage.models;
  await stage.until(() => stage.positionCount > 1);
  const flight = stage.flightIn('open');
  assert.ok(flight !== undefined);
  // Longer than a finish waits for the crew center.
  disk.commitMs = 60_000;
  crew.conduct = { fates: { down: 1 }, meanMs: 20 };
  stage.endedByOthers.add(flight.id);
  const finish = () => stage.outcomeOf(stage.core.operator.finishFlight('operator', flight.id, null));
  const outcomes = [finish(), finish()].map((each) => each.then(() => stage.flightIn('open')?.id ?? null));
  assert.deepEqual(await Promise.all(outcomes), [null, null]);
});

test('a finish is not answered with a receipt that is not on the disk', async () => {
  const stage = openStage(7, ['sdk']);
  const { disk, crew } = stage.models;
  await stage.until(() => stage.positionCount > 1);
  const flight = stage.flightIn('open');
  assert.ok(flight !== undefined);
  const finish = stage.core.operator.finishFlight('operator', flight.id, null).then(({ state }) => state);
  await stage.until(() => crew.pireps().some(({ state }) => state !== 'open'));
  // Longer than a finish waits, from the receipt on.
  disk.commitMs = 60_000;
  let answer: string | null = null;
  void finish.then((state) => {
    answer = state;
  });
  await stage.until(() => answer !== null);
  assert.equal(stage.flightIn('filed'), undefined, 'the receipt is not stored yet');
  assert.equal(answer, 'filing');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { openStage } from './stage.ts';

test('a cancel that could not be stored has cancelled nothing at the crew center either', async () => {
  const stage = openStage(7, ['sdk']);
  await stage.until(() => stage.positionCount > 1);
  const flight = stage.flightIn('open');
  assert.ok(flight !== undefined);
  const { disk, crew } = stage.models;
  disk.commitMs = 30_000;
  disk.isFull = true;
  stage.endedByOthers.add(flight.id);
  const cancelled = stage.core.operator.cancelFlight('operator', flight.id, 'changed my mind');
  assert.equal(await stage.outcomeOf(cancelled), 'journal-full');
  disk.heal();
  await stage.pass(5_000);
  assert.equal(stage.flightIn('open')?.id, flight.id);
  assert.deepEqual(
    crew.pireps().map(({ state }) => state),
    ['open'],
  );
});

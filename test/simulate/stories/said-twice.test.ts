import assert from 'node:assert/strict';
import test from 'node:test';
import type { Session } from '../../../src/tracking/calls.ts';
import { openStage } from './stage.ts';

const sessionOf = ({ pilot }: Pick<Session, 'pilot'>) => ({ pilot }) as Session;

test('what was said before the disk had it is not acknowledged when it is said again', async () => {
  const stage = openStage(7, ['core']);
  await stage.until(() => stage.positionCount > 2);
  const flight = stage.flightIn('open') ?? assert.fail();
  const { disk } = stage.models;
  disk.isFull = true;
  const describe = () =>
    stage.core.calls.describe(sessionOf(flight), { name: { flightId: flight.id }, said: { fields: { Gate: 'A4' } } });
  const first = describe();
  const again = describe();
  assert.deepEqual(await Promise.all([stage.outcomeOf(first), stage.outcomeOf(again)]), [
    'journal-full',
    'journal-full',
  ]);
  disk.heal();
  assert.equal(await stage.outcomeOf(describe()), null);
  assert.equal(stage.flightIn('open')?.said?.fields?.Gate, 'A4');
});

test('another aircraft that the disk does not have yet is not acknowledged when the time is over', async () => {
  const stage = openStage(7, ['core']);
  await stage.until(() => stage.positionCount > 2);
  const flight = stage.flightIn('open') ?? assert.fail();
  stage.models.disk.commitMs = 1_000_000;
  const request = { name: { flightId: flight.id }, aircraft: '2', registration: null };
  assert.equal(
    await stage.outcomeOf(stage.core.calls.changeAircraft(sessionOf(flight), request)),
    'crew-center-unavailable',
  );
  assert.equal(stage.flightIn('open')?.aircraft?.id, '1');
});

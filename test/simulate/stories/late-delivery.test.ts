import assert from 'node:assert/strict';
import test from 'node:test';
import { openStage } from './stage.ts';

test('a delivery that ends after its flight was filed does not make the flight undelivered again', async () => {
  const stage = openStage(7, ['sdk']);
  const { disk, crew } = stage.models;
  await stage.until(() => stage.positionCount > 1);
  const flight = stage.flightIn('open');
  assert.ok(flight !== undefined);
  // The delivery of every few seconds takes long; what comes after it does not.
  crew.conduct = { fates: {}, meanMs: 20_000 };
  await stage.pass(6_000);
  crew.heal();
  await stage.outcomeOf(stage.core.operator.finishFlight('operator', flight.id, null));
  await stage.until(() => stage.flightIn('filed') !== undefined);
  assert.equal(disk.undelivered(flight), 0);
  await stage.pass(120_000);
  assert.equal(disk.undelivered(flight), 0);
});

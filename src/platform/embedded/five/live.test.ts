import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../lib/clock.ts';
import type { HostFlight } from '../../port.ts';
import { liveRow } from '../../suite/flights.ts';
import { seedDemoFive } from './demo.ts';
import { openEmbeddedFive } from './five.ts';

test('all rows of a delivery are stored together, or none', async () => {
  const { platform, database } = await openEmbeddedFive({ file: ':memory:', clock: systemClock });
  seedDemoFive(database);
  const [bid] = await platform.listBids('1');
  assert.ok(bid !== undefined);
  const { plan } = bid;
  const flight = { id: 'first', pirepId: null, bidId: null, plan, aircraft: plan.aircraft, startedAt: 0 };
  const flights: readonly HostFlight[] = ['1', '2'].map((pilotId) => ({ ...flight, pilotId }));
  const rows = flights.map((each) => liveRow(each, 1));
  const count = () => database.prepare('SELECT COUNT(*) AS count FROM acarsdata').get()?.count;

  database.exec(
    `CREATE TRIGGER broken BEFORE INSERT ON acarsdata WHEN NEW.pilotid = 2 BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  );
  await assert.rejects(platform.deliverLive(rows), /broken/);
  assert.equal(count(), 0);

  database.exec('DROP TRIGGER broken');
  await platform.deliverLive(rows);
  assert.equal(count(), 2);
  await platform.close();
});

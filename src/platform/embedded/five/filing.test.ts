import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../lib/clock.ts';
import type { HostFlight } from '../../port.ts';
import { seedDemoFive } from './demo.ts';
import { openEmbeddedFive } from './five.ts';

test('the PIREP of a flight is looked for among those of its pilot, not among all', async () => {
  const { platform, database } = await openEmbeddedFive({ file: ':memory:', clock: systemClock });
  seedDemoFive(database);
  const [bid] = await platform.listBids('1');
  assert.ok(bid !== undefined);
  const { plan } = bid;
  const statements: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    statements.push(sql);
    return prepare(sql);
  };
  const flight: HostFlight = {
    id: 'f',
    pilotId: '1',
    pirepId: null,
    bidId: null,
    plan,
    aircraft: plan.aircraft,
    startedAt: 0,
  };
  assert.equal(await platform.findPirep(flight), null);
  const plans = statements.flatMap((sql) => prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
  assert.match(String(plans[0]?.detail), /^SEARCH pireps USING INDEX pireps_by_pilot/);
  await platform.close();
});

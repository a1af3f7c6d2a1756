import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectClock } from './database-inspection.ts';

test('a database whose clock is more than a minute off is found, fast or slow', async () => {
  const inspect = (offS: number) =>
    inspectClock({ rows: async () => [{ seconds: Math.round(Date.now() / 1_000) + offS }] }, 'the database');
  assert.deepEqual([...(await inspect(0)), ...(await inspect(30)), ...(await inspect(-30))], []);
  for (const offS of [3_600, -3_600]) {
    const [found] = await inspect(offS);
    assert.deepEqual([found?.name, found?.subject], ['clock-wrong', 'the database']);
    assert.match(found?.evidence ?? '', /^the database’s clock is (?:3599|3600|3601) s off$/);
  }
});

// alone: it changes the time zone of its process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantOf } from './event-time.ts';

const at = Date.UTC(2026, 6, 4, 12, 30, 5);

test('an event without a zone is dated in UTC, wherever the server is', (t) => {
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = 'America/New_York';
  const zones = ['2026-07-04T12:30:05', '2026-07-04 12:30:05.000', '2026-07-04 12:30:05Z', '2026-07-04T14:30:05+02:00'];
  for (const written of [...zones, at, at / 1_000, String(at)]) assert.equal(instantOf(written), at, String(written));
});

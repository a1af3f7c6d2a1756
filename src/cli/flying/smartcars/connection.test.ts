import assert from 'node:assert/strict';
import test from 'node:test';
import type { Timing } from '../../../client/timing.ts';
import { smartcars as smartcars3 } from '../../../client/wires/smartcars.ts';
import { SmartcarsConnection } from './connection.ts';
import { smartcarsDialect } from './smartcars-dialect.ts';

test('after a login that found no server, the next call logs in again', async () => {
  let elapsedMs = 0;
  const timing: Timing = {
    now: () => elapsedMs,
    elapsed: () => elapsedMs,
    sleep: async (ms) => {
      elapsedMs += ms;
    },
  };
  let session: string | null = 'first';
  let isDown = false;
  const fetch = async (url: string, init: RequestInit) => {
    if (isDown && url.includes('pilot/login')) return Response.json({ message: 'Later.' }, { status: 503 });
    if (url.includes('pilot/login')) {
      session = 'second';
      return Response.json({ session });
    }
    const { Authorization } = init.headers as Record<string, string>;
    return Response.json({}, { status: Authorization === `Bearer ${session}` ? 200 : 401 });
  };
  const net = { fetch, timing, patienceMs: 10_000 };
  const pilot = { login: 'ada@demo-air.example', password: 'demo-pilot' };
  const smartcars = new SmartcarsConnection('http://127.0.0.1/', { pilot, dialect: smartcarsDialect }, net, 'first');
  await smartcars.signIn();
  session = null;
  isDown = true;
  await assert.rejects(smartcars.insist(smartcars3.bids), { message: 'Later.' });
  isDown = false;
  assert.equal((await smartcars.insist(smartcars3.bids)).status, 200);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import type { Headers, Served } from './served.ts';
import { serve } from './served.ts';

// Two clients, each with a session of its own, report one flight from places that no aircraft can both be at.

const here = { lat: 47.45, lon: 8.55 };
const far = { lat: 40.64, lon: -73.78 };

const contracts = [
  {
    name: 'native',
    contract: native,
    position: '/position',
    end: { path: '/finish', body: {} },
    type: /problem\+json/,
  },
  {
    name: 'legacy',
    contract: legacy,
    position: '/position.php',
    end: { path: '/submit_log.php', body: { log: 'Landed.' } },
    type: /^application\/json/,
  },
];

/** A flight that is open, the session that began it, and one that signed in a minute later. */
async function twoClients(served: Served): Promise<readonly [older: Headers, newer: Headers]> {
  const { world, contract } = served;
  const older = await served.signIn();
  const { id } = await world.bidFor(await world.signIn());
  if (contract === native) await served.ask('/start', { headers: older, body: { bid_id: id } });
  else await served.ask('/position.php', { headers: older, body: { ...here, bid_id: id, recorded_at: nowOf(served) } });
  await world.clock.advance(60_000);
  return [older, await served.signIn()];
}

const nowOf = ({ world }: Served) => new Date(world.clock.now()).toISOString();

for (const { name, contract, position, end, type } of contracts) {
  test(`${name}: the older of two clients reads 409 and when to try again, the newer one goes on, and the older may finish`, async () => {
    await using served = await serve(contract, {}, { startsAt: Date.parse('2026-05-04T12:00:00Z') });
    const [older, newer] = await twoClients(served);
    const send = async (headers: Headers, place: typeof here) => {
      await served.world.clock.advance(5_000);
      return served.ask(position, { headers, body: { ...place, gs: 400, recorded_at: nowOf(served) } });
    };
    const seen: number[] = [];
    for (const [headers, place] of Array(4)
      .fill([
        [older, here],
        [newer, far],
      ])
      .flat() as [Headers, typeof here][])
      seen.push((await send(headers, place)).status);
    assert.deepEqual(seen.slice(-3), [200, 409, 200], `${seen}`);
    const refused = await send(older, here);
    assert.deepEqual([refused.status, refused.json.success, refused.json.error.code], [409, false, 'flight-elsewhere']);
    assert.match(refused.json.error.message, /^Since 12:01 UTC .* 34\d\d nm from here.*Finish and cancel work/);
    assert.match(String(refused.headers['content-type']), type);
    assert.ok(Number(refused.headers['retry-after']) > 200 && Number(refused.headers['retry-after']) <= 300);
    if (contract === native) {
      const event = await served.ask('/event', { headers: older, body: { kind: 'note', recorded_at: nowOf(served) } });
      assert.equal(event.json.error.code, 'flight-elsewhere');
    }
    const finished = await served.ask(end.path, { headers: older, body: end.body });
    assert.deepEqual([finished.status, finished.json.success], [200, true]);
    assert.deepEqual(served.world.errors, []);
  });
}

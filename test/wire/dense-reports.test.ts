import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { serve } from './served.ts';

const cases = [
  [native, '/position'],
  [legacy, '/position.php'],
] as const;

for (const [contract, path] of cases) {
  test(`${contract.name}: shortly before a landing a position each second is asked for`, async () => {
    await using served = await serve(contract, { logLevel: 'warn' });
    const session = await served.world.signIn();
    const { id } = await served.world.bidFor(session);
    await served.world.calls.start(session, { bidId: id, aircraft: null, registration: null, freeFlight: null });
    const headers = await served.signIn();
    const report = async (body: Record<string, unknown>) => {
      await served.world.clock.advance(60_000);
      return (await served.ask(path, { headers, body })).json.next_interval;
    };
    await report({ lat: 47.45, lon: 8.55, gs: 0, on_ground: true });
    assert.equal(await report({ lat: 47, lon: 8, gs: 450, vs: 0, altitude_msl: 36_000, on_ground: false }), 10);
    const approach = { lat: 46.9, lon: 7.9, gs: 140, vs: -700, on_ground: false };
    assert.equal(await report({ ...approach, altitude_msl: 2_500, altitude_agl: 2_480 }), 2);
    assert.equal(await report({ ...approach, altitude_msl: 1_400, altitude_agl: 1_380 }), 1);
  });
}

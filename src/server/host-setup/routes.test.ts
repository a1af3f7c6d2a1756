import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { World } from '../../../test/world.ts';
import type { Origin } from '../../http/origin.ts';
import { registerHostSetup } from './routes.ts';

async function served(world: World, viaEdge: boolean) {
  const app = Fastify();
  const ends: string[] = [];
  const origin = { address: '192.0.2.1', ...(viaEdge && { viaEdge }) } as Origin;
  registerHostSetup(app, {
    calls: world.calls,
    platform: world.embedded.platform,
    clock: world.clock,
    originOf: () => origin,
    end: () => ends.push('ended'),
    onError: (error) => assert.fail(String(error)),
  });
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url });
    return { status: statusCode, ...(JSON.parse(body) as { success: boolean; says?: string; message?: string }) };
  };
  return { ask, ends };
}

test('the edge has a test flight flown for a pilot, one at a time', async () => {
  await using world = await World.open();
  const { pilot } = await world.signIn();
  const { ask } = await served(world, true);
  const url = `/host-setup/flight?pilot=${pilot.id}`;
  const both = await Promise.all([ask(url), ask(url)]);
  assert.deepEqual(
    both.map(({ status, success }) => [status, success]),
    [
      [200, true],
      [200, true],
    ],
  );
  assert.equal((await ask('/host-setup/flight')).status, 400);
  assert.match((await ask('/host-setup/flight?pilot=a')).message ?? '', /`pilot`/);
});

test('the edge can end the server, and nobody else can ask for any of it', async () => {
  await using world = await World.open();
  const edge = await served(world, true);
  assert.equal((await edge.ask('/host-setup/stop')).status, 200);
  assert.deepEqual(edge.ends, ['ended']);
  const stranger = await served(world, false);
  for (const path of ['/host-setup/stop', '/host-setup/flight?pilot=1'])
    assert.equal((await stranger.ask(path)).status, 403);
  assert.deepEqual(stranger.ends, []);
  assert.deepEqual(world.pireps(), []);
});

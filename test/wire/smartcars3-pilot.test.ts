import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { clientOf, flavours, smartcarsWorld } from './smartcars.ts';

// How a pilot signs in, and how smartCARS starts with the session that it kept.

const dayMs = 24 * 3_600_000;

for (const flavour of flavours) {
  const { name, version } = flavour;

  test(`${name}: a pilot logs in by e-mail, number or ident, and is shown as the crew center has them`, async () => {
    await using world = await smartcarsWorld(flavour);
    const logIn = (username: string) =>
      world.served.ask(`/pilot/login?username=${encodeURIComponent(username)}`, { body: { password: demoPassword } });
    for (const username of ['ada@demo-air.example', ' ADA@Demo-Air.example ', 'DMO0001', 'dmo1', '1', '0001']) {
      const { status, json, text } = await logIn(username);
      assert.equal(status, 200, `${username} ${text}`);
      const { session, expiry, rank, ...rest } = json;
      assert.deepEqual(rest, {
        dbID: 1,
        pilotID: 'DMO0001',
        firstName: 'Ada',
        lastName: 'Keller',
        email: 'ada@demo-air.example',
        rankImage: null,
        rankLevel: rest.rankLevel,
        avatar: rest.avatar,
      });
      assert.equal(typeof rank, 'string');
      assert.ok(Number.isInteger(rest.rankLevel) && session.length > 20);
      assert.equal(
        expiry,
        version === '5' ? Math.floor((world.served.world.clock.now() + 30 * dayMs) / 1000) : undefined,
      );
    }
    assert.equal((await logIn(`${'x'.repeat(200)}@demo-air.example`)).status, 401);
  });

  test(`${name}: a session that was kept is good for a month, for verify and resume, and not longer`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { served } = world;
    const { session } = await world.signIn();
    const ask = (call: string, given = session) => served.ask(`/pilot/${call}`, { body: { session: given } });
    await served.world.clock.leap(29 * dayMs);
    for (const call of ['resume', 'verify']) {
      const { status, json } = await ask(call);
      assert.deepEqual([status, json.pilotID, json.session], [200, 'DMO0001', session], call);
    }
    assert.equal((await clientOf(served, session).get('/flights/bookings')).status, 200);
    await served.world.clock.leap(2 * dayMs);
    for (const call of ['resume', 'verify']) assert.equal((await ask(call)).status, 401);
    assert.equal((await clientOf(served, session).get('/flights/bookings')).status, 401);
  });
}

const [seven] = flavours;

test('phpvms7: an API key is taken for the password of its own pilot, and of nobody else', async () => {
  await using world = await smartcarsWorld(seven);
  const { crewCenter } = world.served.world.embedded;
  crewCenter.run('UPDATE users SET api_key = ? WHERE id = 2', 'a0b1c2d3e4f5a6b7c8d9');
  const logIn = async (username: string, password: string) =>
    (await world.served.ask(`/pilot/login?username=${username}`, { body: { password } })).status;
  assert.equal(await logIn('ben@demo-air.example', 'a0b1c2d3e4f5a6b7c8d9 '), 200);
  assert.equal(await logIn('DMO0002', 'a0b1c2d3e4f5a6b7c8d9'), 200);
  assert.equal(await logIn('2', 'a0b1c2d3e4f5a6b7c8d9'), 200);
  const sessions = (await world.served.world.tracking.operator.listSessions()).length;
  assert.equal(await logIn('ada@demo-air.example', 'a0b1c2d3e4f5a6b7c8d9'), 401);
  assert.equal((await world.served.world.tracking.operator.listSessions()).length, sessions);
  await world.served.assume({ passwordLogin: false });
  assert.equal(await logIn('ben@demo-air.example', 'a0b1c2d3e4f5a6b7c8d9'), 200);
  assert.equal(await logIn('ben@demo-air.example', demoPassword), 401);
});

test('phpvms7: a wrong password that looks like an API key counts as one failed login', async () => {
  await using world = await smartcarsWorld(seven);
  const logIn = (count: number) =>
    world.served.ask(`/pilot/login?username=nobody${count}`, { body: { password: 'a0b1c2d3e4f5a6b7c8d9' } });
  const statuses: number[] = [];
  for (let count = 0; count < 31; count++) statuses.push((await logIn(count)).status);
  assert.deepEqual(statuses, [...Array.from({ length: 30 }, () => 401), 429]);
});

test('phpvms7: a pilot who may not fly is told why', async () => {
  await using world = await smartcarsWorld(seven);
  const { crewCenter } = world.served.world.embedded;
  crewCenter.run('UPDATE users SET state = 0 WHERE id = 3');
  const answer = await world.served.ask('/pilot/login?username=3', { body: { password: demoPassword } });
  assert.deepEqual([answer.status, answer.json], [409, { message: answer.json.message }]);
  assert.match(answer.json.message, /pending/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flySome, refusal, ScriptedTracker } from '../../test/wire/scripted-tracker.ts';

test("every call contains the flight's id and sends the token twice", async () => {
  const tracker = new ScriptedTracker();
  const flight = await tracker.start({ clientToken: 'shared' });
  await flight.report({ lat: 1, lon: 2 });
  await flight.finish();
  for (const request of tracker.seen.filter(({ path }) => /position|finish/.test(path))) {
    assert.equal((request.body as { flight_id: string }).flight_id, 'f1');
    assert.equal(request.headers.get('Authorization'), 'Bearer canary-token-1');
    assert.equal(request.headers.get('X-Tracker-Token'), 'canary-token-1');
    assert.equal(request.headers.get('X-Tracker-Client'), 'shared');
  }
});

test('an expired session is renewed once for all waiting calls', async () => {
  const tracker = new ScriptedTracker('native', ({ headers, path }) =>
    /position|event|finish/.test(path) && headers.get('X-Tracker-Token') === 'canary-token-1'
      ? refusal(401, 'session-expired')
      : 'pass',
  );
  const flight = await tracker.start();
  await flySome(flight, 5);
  await flight.record({ kind: 'block-off' });
  await flight.finish();
  assert.equal(tracker.stored.size, 5);
  assert.deepEqual(tracker.events, ['block-off']);
  assert.equal(tracker.logins, 2);
});

test('a changed password stops delivery and keeps the queue; another login continues it', async () => {
  const tracker = new ScriptedTracker();
  const client = await tracker.connect();
  const flight = await client.startFlight({ bid_id: '7' });
  let isLocked = true;
  tracker.script = ({ path }) => {
    if (isLocked && /auth/.test(path)) return refusal(401, 'wrong-login');
    return isLocked && /position/.test(path) ? refusal(401, 'session-expired') : 'pass';
  };
  await flySome(flight, 2);
  await assert.rejects(flight.delivered(), { code: 'wrong-login' });
  assert.equal(flight.queued, 2);
  isLocked = false;
  await client.login({ login: 'VMS0001', password: 'new' });
  await flight.delivered();
  assert.equal(tracker.stored.size, 2);
});

test('no error contains a password, token or key, even if the server echoes them', async () => {
  const tracker = new ScriptedTracker();
  const client = await tracker.connect({ clientToken: 'canary-client' });
  tracker.script = () =>
    refusal(422, 'invalid', {
      message: 'canary-password canary-token-1 canary-client',
      fields: { x: 'canary-password' },
    });
  await assert.rejects(
    client.listBids(),
    (error) => !/canary/.test(`${error} ${JSON.stringify((error as { fields: object }).fields)}`),
  );
  tracker.script = () => null;
  await assert.rejects(
    client.login({ login: 'x', password: 'canary-password' }),
    (error: Error) => !/canary/.test(String(error.stack)),
  );
});

test('a short password is masked as a whole word only', async () => {
  const tracker = new ScriptedTracker();
  const client = await tracker.connect();
  tracker.script = ({ path }) =>
    /auth/.test(path) ? refusal(401, 'wrong-login', { message: 'Demo, democracy, a demo: demo.' }) : 'pass';
  await assert.rejects(client.login({ login: 'x', password: 'demo' }), {
    message: 'Demo, democracy, a [secret]: [secret].',
  });
});

test('a call with a session is never redirected to another host', async () => {
  const tracker = new ScriptedTracker('native', ({ path }) =>
    /bids/.test(path) ? { status: 302, html: '', headers: { Location: 'https://evil.example/' } } : 'pass',
  );
  await assert.rejects((await tracker.connect()).listBids(), { code: 'redirected' });
});

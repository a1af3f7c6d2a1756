import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Route } from '../../src/contracts/contract.ts';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { digest } from '../../src/lib/tokens.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { askingFor, type Headers, type Served, serve, sessionRoutes } from './served.ts';

const contracts = [native, legacy];
const ben = 'ben@demo-air.example';

/** Bodies that each call takes when all else is right. */
function bodyFor(path: string, bidId: string): Readonly<Record<string, unknown>> {
  if (path.startsWith('/position')) return { lat: 47, lon: 8, bid_id: bidId };
  if (path === '/event') return { kind: 'note', message: 'all well' };
  if (path === '/start') return { bid_id: bidId };
  if (path === '/flight') return { aircraft: 'A343' };
  if (path === '/bids') return { schedule_id: 'demo-dmo420' };
  if (path === '/charters') return { flight_number: '77', departure: 'LSZH', arrival: 'LEPA', aircraft: '3' };
  return {};
}

async function startedBy(
  served: Served,
  login?: string,
): Promise<{ headers: Headers; flightId: string; pirepId: string; bidId: string }> {
  const headers = await served.signIn(login);
  const session = served.world.calls.authenticate(headers['x-tracker-token'] ?? null);
  const [bid] = await served.world.calls.listBids(session);
  const request = { bidId: bid?.id ?? '', aircraft: null, registration: null, freeFlight: null };
  const { flight } = (await served.world.calls.start(session, request)).flight;
  return { headers, flightId: flight.id, pirepId: flight.pirepId ?? '', bidId: flight.bidId ?? '' };
}

for (const contract of contracts) {
  test(`${contract.name}: without a session every call but the open ones is 401`, async () => {
    await using served = await serve(contract);
    const none: readonly Headers[] = [
      {},
      { 'x-tracker-token': '' },
      { 'x-tracker-token': 'null' },
      { authorization: 'Bearer ' },
      { authorization: 'Bearer undefined' },
      { authorization: `Basic ${Buffer.from('ada:x').toString('base64')}` },
    ];
    for (const route of sessionRoutes(contract)) {
      for (const headers of none) {
        const answer = await served.ask(route.path, askingFor(route, headers, bodyFor(route.path, '1')));
        assert.deepEqual([route.path, answer.status, answer.json.error.code], [route.path, 401, 'no-session']);
        assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer/);
      }
    }
  });

  test(`${contract.name}: an expired session is 401 session-expired on every call, and its flight stays`, async () => {
    await using served = await serve(contract);
    await served.configure({ session_token_ttl: '5' });
    const { headers, flightId, bidId } = await startedBy(served);
    await served.world.clock.advance(5 * 60_000);
    for (const route of sessionRoutes(contract)) {
      const answer = await served.ask(route.path, askingFor(route, headers, bodyFor(route.path, bidId)));
      assert.deepEqual([route.path, answer.status, answer.json.error.code], [route.path, 401, 'session-expired']);
    }
    assert.equal(await served.world.stateOf(flightId), 'open');
    const again = await served.signIn();
    const [report] = contract.routes.report;
    const path = report?.path ?? '';
    assert.equal((await served.ask(path, { headers: again, body: bodyFor(path, bidId) })).json.flight_id, flightId);
  });

  test(`${contract.name}: another pilot's flight is 404 on every call that can name one`, async () => {
    await using served = await serve(contract);
    const owner = await startedBy(served);
    const stranger = await startedBy(served, ben);
    const names: readonly Headers[] = [
      { flight_id: owner.flightId },
      { pirep_id: owner.pirepId },
      { flight_id: 'nobodys' },
    ];
    for (const call of ['readFlight', 'changeAircraft', 'report', 'recordEvents', 'finish', 'cancel'] as const) {
      for (const route of contract.routes[call]) {
        for (const name of names) {
          const query = route.query === null ? '' : `?${new URLSearchParams(name)}`;
          const { bid_id: _, ...body }: Readonly<Record<string, unknown>> = { ...bodyFor(route.path, ''), ...name };
          const answer = await served.ask(route.path + query, askingFor(route, stranger.headers, body));
          const said = `${route.path} ${JSON.stringify(name)}`;
          assert.deepEqual([said, answer.status, answer.json.error?.code], [said, 404, 'flight-not-found']);
        }
      }
    }
    assert.deepEqual(
      [await served.world.stateOf(owner.flightId), await served.world.stateOf(stranger.flightId)],
      ['open', 'open'],
    );
  });

  test(`${contract.name}: nothing in a body, a query or a header changes who is meant`, async () => {
    await using served = await serve(contract);
    const owner = await startedBy(served);
    const other = await startedBy(served, ben);
    const names = [
      'pilot_id',
      'pilotid',
      'pilot',
      'user_id',
      'userid',
      'user',
      'dbid',
      'ident',
      'login',
      'email',
      'api_key',
    ];
    const claims = Object.fromEntries(names.map((name) => [name, name === 'email' || name === 'login' ? ben : '2']));
    const query = `?${new URLSearchParams({ ...claims, token: other.headers['x-tracker-token'] ?? '' })}`;
    const headers = { ...owner.headers, 'x-user-id': '2', 'x-api-key': 'x', 'x-pilot-id': '2' };
    const isLeftOut = ({ path }: Route) => path === '/auth' || path === '/cancel' || path.includes('{');
    for (const route of sessionRoutes(contract).filter((each) => !isLeftOut(each))) {
      const body = { ...claims, token: other.headers['x-tracker-token'], ...bodyFor(route.path, owner.bidId) };
      const answer = await served.ask(
        route.path + (route.query === null ? query : ''),
        askingFor(route, headers, body),
      );
      assert.ok(answer.status < 300, `${route.path} ${answer.text}`);
      assert.ok(!answer.text.includes(other.flightId), route.path);
    }
    assert.equal(await served.world.stateOf(other.flightId), 'open');
  });

  test(`${contract.name}: bids are the same bytes for every client`, async () => {
    await using served = await serve(contract);
    const headers = await served.signIn();
    const [route] = [...contract.routes.listBids, ...contract.routes.latestBid];
    const plain = await served.ask(route?.path ?? '', askingFor(route ?? assert.fail(), headers));
    assert.equal(plain.status, 200);
    const clients: readonly Headers[] = [
      { 'x-client-tier': 'free' },
      { 'x-client-tier': 'standard', 'x-tracker-tier': 'pro' },
      { 'user-agent': 'TrackerClient/9.9 (free)', 'x-tracker-client': 'anything' },
      { 'x-client-version': '0.0.1', accept: 'text/html', 'accept-language': 'de' },
    ];
    for (const client of clients) {
      const answer = await served.ask(route?.path ?? '', askingFor(route ?? assert.fail(), { ...headers, ...client }));
      assert.equal(answer.text, plain.text);
    }
  });

  test(`${contract.name}: planted secrets reach no log line, no error body and no file`, async () => {
    await using served = await serve(contract);
    const secrets = {
      password: 'canary-Passw0rd',
      wrong: 'canary-wr0ng',
      client: 'canary-client-token',
      key: 'canary-apikey',
    };
    await served.configure({ client_token: secrets.client, client_token_required: 'true' });
    const login = contract === native ? '/auth' : '/login.php';
    const canaries = [...Object.values(secrets), demoPassword];
    const client = { 'x-tracker-client': secrets.client };
    const ask = (path: string, body: object | string | Buffer, headers: Headers = {}) =>
      served.ask(path, { body, headers: { ...client, ...headers } });
    await ask(`${login}?password=${secrets.password}&token=${secrets.client}`, {
      login: 'ada@demo-air.example',
      password: secrets.wrong,
    });
    await ask(login, `{"login":"ada@demo-air.example","password":"${secrets.password}",}`);
    await ask(login, { api_key: secrets.key });
    await ask(login, { login: [secrets.password], password: { [secrets.password]: 1 } });
    await ask(login, Buffer.from(`{"password":"${secrets.password}\xff"}`, 'latin1'));
    await ask(login, `password=${secrets.password}`, { 'content-type': 'text/plain' });
    await ask(login, { login: 'x', password: 'y' }, { 'x-tracker-client': `${secrets.client}x` });
    const { json } = await ask(login, { login: 'ada@demo-air.example', password: demoPassword });
    const { token } = json;
    for (const route of sessionRoutes(contract)) {
      await served.ask(`${route.path}?token=${token}`, {
        method: route.method,
        headers: { authorization: `Bearer ${token}x` },
      });
      await served.ask(`${route.path}?token=${token}`, {
        method: route.method,
        headers: { ...client, 'x-tracker-token': token },
      });
    }
    const told = served.answers.filter(
      (text) => !text.includes(`"token":"${token}"`) || JSON.parse(text).success !== true,
    );
    const { directory } = served.world;
    // Sockets hold nothing.
    const files = readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => readFileSync(`${directory}/${name}`, 'latin1'));
    for (const secret of [...canaries, token]) {
      assert.ok(!served.logLines.join('').includes(secret), `${secret} in the log`);
      assert.ok(!told.join('').includes(secret), `${secret} in an answer`);
      assert.ok(!files.join('').includes(secret), `${secret} in a file`);
    }
    assert.ok(files.join('').includes(digest(token)), 'the token is known by its hash');
  });
}

// needs: mariadb
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { Crew7 } from '../../prove/cluster/crew-7.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/log.ts';
import { openServer, type Server } from '../../src/server/app.ts';
import { first, renewed } from '../certificates.ts';
import { until } from '../until.ts';
import { sqlModes, startMariadb } from './mariadb.ts';
import { freePort } from './ports.ts';

// Servers that speak TLS with each other, with a certificate of an authority of their own.

interface Answered {
  readonly status: number;
  readonly body: { readonly token?: string };
}

/** Asks a server by https, as a client that knows the authority. */
function ask({ url }: Server, method: string, path: string, token: string | null, body?: object): Promise<Answered> {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(`https://localhost:${new URL(url).port}/api/tracker${path}`, {
      method,
      headers,
      ca: first.cert,
      agent: false,
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      json(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, body: text as Answered['body'] }),
        reject,
      );
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test('servers send requests on by TLS to one whose certificate they can verify, and to no other', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-cluster-tls-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const database = stack.use(await startMariadb(sqlModes.strict, 'durable'));
  await database.createDatabase('journal', '');
  const crew = stack.use(await Crew7.open(8));
  const open = async (name: string, authority: string): Promise<Server> => {
    const own = join(folder, name);
    mkdirSync(own);
    const write = (file: string, text: string) => {
      writeFileSync(join(own, file), text);
      return join(own, file);
    };
    const port = await freePort();
    const config = loadConfig({
      ...crew.settings(own),
      TRACKER_DATA: join(own, 'data'),
      TRACKER_LISTEN: '127.0.0.1:0',
      TRACKER_REQUESTS_PER_SECOND: '1000',
      TRACKER_TLS_CERT: write('cert.pem', first.cert),
      TRACKER_TLS_KEY: write('key.pem', first.key),
      TRACKER_CLUSTER_LISTEN: `127.0.0.1:${port}`,
      TRACKER_CLUSTER_ADDRESS: `https://localhost:${port}`,
      TRACKER_CLUSTER_CA: write('ca.pem', authority),
      TRACKER_CLUSTER_SECRET: 'a secret of all servers',
    });
    const { server, user, password } = database.address('journal');
    const journal = { hosts: [server], user, password, database: 'journal' };
    return openServer({ config: { ...config, journal }, log: createLogger({ level: 'fatal' }) });
  };
  const isSpread = (servers: readonly Server[]) =>
    servers.every(({ tracker }) => Number(tracker.cluster.place.held()) >= Math.floor(64 / servers.length)) &&
    servers.every(({ tracker }) =>
      [...Array(64).keys()].every((partition) => tracker.cluster.members.holderOf(partition) !== null),
    );
  const servers = [stack.use(await open('1', first.cert)), stack.use(await open('2', first.cert))] as const;
  await until(() => isSpread(servers));
  const tokens: string[] = [];
  for (const key of crew.keys) {
    const { status, body } = await ask(servers[0], 'POST', '/auth', null, { api_key: key });
    assert.equal(status, 200);
    tokens.push(body.token ?? '');
  }
  // Each pilot is one of one server, and is answered by both.
  for (const server of servers)
    for (const token of tokens) assert.equal((await ask(server, 'GET', '/bids', token)).status, 200);

  // One that trusts another authority answers for its own pilots, and for nobody else.
  const stranger = stack.use(await open('3', renewed.cert));
  await until(() => isSpread([...servers, stranger]), { withinMs: 20_000 });
  const statuses = new Set<number>();
  for (const token of tokens) statuses.add((await ask(stranger, 'GET', '/bids', token)).status);
  assert.ok(statuses.has(503), [...statuses].join());
  assert.ok(
    [...statuses].every((status) => status === 200 || status === 503),
    [...statuses].join(),
  );
});

// needs: mariadb
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Crew7 } from '../../prove/cluster/crew-7.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/log.ts';
import { openServer, type Server } from '../../src/server/app.ts';
import { until } from '../until.ts';
import { type Answer, ask } from '../wire/ask.ts';
import { openLine } from './line.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';

// Two servers whose journal is in MariaDB, in one process: what is counted, listed and refused over both.

interface World {
  readonly database: Mariadb;
  readonly crew: Crew7;
  readonly folder: string;
}

async function open({ database, crew, folder }: World, name: string, path?: string): Promise<Server> {
  const own = join(folder, name);
  const settings = crew.settings(own);
  const env = { TRACKER_DATA: join(own, 'data'), TRACKER_LISTEN: '127.0.0.1:0', TRACKER_CLUSTER_LISTEN: '127.0.0.1:0' };
  const config = loadConfig({ ...settings, ...env, TRACKER_CLUSTER_SECRET: 'a secret of both servers' });
  const { server, user, password } = database.address('journal');
  const journal = { hosts: [path === undefined ? server : { socketPath: path }], user, password, database: 'journal' };
  const log = createLogger({ level: 'fatal' });
  return openServer({ config: { ...config, journal }, log });
}

function isSpread({ tracker }: Server): boolean {
  const { members } = tracker.cluster;
  const holders = Array.from({ length: 64 }, (_, partition) => members.holderOf(partition));
  return !holders.includes(null) && holders.filter((holder) => holder === 'here').length === 32;
}

function signIn({ url }: Server, body: object): Promise<Answer> {
  return ask(Number(new URL(url).port), '/api/tracker/auth', { body });
}

test('servers that share a journal refuse, count and list as one', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-whole-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const database = stack.use(await startMariadb(sqlModes.strict, 'durable'));
  await database.createDatabase('journal', '');
  const crew = stack.use(await Crew7.open(1));
  const world = { database, crew, folder };
  const servers = [stack.use(await open(world, '1')), stack.use(await open(world, '2'))] as const;
  await until(() => servers.every(isSpread), { withinMs: 20_000 });

  for (const server of servers) assert.equal((await signIn(server, { api_key: 'nobody has this key' })).status, 401);

  const { journal } = servers[0].tracker;
  await journal.saveAudit({ at: 1, actor: 'operator', action: 'sign-in', subject: 'here', detail: null });
  for (const { tracker } of servers) assert.equal((await tracker.journal.listAudit(10)).length, 1);

  // Each name is in another partition: the limit of the address is that of all of them.
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const server = servers[attempt % 2] ?? servers[0];
    statuses.push((await signIn(server, { login: `nobody-${attempt}`, password: 'wrong' })).status);
  }
  assert.equal(statuses.indexOf(429) > 10, true, statuses.join());
  for (const server of servers) assert.equal((await signIn(server, { api_key: crew.keys[0] })).status, 429);

  const readiness = async () => Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
  assert.deepEqual(await readiness(), [200, 200]);
  await database.stop();
  await until(async () => (await readiness()).every((status) => status === 503), { withinMs: 10_000 });
  const down = await (await fetch(`${servers[0].url}/readyz`)).text();
  assert.match(down, /"code":"journal-unreachable"/);
  await database.start();
  await until(async () => (await readiness()).every((status) => status === 200), { withinMs: 20_000 });
});

test('a server that is cut off silently answers what waits when its lease ends, not when its statements give up', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-cut-off-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const database = stack.use(await startMariadb(sqlModes.strict, 'durable'));
  await database.createDatabase('journal', '');
  const crew = stack.use(await Crew7.open(1));
  const { server: own } = database.address('journal');
  const line = stack.use(await openLine((own as { socketPath: string }).socketPath));
  const server = stack.use(await open({ database, crew, folder }, '1', line.path));
  await until(() => server.tracker.cluster.members.isWhole());
  const apiKey = { api_key: crew.keys[0] };
  assert.equal((await signIn(server, apiKey)).status, 200);

  line.silence();
  const begun = performance.now();
  const answer = await signIn(server, apiKey);
  const seconds = (performance.now() - begun) / 1_000;
  line.mend();
  assert.equal(answer.status, 503);
  assert.ok(seconds < 7, `${seconds} s; the lease ends after 4.5`);
  await until(async () => (await signIn(server, apiKey)).status === 200);
});

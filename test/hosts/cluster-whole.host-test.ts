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
import { askServer, controlPath } from '../../src/server/control-socket.ts';
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

/** Returns the figures that have no label, by name. */
async function readFigures(directory: string): Promise<ReadonlyMap<string, number>> {
  const text = String((await askServer(controlPath(directory), 'readMetrics', []))?.result);
  return new Map([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]));
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

  // Where nothing can be stored, no request gets an answer as if it was; what reads the condition finds out when it can again.
  const away = ['login_failures', 'notes'] as const;
  for (const table of away) await database.run(`RENAME TABLE journal.${table} TO journal.${table}_away`);
  const refused = await signIn(servers[0], { login: 'nobody', password: 'wrong' });
  assert.equal(refused.status, 503, refused.text);
  const conditions = async () =>
    Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).text())).then((texts) => texts.join());
  assert.match(await conditions(), /"code":"journal-full"/);
  for (const table of away) await database.run(`RENAME TABLE journal.${table}_away TO journal.${table}`);
  await until(async () => !(await conditions()).includes('journal-full'), { withinMs: 10_000 });

  // Each name is in another partition: the limit of the address is that of all of them.
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const server = servers[attempt % 2] ?? servers[0];
    statuses.push((await signIn(server, { login: `nobody-${attempt}`, password: 'wrong' })).status);
  }
  assert.equal(statuses.indexOf(429) > 10, true, statuses.join());
  for (const server of servers) assert.equal((await signIn(server, { api_key: crew.keys[0] })).status, 429);

  const failures = statuses.indexOf(429);
  const figures = await Promise.all(servers.map(({ tracker }) => readFigures(tracker.dataDirectory)));
  const sum = (name: string) => figures.reduce((total, each) => total + (each.get(name) ?? Number.NaN), 0);
  assert.ok(sum('tracker_journal_writes_total') >= failures, `${sum('tracker_journal_writes_total')} of ${failures}`);
  assert.ok(sum('tracker_journal_commits_total') > 10);
  assert.equal(sum('tracker_journal_queue'), 0);
  for (const each of figures) assert.ok(Number(each.get('tracker_journal_bytes')) > 25 * 16_384, 'that of all tables');

  const readiness = async () => Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
  assert.deepEqual(await readiness(), [200, 200]);
  await database.stop();
  await until(async () => (await readiness()).every((status) => status === 503), { withinMs: 10_000 });
  const down = await (await fetch(`${servers[0].url}/readyz`)).text();
  assert.match(down, /"code":"journal-unreachable"/);
  await database.start();
  await until(async () => (await readiness()).every((status) => status === 200), { withinMs: 20_000 });
});

/** A browser of a member of the staff, which asks any of the servers. */
class Browser {
  #cookie = '';
  #csrf = '';

  async form(server: Server, path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const body = new URLSearchParams({ csrf: this.#csrf, ...fields }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: this.#cookie };
    const answer = await ask(portOf(server), `/tracker/operator/${path}`, { method: 'POST', headers, body });
    this.#cookie = answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? this.#cookie;
    return answer;
  }

  /** Sets a password by a link, and reads the token of the session's forms. */
  async welcome(server: Server, key: string, name: string): Promise<void> {
    const password = `a password of ${name}`;
    assert.equal((await this.form(server, 'welcome', { key, name, password, again: password })).status, 303);
    this.#csrf = /name="csrf" value="([^"]+)"/.exec((await this.page(server, '')).text)?.[1] ?? '';
  }

  page(server: Server, path: string): Promise<Answer> {
    return ask(portOf(server), `/tracker/operator/${path}`, { headers: { cookie: this.#cookie } });
  }
}

const portOf = ({ url }: Server) => Number(new URL(url).port);

test('staff has one account and one session at all servers, is removed at all, and stays when a server goes', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-staff-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const database = stack.use(await startMariadb(sqlModes.strict, 'durable'));
  await database.createDatabase('journal', '');
  const world = { database, crew: stack.use(await Crew7.open(1)), folder };
  const servers = [await open(world, '1'), await open(world, '2')] as const;
  for (const server of servers) stack.use(server);
  await until(() => servers.every(isSpread), { withinMs: 20_000 });
  const [one, other] = servers;
  const [owner, ada, max] = [new Browser(), new Browser(), new Browser()];
  const link = await other.tracker.operator.makeSetupPath('test');
  await until(async () => (await ask(portOf(one), link, {})).status === 200);
  await owner.welcome(one, /key=([\w-]+)/.exec(link)?.[1] ?? '', 'Owner');
  const invite = async (server: Server, name: string) => {
    const { text } = await owner.form(server, 'staff', { name, email: '', role: 'operator' });
    return /welcome\?key=([\w-]+)/.exec(text)?.[1] ?? '';
  };
  await ada.welcome(other, await invite(one, 'Ada'), 'Ada');
  await max.welcome(one, await invite(other, 'Max'), 'Max');
  const statusesOf = (browser: Browser, path: string) =>
    Promise.all(servers.map(async (server) => (await browser.page(server, path)).status));
  for (const browser of [ada, max]) {
    assert.deepEqual(await statusesOf(browser, 'outbox'), [200, 200]);
    assert.deepEqual(await statusesOf(browser, 'staff'), [403, 403]);
  }
  const id = /operator\/staff\/(\w+)">Ada</.exec((await owner.page(other, 'staff')).text)?.[1] ?? '';
  assert.equal((await owner.form(other, `staff/${id}/remove`, {})).status, 303);
  assert.deepEqual(await statusesOf(ada, 'outbox'), [303, 303]);
  for (const { tracker } of servers)
    assert.deepEqual(
      (await tracker.journal.listAudit(2)).map(({ actor, action, subject }) => `${actor} ${action} ${subject}`),
      ['Owner@web staff-remove Ada', 'Max@web staff-password Max'],
    );

  const holder = one.tracker.cluster.members.holderOf(0) === 'here' ? one : other;
  const left = holder === one ? other : one;
  await holder[Symbol.asyncDispose]();
  // Still signed in where another server answers the pages now.
  await until(async () => (await max.page(left, 'outbox')).status === 200, { withinMs: 20_000 });
  assert.equal((await ada.page(left, 'outbox')).status, 303);
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

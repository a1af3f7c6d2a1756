// needs: mariadb
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Crew7 } from '../../prove/cluster/crew-7.ts';
import { loadConfig } from '../../src/config/config.ts';
import { schemaSteps } from '../../src/journal/mysql/schema.ts';
import type { SchemaStep } from '../../src/journal/mysql/schema-step.ts';
import { createLogger } from '../../src/lib/log.ts';
import { NewerDataError } from '../../src/lib/migrations.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { openServer, type Server } from '../../src/server/app.ts';
import { until } from '../until.ts';
import { ask } from '../wire/ask.ts';
import { sqlModes, startMariadb } from './mariadb.ts';

// Servers are upgraded one after the other: a newer one changes the tables while this version's server works with them.

const present = schemaSteps.length;

/** As a next release would: every table gets a column, and there is a new one. */
const next: SchemaStep = {
  number: present + 1,
  usableFrom: present,
  statements: [
    ...[
      'partitions',
      'servers',
      'reports',
      'chunks',
      'sealed',
      'flights',
      'delivered',
      'changes',
      'cursors',
      'sessions',
    ],
    ...[
      'notes',
      'audit',
      'texts',
      'writers',
      'flight_pireps',
      'login_failures',
      'change_marks',
      'note_count',
      'duties',
    ],
    ...['ordered_changes', 'ordered_marks', 'webhook_rows'],
  ]
    .map((table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS later VARCHAR(20) DEFAULT 'later'`)
    .concat('CREATE TABLE IF NOT EXISTS of_next (id INT NOT NULL PRIMARY KEY) ENGINE = InnoDB'),
};
/** After which this version is too old. */
const afterNext: SchemaStep = { number: present + 2, usableFrom: present + 1, statements: [] };

test('a newer server changes the tables beside an older one, which goes on, starts again, and once it is too old refuses', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-upgrade-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const database = stack.use(await startMariadb(sqlModes.strict, 'durable'));
  await database.createDatabase('journal', '');
  const crew = stack.use(await Crew7.open(6));
  const mysql = openMysql(database.address('journal'));
  stack.defer(() => mysql.close());
  const open = (name: string, journalSteps: readonly SchemaStep[]): Promise<Server> => {
    const own = join(folder, name);
    const env = {
      ...crew.settings(own),
      TRACKER_DATA: join(own, 'data'),
      TRACKER_LISTEN: '127.0.0.1:0',
      TRACKER_CLUSTER_LISTEN: '127.0.0.1:0',
      TRACKER_CLUSTER_SECRET: 'a secret of both servers',
      TRACKER_REQUESTS_PER_SECOND: '1000',
    };
    const { server, user, password } = database.address('journal');
    const journal = { hosts: [server], user, password, database: 'journal' };
    const log = createLogger({ level: 'fatal' });
    return openServer({ config: { ...loadConfig(env), journal }, log, replace: { journalSteps } });
  };
  const isKnown = (servers: readonly Server[]) =>
    servers.every(({ tracker }) =>
      [...Array(64).keys()].every((partition) => tracker.cluster.members.holderOf(partition) !== null),
    );
  const isSpread = (servers: readonly Server[]) =>
    isKnown(servers) && servers.every(({ tracker }) => Number(tracker.cluster.place.held()) === 64 / servers.length);
  const call = async ({ url }: Server, path: string, token: string | null, body: object) => {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await ask(Number(new URL(url).port), `/api/tracker${path}`, { headers, body });
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
    return answer.json as { readonly token: string; readonly flight_id: string };
  };
  const route = { airline: 'ALP', departure: 'LSZH', arrival: 'LEPA', aircraft: 'A320' };
  /** Each pilot signs in and starts at one server; the flight is reported and cancelled at the other. */
  const fly = async (one: Server, other: Server) => {
    for (const [index, key] of crew.keys.entries()) {
      const { token } = await call(one, '/auth', null, { api_key: key });
      const { flight_id } = await call(one, '/start', token, { ...route, flight_number: String(100 + index) });
      await call(other, '/position', token, { flight_id, lat: 47.5, lon: 8.5, altitude_msl: 1_000, gs: 150 });
      await call(other, '/cancel', token, { flight_id });
    }
  };

  const older = stack.use(await open('1', schemaSteps));
  await until(() => isSpread([older]));
  await fly(older, older);
  const newer = stack.use(await open('2', [...schemaSteps, next]));
  await until(() => isSpread([older, newer]), { withinMs: 20_000 });
  await fly(older, newer);
  await fly(newer, older);
  const version = async () => Number((await mysql.rows('SELECT version FROM journal_version'))[0]?.version);
  assert.equal(await version(), present + 1);
  const count = async (sql: string) => Number((await mysql.rows(sql))[0]?.n);
  const cancelled = "SELECT count(*) AS n FROM changes WHERE kind = 'cancelled' AND later = 'later'";
  assert.equal(await count(cancelled), 3 * crew.keys.length, 'both wrote changes, before and afterwards');

  // The older one takes everything over, and another of its version starts.
  await newer[Symbol.asyncDispose]();
  await until(() => isSpread([older]), { withinMs: 20_000 });
  const again = stack.use(await open('3', schemaSteps));
  await until(() => isSpread([older, again]), { withinMs: 20_000 });
  await fly(again, older);
  assert.equal(await version(), present + 1, 'an older server leaves the tables as they are');
  const changes = await count('SELECT count(*) AS n FROM changes');
  await until(async () => (await count('SELECT count(*) AS n FROM ordered_changes')) === changes);
  assert.equal(await count('SELECT max(number) AS n FROM ordered_changes'), changes, 'numbered without a gap');

  const last = stack.use(await open('4', [...schemaSteps, next, afterNext]));
  const all = [older, again, last];
  const held = () => all.map(({ tracker }) => tracker.cluster.place.held());
  await until(() => String(held()) === '0,0,64' && isKnown(all), {
    withinMs: 20_000,
    otherwise: () => `held: ${held()}`,
  });
  await fly(older, last);
  assert.deepEqual(
    [older, again, last].map(({ tracker }) => tracker.cluster.place.joinedMs() === null),
    [true, true, false],
  );
  await assert.rejects(open('5', schemaSteps), (error) => {
    assert.ok(error instanceof NewerDataError);
    assert.match(error.message, new RegExp(`for programs from version ${present + 1} on.*knows version ${present}`));
    return true;
  });
});

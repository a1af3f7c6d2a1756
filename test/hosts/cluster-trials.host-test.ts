// needs: mariadb
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { noAnswers } from '../../prove/cluster/answers.ts';
import { Crew7 } from '../../prove/cluster/crew-7.ts';
import { roundRobin } from '../../prove/cluster/round-robin.ts';
import { connectTracker } from '../../src/client/client.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import type { RuleSet } from '../../src/tracking/rules/rule.ts';
import type { Trial, TrialCalls } from '../../src/tracking/rules/trial-calls.ts';
import { until } from '../until.ts';
import { sqlModes, startMariadb } from './mariadb.ts';
import { SharingServer } from './sharing-server.ts';

// Servers whose journal is in MariaDB. The one that tries a set of rules is killed.

const pilots = 3;

test('a trial of rules is asked for at any server, and continues where the server that ran it is killed', {
  timeout: 300_000,
}, async (t) => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-trials-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const database = stack.use(await startMariadb(sqlModes.strict, 'durable'));
  await database.createDatabase('journal', '');
  const crew = stack.use(await Crew7.open(pilots));
  const opening = ['1', '2'].map((name) =>
    SharingServer.open(database.address('journal'), crew.settings(join(folder, name)), join(folder, name)),
  );
  const servers = (await Promise.all(opening)).map((server) => stack.use(server));
  const mysql = openMysql(database.address('journal'));
  stack.defer(() => mysql.close());
  const first = async () => {
    const [row] = await mysql.rows(
      'SELECT s.address FROM partitions p JOIN servers s ON s.id = p.owner WHERE p.id = 0',
    );
    return servers.find(({ peerPort }) => String(row?.address).endsWith(`:${peerPort}`));
  };
  const held = async () => Number((await mysql.rows('SELECT count(DISTINCT owner) AS n FROM partitions'))[0]?.n);
  await until(async () => (await held()) === servers.length, { withinMs: 60_000 });

  const urls = servers.map(({ url }) => url);
  const fly = async (key: string, index: number) => {
    const client = await connectTracker(`${urls[0]}/`, {
      fetch: roundRobin(urls, noAnswers()),
      timeoutMs: 5_000,
      askPatienceMs: 60_000,
    });
    await client.login({ apiKey: key });
    const route = { departure: 'LSZH', arrival: 'LEPA', aircraft: 'A320' };
    const flight = await client.startFlight({ airline: 'ALP', flight_number: String(100 + index), ...route });
    await flight.report({ lat: 47.4, lon: 8.5, altitude_msl: 20_000, gs: 400, heading: 180, vs: 0, fuel: 5_000 });
    await flight.finish();
  };
  await Promise.all(crew.keys.map(fly));

  const holder = await first();
  const beside = servers.find((server) => server !== holder);
  assert.ok(holder !== undefined && beside !== undefined);
  const rules = [{ id: 'all', detector: 'every-flight', follows: ['reject'], conditions: { ranks: ['Nobody'] } }];
  const set = (await beside.ask('saveRuleSet', 'test', { name: 'Ours', rules })) as RuleSet;
  const { id } = (await beside.ask('startTrial', 'test', set.number, null)) as Trial;
  await holder.kill();
  const killedAt = Date.now();
  const read = async () => (await beside.ask('readTrial', id)) as Awaited<ReturnType<TrialCalls['readTrial']>>;
  await until(async () => (await read().catch(() => null))?.trial.state === 'done', {
    withinMs: 120_000,
    everyMs: 200,
  });
  const { trial } = await read();
  assert.deepEqual([trial.totals.flights, trial.totals.states.none, trial.reason], [pilots, pilots, null]);
  assert.ok((trial.endedAt ?? 0) > killedAt, 'it was not done before the kill');
  t.diagnostic(`the trial continued at the other server: ${trial.totals.flights} flights`);
});

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { first } from '../../../test/certificates.ts';
import { TwoServers } from '../../../test/cluster/servers.ts';
import { position } from '../../../test/flown.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { World } from '../../../test/world.ts';
import type { Server } from '../app.ts';
import { askServer, controlPath } from '../control-socket.ts';
import { conditionKinds, Health, isDown, type Probe } from './health.ts';
import { cannotServe, endsSoon, probesOf } from './probes.ts';

const place = (world: World, seq: number) => position(world.clock.now(), { seq, lat: 47 + seq / 100 });

const ask = async (world: World, path: string) => {
  const response = await fetch(new URL(path, world.server.url));
  return { status: response.status, text: await response.text() };
};

const readMetrics = async (directory: string) =>
  String((await askServer(controlPath(directory), 'readMetrics', []))?.result);

const addWebhook = ({ tracker }: Server, url: string) =>
  tracker.once.webhookCalls.addWebhook('test', { kind: 'webhook', name: 'site', url, events: [], options: {} });

test('a server that works is ready; without its crew center it is degraded, with a full disk it is down', async () => {
  await using world = await World.with({ isServed: true });
  const alive = await ask(world, '/healthz');
  assert.deepEqual(alive, { status: 200, text: '{"status":"ok"}' });
  assert.deepEqual(await ask(world, '/readyz'), { status: 200, text: '{"status":"ready","conditions":[]}' });

  world.line.fail('all', 'before');
  await world.clock.advance(10_000);
  const degraded = await ask(world, '/readyz');
  assert.equal(degraded.status, 200);
  assert.match(degraded.text, /"status":"degraded","conditions":\[\{"code":"crew-center-lost"/);
  world.line.heal();

  const { session } = await world.startFlight();
  Atomics.store(world.pageLimit, 0, 1);
  const many = Array.from({ length: 400 }, (_, index) => place(world, 1 + index));
  for (let times = 0; times < 3; times++)
    await assert.rejects(world.calls.report(session, { name: null, positions: many, opening: null }));
  await world.clock.advance(10_000);
  const down = await ask(world, '/readyz');
  assert.equal(down.status, 503);
  assert.match(down.text, /"status":"down","conditions":\[\{"code":"journal-full"/);
  Atomics.store(world.pageLimit, 0, 0);
  await world.clock.advance(60_000);
  assert.deepEqual(await ask(world, '/readyz'), { status: 200, text: '{"status":"ready","conditions":[]}' });
});

test('of two webhooks with one name both are counted, and a folder of backups that cannot be read takes no other figure with it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-metrics-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  await using world = await World.with({ isServed: true, config: { backups: { folder: file, hour: 3, keep: 14 } } });
  for (const url of ['https://one.example', 'https://two.example']) await addWebhook(world.server, url);
  const text = await readMetrics(world.directory);
  assert.match(text, /^tracker_webhook_switched_off\{webhook="site"\} 0$/m);
  assert.match(text, /^tracker_backup_timestamp_seconds 0$/m);
});

test('of several servers, the one that delivers has the figures of webhooks', async () => {
  await using two = await TwoServers.open();
  for (const server of [0, 1]) await addWebhook(two.server(server), 'https://hooks.example');
  const texts = await Promise.all([0, 1].map((server) => readMetrics(two.server(server).tracker.dataDirectory)));
  const count = (text: string) => text.match(/^tracker_webhook_\w+\{webhook="site"/gm)?.length ?? 0;
  assert.deepEqual(texts.map(count), [3, 0]);
});

test('metrics count reports and changes, and name no pilot, place, secret or address', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-metrics-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'tracker-2024-04-06'));
  utimesSync(join(folder, 'tracker-2024-04-06'), 1_712_400_000, 1_712_400_000);
  await using world = await World.with({ isServed: true, config: { backups: { folder, hour: 3, keep: 14 } } });
  await addWebhook(world.server, 'https://hooks.example/secret');
  for (const path of ['/api/tracker/position', '/api/tracker//position/?x=1', '/api/tracker/bids'])
    await fetch(new URL(path, world.server.url), { method: 'POST', body: '{}' });
  const { session } = await world.startFlight();
  await world.calls.report(session, { name: null, positions: [place(world, 1)], opening: null });
  const text = await readMetrics(world.directory);
  assert.match(text, /^tracker_flights\{state="open"\} 1$/m);
  assert.match(text, /^tracker_reports_total 1$/m);
  assert.match(text, /^tracker_flight_changes_total\{kind="started"\} 1$/m);
  for (const code of Object.keys(conditionKinds))
    assert.match(text, new RegExp(`^tracker_condition\\{code="${code}"\\} 0$`, 'm'));
  assert.match(text, /^tracker_backup_timestamp_seconds 1712400000$/m);
  assert.match(text, /^tracker_webhook_deliveries\{webhook="site",state="set-aside"\} 0$/m);
  assert.match(text, /^tracker_webhook_switched_off\{webhook="site"\} 0$/m);
  const refused = [...text.matchAll(/^tracker_reports_refused_total\{code="([a-z-]+)"\} (\d+)$/gm)].map(
    ([line]) => line,
  );
  assert.deepEqual(refused, ['tracker_reports_refused_total{code="no-session"} 2'], 'only what reports is counted');
  const dashboard = readFileSync(new URL('../../../docs/monitoring/grafana-dashboard.json', import.meta.url), 'utf8');
  const named = new Set(dashboard.match(/\b(?:tracker|process|nodejs)_[a-z0-9_]+/g));
  assert.ok(named.size > 8);
  for (const name of named) assert.match(text, new RegExp(`^# TYPE ${name} `, 'm'), `${name} is on the dashboard`);
  const rules = readFileSync(new URL('../../../docs/monitoring/alerts.yml', import.meta.url), 'utf8');
  const expressions = [...rules.matchAll(/expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  assert.equal(expressions.length, rules.match(/- alert: /g)?.length);
  for (const name of new Set(expressions.join(' ').match(/\btracker_[a-z0-9_]+/g)))
    assert.match(text, new RegExp(`^# TYPE ${name} `, 'm'), `${name} is in the alert rules`);
  const inRules = expressions.flatMap((each) => [...each.matchAll(/tracker_condition\{code=~?"([^"]+)"/g)]);
  const codes = inRules.flatMap(([, list = '']) => list.split('|'));
  assert.deepEqual(codes.toSorted(), Object.keys(conditionKinds).toSorted(), 'each condition has its alert');
  for (const word of [session.pilot.ident, session.pilot.name, '127.0.0.1', world.directory])
    assert.ok(!text.includes(word), word);
});

test('a condition keeps the time since which it lasts, and a probe that fails finds its subject out of order', async () => {
  let now = 1_000;
  const clock = { now: () => now, after: () => ({ [Symbol.dispose]() {} }) };
  const fine: Probe = () => false;
  let filing: Probe = () => true;
  const probes = Object.fromEntries(Object.keys(conditionKinds).map((code) => [code, fine])) as ConstructorParameters<
    typeof Health
  >[1];
  const health = new Health(clock, {
    ...probes,
    'filing-set-aside': () => filing(),
    'disk-nearly-full': () => Promise.reject(new Error('no such disk')),
  });
  const codes = async () => (await health.conditions()).map(({ code, since }) => [code, since]);
  assert.deepEqual(await codes(), [
    ['disk-nearly-full', 1_000],
    ['filing-set-aside', 1_000],
  ]);
  now = 9_000;
  filing = fine;
  assert.deepEqual(await codes(), [['disk-nearly-full', 1_000]]);
  filing = () => true;
  now = 20_000;
  assert.deepEqual(await codes(), [
    ['disk-nearly-full', 1_000],
    ['filing-set-aside', 20_000],
  ]);
});

test('a journal that failed and does not answer is out of order within a second, and is asked once until it does; other probes are waited for', async () => {
  await using world = await World.with({ isServed: true });
  const { tracker } = world.server;
  const writes: PromiseWithResolvers<void>[] = [];
  const journal = {
    ...tracker.journal,
    stats: () => ({ ...tracker.journal.stats(), failures: 1 }),
    saveNote: () => {
      const write = Promise.withResolvers<void>();
      writes.push(write);
      return write.promise;
    },
  };
  const clock = new ManualClock(world.clock.now());
  const probes = probesOf({ ...tracker, journal, clock }, { tls: { kind: 'none' } }, () => false);
  let disk = Promise.resolve(false);
  const health = new Health(clock, { ...probes, 'disk-nearly-full': () => disk });
  const since = clock.now();
  const codesAfter = async (ms: number) => {
    let answer: readonly (readonly [string, number])[] | null = null;
    void health.conditions().then((found) => {
      answer = found.map((each) => [each.code, each.since] as const);
    });
    await clock.advance(ms);
    return answer;
  };
  for (let times = 0; times < 3; times++) {
    assert.deepEqual(await codesAfter(1_000), [['journal-full', since]]);
    await clock.advance(5_000);
  }
  assert.equal(writes.length, 1);
  writes[0]?.resolve();
  await clock.advance(0);
  writes[1]?.resolve();
  await clock.advance(0);
  assert.deepEqual(await codesAfter(0), []);

  await clock.advance(5_000);
  const looked = Promise.withResolvers<boolean>();
  disk = looked.promise;
  assert.equal(await codesAfter(2_000), null);
  looked.resolve(false);
  assert.deepEqual(await health.conditions(), []);
});

test('a certificate ends soon 14 days before its end', () => {
  const end = Date.parse(new X509Certificate(first.cert).validTo);
  const day = 24 * 3_600_000;
  assert.equal(endsSoon(Buffer.from(first.cert), end - 15 * day), false);
  assert.equal(endsSoon(Buffer.from(first.cert), end - 13 * day), true);
});

test('a server of a cluster is down without the database, or without a part of the pilots for long, and when it leaves', async () => {
  await using world = await World.with({ isServed: true });
  const joining = { silentMs: () => 0, held: () => 0, joinedMs: () => 20_000, isClockWrong: () => false };
  const cases = [
    [{ ...joining, held: () => 3, joinedMs: () => 90_000 }, []],
    [joining, []],
    [{ ...joining, joinedMs: () => 31_000 }, ['no-partition']],
    [{ ...joining, held: () => 3, joinedMs: () => null }, ['no-partition']],
    [{ ...joining, held: () => 3, silentMs: () => 5_000 }, ['journal-unreachable']],
    [
      { ...joining, silentMs: () => Number.POSITIVE_INFINITY, joinedMs: () => null },
      ['journal-unreachable', 'no-partition'],
    ],
  ] as const;
  for (const [place, wrong] of cases) {
    const { tracker } = world.server;
    const probes = probesOf(
      { ...tracker, cluster: { ...tracker.cluster, place } },
      { tls: { kind: 'none' } },
      () => false,
    );
    const health = new Health(world.clock, probes);
    assert.deepEqual((await health.conditions()).map(({ code }) => code).sort(), wrong);
    assert.equal(cannotServe(place), wrong.length > 0);
  }
});

test('a clock that differs from those of the other servers is a condition; the server goes on', async () => {
  await using world = await World.with({ isServed: true });
  const { tracker } = world.server;
  const place = { silentMs: () => 0, held: () => 3, joinedMs: () => 90_000, isClockWrong: () => true };
  const probes = probesOf(
    { ...tracker, cluster: { ...tracker.cluster, place } },
    { tls: { kind: 'none' } },
    () => false,
  );
  const conditions = await new Health(world.clock, probes).conditions();
  assert.deepEqual(
    conditions.map((condition) => [condition.code, isDown(condition)]),
    [['clock-differs', false]],
  );
  assert.equal(cannotServe(place), false);
});

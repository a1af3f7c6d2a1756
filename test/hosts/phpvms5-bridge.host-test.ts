// needs: mariadb, php
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Bridge } from '../../src/platform/phpvms5/bridge.ts';
import { openBridge } from '../../src/platform/phpvms5/php-bridge.ts';
import type { Bid } from '../../src/tracking/model.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { findPhp } from './php.ts';
import { flightOf, openAdapter, pirep } from './phpvms5/opened.ts';
import { StandIn } from './phpvms5/stand-in.ts';

const bids = [
  { pilotId: 1, scheduleId: 1 },
  { pilotId: 1, scheduleId: 2 },
];

let server: Mariadb;
let standIn: StandIn;
before(async () => {
  server = await startMariadb(sqlModes.empty);
  standIn = await StandIn.make(server);
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

interface Fork {
  readonly kind: string;
  /** What is found at open. */
  readonly functions: readonly [boolean, boolean];
  /** The stand-in's function answers another bid than prepared SQL would. */
  readonly latest: string;
  /** `refused`, or the words in the log: none when its function filed. */
  readonly filing: RegExp | null | 'refused';
}

const forks: readonly Fork[] = [
  { kind: 'noisy', functions: [true, true], latest: '2', filing: null },
  { kind: 'static', functions: [true, true], latest: '2', filing: null },
  { kind: 'missing', functions: [false, false], latest: '1', filing: null },
  { kind: 'dying', functions: [false, true], latest: '1', filing: /^filed by SQL: its PHP died/ },
  {
    kind: 'dying late',
    functions: [true, true],
    latest: '2',
    filing: /^filed, but the platform did not end well: its PHP died/,
  },
  { kind: 'failing', functions: [true, true], latest: '2', filing: /^filed by SQL: its function said no: no/ },
  {
    kind: 'failing beside a module',
    functions: [true, true],
    latest: '2',
    filing: /^filed by SQL: its function said no: it gave no reason/,
  },
  { kind: 'stopping', functions: [true, true], latest: '2', filing: 'refused' },
  { kind: 'stopping with a word', functions: [true, true], latest: '2', filing: 'refused' },
];

for (const fork of forks) {
  test(`a fork whose functions are ${fork.kind}`, async () => {
    const bridge = await standIn.open(fork.kind, bids);
    assert.deepEqual([bridge.functions.latestBid, bridge.functions.filePirep], fork.functions);
    const said: string[] = [];
    const log = (_level: string, message: string, details: Readonly<Record<string, unknown>> = {}) =>
      void said.push(`${message}: ${details.reason}`);
    await using opened = await openAdapter(server, 'crew', { bridge, log });
    const { bid } = await opened.platform.latestBid('1');
    assert.equal(bid?.id, fork.latest);
    said.splice(0);
    const flight = flightOf('bridgeflight0001', '1', bid as Bid);
    const filing = opened.platform.filePirep(flight, pirep);
    if (fork.filing === 'refused') {
      await assert.rejects(filing, (error) => isRefusal(error, 'crew-center-refused'));
      assert.equal(await opened.platform.findPirep(flight), null);
      return;
    }
    assert.deepEqual(await filing, { pirepId: '1', state: 'pending' });
    assert.deepEqual(await opened.platform.filePirep(flight, pirep), { pirepId: '1', state: 'pending' });
    if (fork.filing === null) assert.deepEqual(said, []);
    else assert.match(said.join(), fork.filing);
    assert.ok(!said.join().includes('canary'));
    const rows = await opened.sql.rows(
      `SELECT p.flighttime, p.log, c.comment FROM phpvms_pireps p JOIN phpvms_pirepcomments c USING (pirepid)`,
    );
    assert.equal(rows.length, 1, 'one PIREP with one comment');
    assert.equal(rows[0]?.comment, 'Pilot’s note', 'escaped once');
    assert.match(String(rows[0]?.log), /^\[10:00\] block-off\*it’s /);
    assert.deepEqual((await opened.platform.listBids('1')).length, 1, 'its bid is closed');
  });
}

test('its duplicate check is waited for, and another flight’s PIREP is not taken for ours', async () => {
  const bridge = await standIn.open('static', bids);
  await using opened = await openAdapter(server, 'crew', { bridge });
  const bid = (await opened.platform.listBids('1')).at(-1) as Bid;
  await opened.platform.filePirep(flightOf('firstflight00001', '1', bid), pirep);
  const again = flightOf('secondflight0001', '1', bid);
  await assert.rejects(opened.platform.filePirep(again, pirep), (error) => {
    assert.ok(isRefusal(error, 'crew-center-unavailable'));
    return (error.detail.retryAfterS ?? 0) > 50 && (error.detail.retryAfterS ?? 0) <= 61;
  });
  await opened.sql.run('UPDATE phpvms_pireps SET submitdate = submitdate - INTERVAL 61 SECOND');
  assert.equal((await opened.platform.filePirep(again, pirep)).pirepId, '2');
});

test('a second bid of the same flight number is filed by SQL, which closes the right one', async () => {
  const bridge = await standIn.open('static', bids);
  const said: string[] = [];
  await using opened = await openAdapter(server, 'crew', { bridge, log: (_level, message) => void said.push(message) });
  await opened.sql.run('INSERT INTO phpvms_bids (pilotid, routeid, dateadded) VALUES (1, 1, CURDATE())');
  const [newest] = await opened.platform.listBids('1');
  await opened.platform.filePirep(flightOf('thirdflight00001', '1', newest as Bid), pirep);
  assert.ok(said.includes('filed by SQL'));
  assert.deepEqual(
    (await opened.platform.listBids('1')).map(({ id }) => id),
    ['2', '1'],
  );
});

test('a platform that says that it filed, and shows no PIREP, is asked again, and nothing is filed by SQL', async () => {
  const bridge = await standIn.open('static', bids);
  const { functions } = bridge;
  const silent: Bridge = {
    functions,
    latestBid: (pilotId) => bridge.latestBid(pilotId),
    filePirep: async () => ({ kind: 'done' }),
    addBid: (pilotId, bid) => bridge.addBid(pilotId, bid),
    removeBid: (bidId) => bridge.removeBid(bidId),
    close: () => bridge.close(),
  };
  await using opened = await openAdapter(server, 'crew', { bridge: silent });
  const [bid] = await opened.platform.listBids('1');
  const filing = opened.platform.filePirep(flightOf('fourthflight0001', '1', bid as Bid), pirep);
  await assert.rejects(filing, (error) => isRefusal(error, 'crew-center-unavailable'));
  assert.deepEqual(await opened.sql.rows('SELECT pirepid FROM phpvms_pireps'), []);
});

test('nothing that it leaves behind belongs to anybody but the owner', async () => {
  const bridge = await standIn.open('noisy', bids);
  await bridge.latestBid('1');
  const owner = (await stat(standIn.folder)).uid;
  for (const name of await readdir(standIn.folder, { recursive: true })) {
    if (name.endsWith('codon.config.php') || name.endsWith('stand-in.json')) continue;
    assert.equal((await stat(join(standIn.folder, name))).uid, owner, name);
  }
  await bridge.close();
});

test('many that ask at once are all answered', async () => {
  const bridge = await standIn.open('static', bids);
  const answers = await Promise.all(Array.from({ length: 12 }, () => bridge.latestBid('1')));
  assert.deepEqual(new Set(answers), new Set(['2']));
  await bridge.close();
});

test('a program that is no PHP, or a folder that is no platform, is said and not used', async () => {
  assert.match(JSON.stringify(await openBridge(standIn.folder, '/nowhere/php', null)), /cannot be run/);
  const empty = await mkdtemp(join(tmpdir(), 'tracker-empty-'));
  assert.match(JSON.stringify(await openBridge(empty, findPhp(), null)), /its PHP died/);
  await rm(empty, { recursive: true });
});

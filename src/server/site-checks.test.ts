import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { until } from '../../test/until.ts';
import { loadConfig } from '../config/config.ts';
import { openSiteChecks } from './site-checks.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-checks-'));
after(() => rmSync(home, { recursive: true }));

/** A version 5 whose site and database are nowhere. */
function makeFolder(url = 'http://127.0.0.1:1/va'): string {
  const folder = join(home, 'html/va');
  mkdirSync(join(folder, 'core'), { recursive: true });
  const constants = { DBASE_USER: 'x', DBASE_PASS: '', DBASE_NAME: 'x', DBASE_SERVER: '127.0.0.1:1' };
  const lines = Object.entries({ ...constants, SITE_URL: url }).map(
    ([name, value]) => `define('${name}', '${value}');`,
  );
  writeFileSync(join(folder, 'core/local.config.php'), `<?php\n${lines.join('\n')}`);
  return folder;
}

const order = (folder: string) => ({ folder, config: loadConfig({}), dataDirectory: join(home, 'data') });

/** The journal's notes, over a restart. */
function memoryNotes() {
  const kept = new Map<string, string | null>();
  return {
    kept,
    readNote: (name: string) => kept.get(name) ?? null,
    saveNote: async (name: string, text: string | null) => void kept.set(name, text),
  };
}

test('the checks run a minute after the start and daily, in a thread, one at a time', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  using checks = openSiteChecks(order(makeFolder()), clock, memoryNotes());
  assert.deepEqual([checks.last, checks.isRunning], [null, false]);
  await clock.advance(60_000);
  assert.equal(checks.isRunning, true);
  checks.start();
  await until(() => !checks.isRunning);
  assert.equal(checks.last?.at, clock.now());
  const names = checks.last?.report?.findings.map(({ name }) => name) ?? [];
  assert.ok(names.includes('site-not-reachable') && names.includes('database-unreachable'), names.join());
  await clock.advance(86_400_000 - 1);
  assert.equal(checks.isRunning, false);
  await clock.advance(1);
  assert.equal(checks.isRunning, true);
});

test('a server that is started again and again runs them once a day, and shows how they ended', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const notes = memoryNotes();
  let ended: unknown;
  {
    using checks = openSiteChecks(order(makeFolder()), clock, notes);
    checks.start();
    await until(() => !checks.isRunning);
    ended = checks.last;
  }
  {
    using checks = openSiteChecks(order(makeFolder()), clock, notes);
    assert.deepEqual(checks.last, ended);
    await clock.advance(86_400_000 - 1);
    assert.equal(checks.isRunning, false);
    await clock.advance(1);
    assert.equal(checks.isRunning, true);
  }
  // Ended with the server: tried again after an hour, not after each start.
  using checks = openSiteChecks(order(makeFolder()), clock, notes);
  assert.equal(checks.last?.problem, 'the server ended before they did');
  await clock.advance(3_600_000 - 1);
  assert.equal(checks.isRunning, false);
  await clock.advance(1);
  assert.equal(checks.isRunning, true);
});

test('a clock that was set back by a year keeps them from running for a day at most', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const notes = memoryNotes();
  {
    using checks = openSiteChecks(order(makeFolder()), clock, notes);
    checks.start();
    await until(() => !checks.isRunning);
  }
  clock.set(Date.UTC(2025, 0, 1));
  using checks = openSiteChecks(order(makeFolder()), clock, notes);
  await clock.advance(86_400_000);
  assert.equal(checks.isRunning, true);
});

test('of another version, or damaged, what was kept does not count', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const notes = memoryNotes();
  const run = { at: clock.now(), report: null, problem: null };
  for (const text of [JSON.stringify({ ...run, version: '0.0.1' }), '{"at"', 'null', '7']) {
    notes.kept.set('site-checks', text);
    using checks = openSiteChecks(order(join(home, 'nothing')), clock, notes);
    assert.equal(checks.last, null, text);
    await clock.advance(60_000);
    assert.equal(checks.isRunning, true, text);
  }
});

test('a folder that is not a crew center and a run that takes too long are reported', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  using checks = openSiteChecks(order(join(home, 'nothing')), clock, memoryNotes());
  checks.start();
  await until(() => !checks.isRunning);
  assert.match(checks.last?.problem ?? '', /not a crew center/);
  checks.start();
  await clock.advance(600_000);
  assert.match(checks.last?.problem ?? '', /more than 10 minutes/);
});

test('the site gets two requests at a time, while pilots need its workers too', async () => {
  const clock = new ManualClock(0);
  let [now, most] = [0, 0];
  const site = createServer((_request, response) => {
    now += 1;
    most = Math.max(most, now);
    clock.after(1, () => {
      now -= 1;
      response.end('a page');
    });
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const folder = makeFolder(`http://127.0.0.1:${port}/va`);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) mkdirSync(join(folder, 'lib', name), { recursive: true });
  using checks = openSiteChecks(order(folder), clock, memoryNotes());
  checks.start();
  await until(() => {
    void clock.advance(1);
    return !checks.isRunning;
  });
  site.closeAllConnections();
  site.close();
  assert.equal(checks.last?.problem, null);
  assert.equal(most, 2);
});

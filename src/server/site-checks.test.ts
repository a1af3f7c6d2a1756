import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
function makeFolder(): string {
  const folder = join(home, 'html/va');
  mkdirSync(join(folder, 'core'), { recursive: true });
  const constants = { DBASE_USER: 'x', DBASE_PASS: '', DBASE_NAME: 'x', DBASE_SERVER: '127.0.0.1:1' };
  const lines = Object.entries({ ...constants, SITE_URL: 'http://127.0.0.1:1/va' }).map(
    ([name, value]) => `define('${name}', '${value}');`,
  );
  writeFileSync(join(folder, 'core/local.config.php'), `<?php\n${lines.join('\n')}`);
  return folder;
}

const order = (folder: string) => ({ folder, config: loadConfig({}), dataDirectory: join(home, 'data') });

test('the checks run a minute after the start and daily, in a thread, one at a time', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  using checks = openSiteChecks(order(makeFolder()), clock);
  assert.deepEqual([checks.last, checks.isRunning], [null, false]);
  await clock.advance(60_000);
  assert.equal(checks.isRunning, true);
  checks.start();
  await until(() => !checks.isRunning);
  assert.equal(checks.last?.at, clock.now());
  const names = checks.last?.report?.findings.map(({ name }) => name) ?? [];
  assert.ok(names.includes('site-not-reachable') && names.includes('database-unreachable'), names.join());
  await clock.advance(86_400_000);
  assert.equal(checks.isRunning, true);
});

test('a folder that is not a crew center and a run that takes too long are reported', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  using checks = openSiteChecks(order(join(home, 'nothing')), clock);
  checks.start();
  await until(() => !checks.isRunning);
  assert.match(checks.last?.problem ?? '', /not a crew center/);
  checks.start();
  await clock.advance(600_000);
  assert.match(checks.last?.problem ?? '', /more than 10 minutes/);
});

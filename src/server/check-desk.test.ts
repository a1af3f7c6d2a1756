import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { until } from '../../test/until.ts';
import { loadConfig } from '../config/config.ts';
import { openCheckDesk } from './check-desk.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-desk-'));
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
  using desk = openCheckDesk(order(makeFolder()), clock);
  assert.deepEqual([desk.last, desk.isRunning], [null, false]);
  await clock.advance(60_000);
  assert.equal(desk.isRunning, true);
  desk.start();
  await until(() => !desk.isRunning);
  assert.equal(desk.last?.at, clock.now());
  const names = desk.last?.report?.findings.map(({ name }) => name) ?? [];
  assert.ok(names.includes('site-not-reachable') && names.includes('database-unreachable'), names.join());
  await clock.advance(86_400_000);
  assert.equal(desk.isRunning, true);
});

test('a folder that is not a crew center and a run that takes too long are reported', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  using desk = openCheckDesk(order(join(home, 'nothing')), clock);
  desk.start();
  await until(() => !desk.isRunning);
  assert.match(desk.last?.problem ?? '', /not a crew center/);
  desk.start();
  await clock.advance(600_000);
  assert.match(desk.last?.problem ?? '', /more than 10 minutes/);
});

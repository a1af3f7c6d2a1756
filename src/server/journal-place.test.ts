import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../config/config.ts';
import { rememberElsewhere, requirePlace } from '../journal/move/elsewhere.ts';
import { openJournal } from '../journal/open.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/log.ts';
import { openTracker } from './tracker.ts';

test('a database that was never reached is not remembered as the place of the journal', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-place-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const alone = loadConfig({ TRACKER_DATA: directory });
  const database = { hosts: [{ socketPath: join(directory, 'no.sock') }], user: 'tracker', database: 'tracker' };
  const password = alone.journalPassword;
  const log = createLogger({ level: 'fatal' });
  const shared = { ...alone, journal: { ...database, password } };
  await assert.rejects(openTracker({ config: shared, log }), /no\.sock|database/);
  const read = async (isShared: boolean) => {
    const local = await openJournal({ directory, clock: systemClock });
    try {
      await requirePlace(local, directory, isShared);
      if (isShared) await rememberElsewhere(local);
    } finally {
      await local.close();
    }
  };
  await read(false);
  await read(true);
  await assert.rejects(read(false), /is in a database\. Set TRACKER_JOURNAL/);
});

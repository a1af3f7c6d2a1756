import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../src/config/config.ts';
import { writeTrackerConfig } from '../src/platform/embedded/settings.ts';
import { openTracker } from '../src/server/tracker.ts';
import { ManualClock } from './manual-clock.ts';

test('a setting changed while it serves is in force within 5 s, and what a start without the crew center goes by', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-settings-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const clock = new ManualClock(Date.UTC(2024, 3, 6));
  const config = loadConfig({ TRACKER_DATA: directory, TRACKER_LOG_LEVEL: 'silent' });
  await using tracker = await openTracker({ config, clock });
  const { embedded } = tracker.crewCenter;
  if (embedded === null) throw new Error('the crew center is not ours');
  await writeTrackerConfig(embedded.crewCenter, { password_login: 'false' });
  await clock.advance(5_000);
  assert.equal(tracker.tracking.calls.status().settings.passwordLogin, false);
  await tracker.journal.barrier();
  assert.equal(JSON.parse(tracker.journal.readNote('crew-center-settings') ?? '{}').passwordLogin, false);
});

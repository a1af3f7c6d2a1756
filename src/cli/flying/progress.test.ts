import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal, ScriptedTracker } from '../../../test/wire/scripted-tracker.ts';
import { noticeText } from './progress.ts';

test('a caller that waits for a call which is tried later hears what for', async () => {
  const tracker = new ScriptedTracker('native', ({ path }, nth) =>
    /start|finish/.test(path) && nth === 1
      ? refusal(409, path.endsWith('start') ? 'too-soon' : 'flight-busy', {}, { 'Retry-After': '540' })
      : 'pass',
  );
  const flight = await tracker.start({ askPatienceMs: 600_000, patienceMs: 600_000 });
  await flight.finish();
  const waits = tracker.notices.flatMap((notice) => (notice.kind === 'waiting' ? [notice] : []));
  assert.deepEqual(
    waits.map(({ error }) => error.code),
    ['too-soon', 'flight-busy'],
  );
  assert.ok(waits.every(({ retryInMs }) => retryInMs >= 540_000));
  for (const notice of waits) assert.match(noticeText(notice) ?? '', /Trying again in \d+ s\.$/);
});

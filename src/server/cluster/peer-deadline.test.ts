import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configOf } from '../../../test/command-line.ts';
import { peerDeadlineMs } from './peer-deadline.ts';

test('another server may take longer than the crew center, however long that may take', () => {
  const { flights } = configOf('data');
  assert.equal(peerDeadlineMs(flights), 15_000);
  for (const crewCenterTimeoutMs of [1_000, 8_000, 15_000, 60_000]) {
    const ms = peerDeadlineMs({ crewCenterTimeoutMs });
    assert.ok(ms >= 15_000 && ms >= crewCenterTimeoutMs + 5_000, `${ms} for ${crewCenterTimeoutMs}`);
  }
});

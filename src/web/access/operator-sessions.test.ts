import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { OperatorSessions, sessionHours } from './operator-sessions.ts';

test('a session lasts twelve hours, over a restart, and its token is nowhere', async () => {
  const notes = new Map<string, string | null>();
  const records = {
    readNote: (name: string) => notes.get(name) ?? null,
    saveNote: async (name: string, text: string | null) => void notes.set(name, text),
  };
  const clock = new ManualClock(0);
  const token = await new OperatorSessions(records, clock).open();
  const restarted = new OperatorSessions(records, clock);
  await clock.advance(sessionHours * 3_600_000 - 1);
  assert.equal(restarted.isOpen(token), true);
  assert.equal(restarted.isOpen(`${token}x`), false);
  assert.equal([...notes.values()].join().includes(token), false);
  await clock.advance(1);
  assert.equal(restarted.isOpen(token), false);
});

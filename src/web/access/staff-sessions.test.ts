import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { StaffSessions, sessionHours } from './staff-sessions.ts';

const place = { browser: 'Firefox', network: '192.0.2.1' };

function openNotes() {
  const notes = new Map<string, string | null>();
  const records = {
    readNote: (name: string) => notes.get(name) ?? null,
    saveNote: async (name: string, text: string | null) => void notes.set(name, text),
  };
  return { notes, records };
}

test('a session lasts twelve hours, over a restart, and its token is nowhere', async () => {
  const { notes, records } = openNotes();
  const clock = new ManualClock(0);
  const token = await new StaffSessions(records, clock).open('a', place);
  const restarted = new StaffSessions(records, clock);
  await clock.advance(sessionHours * 3_600_000 - 1);
  assert.equal(restarted.find(token)?.memberId, 'a');
  assert.equal(restarted.find(`${token}x`), null);
  assert.equal([...notes.values()].join().includes(token), false);
  await clock.advance(1);
  assert.equal(restarted.find(token), null);
});

test('a member has twenty sessions at most: the oldest ends, and nobody else’s', async () => {
  const { records } = openNotes();
  const sessions = new StaffSessions(records, new ManualClock(0));
  const other = await sessions.open('b', place);
  const tokens: string[] = [];
  for (let count = 0; count < 21; count++) tokens.push(await sessions.open('a', place));
  assert.equal(sessions.find(tokens[0] ?? ''), null);
  assert.ok(sessions.find(tokens[1] ?? ''));
  assert.ok(sessions.find(other));
});

test('sessions of before there were accounts are over', () => {
  const { notes, records } = openNotes();
  notes.set('web-sessions', JSON.stringify([{ hash: 'x', expiresAt: Number.MAX_SAFE_INTEGER }]));
  assert.deepEqual(new StaffSessions(records, new ManualClock(0)).list(), []);
});

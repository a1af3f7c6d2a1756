import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { StaffSessions, sessionHours, useNotedMs } from './staff-sessions.ts';
import { Visits } from './visits.ts';

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

test('the last use of a session is known on five minutes, and no more is written', async () => {
  const { notes, records } = openNotes();
  const clock = new ManualClock(0);
  const sessions = new StaffSessions(records, clock);
  const [first, other] = [await sessions.open('a', place), await sessions.open('a', place)];
  const usedAt = (token: string) => sessions.find(token)?.usedAt;
  const use = async () => {
    const session = sessions.find(first);
    assert.ok(session !== null);
    await sessions.noteUse(session);
  };
  const before = notes.get('web-sessions');
  await clock.advance(useNotedMs - 1);
  await use();
  assert.equal(notes.get('web-sessions'), before);
  await clock.advance(1);
  await use();
  assert.deepEqual([usedAt(first), usedAt(other)], [useNotedMs, undefined]);
});

test('a visit ends with an hour’s pause, whatever becomes of sessions; the one before is remembered', async () => {
  const { records } = openNotes();
  const clock = new ManualClock(0);
  const visits = new Visits(records, clock);
  const come = async (ms: number) => {
    await clock.advance(ms);
    await visits.note('a');
    const { at, before } = visits.find('a') ?? {};
    return [at, before];
  };
  const [minute, hour] = [60_000, 3_600_000];
  assert.deepEqual(await come(0), [0, null]);
  assert.deepEqual(await come(50 * minute), [50 * minute, null]);
  assert.deepEqual(await come(hour), [110 * minute, 50 * minute]);
  assert.deepEqual(await come(minute), [110 * minute, 50 * minute], 'noted a minute ago');
  assert.deepEqual(await come(10 * minute), [121 * minute, 50 * minute]);
  assert.equal(visits.find('b'), null);
  await visits.forget('a');
  assert.equal(visits.find('a'), null);
});

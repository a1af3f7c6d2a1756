import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CrewCenterEvents } from './crew-center-events.ts';
import type { NewEvent } from './event.ts';
import type { WatchList } from './store/watch-list.ts';

const at = Date.UTC(2026, 3, 6, 10);

/** Events of one that is opened anew on what was kept. */
function opened(notes: Map<string, string>) {
  const told: NewEvent[] = [];
  const list = {
    readNote: (name: string) => notes.get(name) ?? null,
    saveNote: (name: string, text: string | null) => void (text === null ? notes.delete(name) : notes.set(name, text)),
  } as unknown as WatchList;
  const events = new CrewCenterEvents(list, (event, done) => {
    told.push(event);
    done();
  });
  return { told, note: (because: string | null, ms: number) => events.note(because, at + ms) };
}

test('it is told once when the crew center is lost, and once when it is back, also after a restart', () => {
  const notes = new Map<string, string>();
  const before = opened(notes);
  before.note(null, 0);
  assert.equal(before.told.length, 0);
  before.note('no answer', 1_000);
  before.note('no answer', 2_000);
  assert.deepEqual(
    before.told.map(({ type }) => type),
    ['crew_center.lost'],
  );
  const after = opened(notes);
  after.note('no answer', 30_000);
  assert.equal(after.told.length, 0);
  after.note(null, 61_000);
  after.note(null, 62_000);
  const [back, ...others] = after.told;
  assert.deepEqual([back?.type, others, notes.size], ['crew_center.back', [], 0]);
  assert.match(JSON.stringify(back), /"?down_for\\?":60/);
});

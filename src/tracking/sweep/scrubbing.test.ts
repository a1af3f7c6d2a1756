import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scrubbing } from './scrubbing.ts';

test('what an erasure leaves is due before it erases: a crash in between forgets nothing', async () => {
  const notes = new Map<string, string | null>();
  const scrubbed: string[] = [];
  const scrubbing = new Scrubbing({
    readNote: (name) => notes.get(name) ?? null,
    saveNote: async (name, text) => void notes.set(name, text),
    scrub: async () => void scrubbed.push('scrubbed'),
  });
  const killed = scrubbing.after(() => Promise.reject(new Error('killed')));
  await assert.rejects(killed, /killed/);
  assert.deepEqual(scrubbed, []);
  assert.equal(await scrubbing.round(), true, 'the next round does it');
  assert.deepEqual(scrubbed, ['scrubbed']);
  assert.equal(await scrubbing.round(), true);
  assert.equal(scrubbed.length, 1, 'once');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { KnownNetworks } from './known-networks.ts';

test('of an account with many login names five are kept, and of a pilot who is forgotten nothing', async () => {
  const notes = new Map<string, string>();
  const memory = {
    readNote: (name: string) => notes.get(name) ?? null,
    async saveNote(name: string, text: string | null) {
      if (text === null) notes.delete(name);
      else notes.set(name, text);
    },
  };
  const networks = new KnownNetworks(memory, new ManualClock(0));
  const logins = [1, 2, 3, 4, 5, 6, 7].map((number) => `login ${number}`);
  for (const login of logins) await networks.add('ada', login, '192.0.2.0');
  assert.deepEqual(
    logins.filter((login) => networks.hasLogin(login, '192.0.2.0')),
    logins.slice(-5),
  );
  await networks.forget('ada', []);
  assert.deepEqual([...notes.keys()], []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { AuditLine } from '../records.ts';
import { ApiKeys, maxKeys } from './keys.ts';

function memory(clock = new ManualClock(Date.UTC(2024, 0, 1))) {
  const notes = new Map<string, string>();
  const lines: string[] = [];
  const records = {
    readNote: (name: string) => notes.get(name) ?? null,
    // Known once it is stored, which takes a while.
    saveNote: async (name: string, text: string | null, entry?: AuditLine) => {
      await Promise.resolve();
      if (text === null) notes.delete(name);
      else notes.set(name, text);
      if (entry !== undefined) lines.push(`${entry.actor} ${entry.action} ${entry.subject}`);
    },
  };
  return { clock, notes, lines, records, keys: new ApiKeys(records, clock) };
}

test('a key is found by its secret until it is revoked or has ended, also after a restart, and the secret is not kept', async () => {
  const { clock, notes, lines, records, keys } = memory();
  const forever = await keys.create('operator@cli', { name: ' Website ', scopes: ['pireps', 'flights'], days: null });
  const brief = await keys.create('operator@cli', { name: 'Trial', scopes: ['changes'], days: 2 });
  assert.deepEqual(forever.key.scopes, ['flights', 'pireps']);
  assert.match(forever.secret.reveal(), /^trk_[\w-]{43}$/);
  assert.doesNotMatch([...notes.values(), ...lines].join(), new RegExp(forever.secret.reveal().slice(4)));
  const again = new ApiKeys(records, clock);
  assert.equal(again.find(forever.secret.reveal())?.name, 'Website');
  assert.equal(again.find(`${forever.secret.reveal()}x`), null);
  assert.equal(again.find(''), null);
  await clock.advance(2 * 86_400_000 - 1);
  assert.equal(again.find(brief.secret.reveal())?.name, 'Trial');
  await clock.advance(1);
  assert.equal(again.find(brief.secret.reveal()), null);
  assert.equal(again.isOpen(brief.key.id), false);
  await again.revoke('operator@cli', forever.key.id);
  assert.equal(again.find(forever.secret.reveal()), null);
  assert.deepEqual(
    again.list().map(({ name }) => name),
    ['Trial'],
  );
  assert.deepEqual(
    lines.map((line) => line.split(' ')[1]),
    ['api-key-create', 'api-key-create', 'api-key-revoke'],
  );
});

test('keys that are made and revoked at the same time are all made and all revoked', async () => {
  const { keys } = memory();
  const make = (name: string) => keys.create('operator@cli', { name, scopes: ['flights'], days: null });
  const made = await Promise.all(['one', 'two', 'three'].map(make));
  assert.equal(keys.list().length, 3);
  const [one, two, three] = made.map(({ key }) => key.id);
  await Promise.all([
    keys.revoke('operator@cli', one ?? ''),
    assert.rejects(keys.revoke('operator@cli', 'nobody'), (error) => isRefusal(error, 'not-found')),
    keys.revoke('operator@cli', two ?? ''),
    make('four'),
  ]);
  assert.deepEqual(
    keys.list().map(({ name }) => name),
    ['four', 'three'],
  );
  assert.equal(made.filter(({ secret }) => keys.find(secret.reveal()) !== null).length, 1);
  assert.equal(keys.isOpen(three ?? ''), true);
});

test('what is wrong with a new key is named, and an unknown one is not revoked', async () => {
  const { keys } = memory();
  const good = { name: 'Website', scopes: ['flights'], days: null };
  const wrong: readonly (readonly [string, object])[] = [
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(81) }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['flights', 'everything'] }],
    ['days', { days: 0 }],
    ['days', { days: 1.5 }],
    ['days', { days: Number.NaN }],
    ['days', { days: 3_661 }],
  ];
  for (const [field, change] of wrong) {
    const isNamed = (error: unknown) =>
      isRefusal(error, 'invalid') && Object.keys(error.detail.fields ?? {}).join() === field;
    await assert.rejects(keys.create('x', { ...good, ...change }), isNamed, JSON.stringify(change));
  }
  await assert.rejects(keys.revoke('x', 'nobody'), (error) => isRefusal(error, 'not-found'));
  for (let count = 0; count < maxKeys; count++) await keys.create('x', good);
  await assert.rejects(keys.create('x', good), (error) => isRefusal(error, 'invalid'));
});

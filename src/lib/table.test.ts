import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from './table.ts';

test('a table has what was put into it, and nothing that objects inherit', () => {
  const words = table({ cruise: 'ENR', valueOf: 'own' });
  assert.deepEqual([words.cruise, words.valueOf], ['ENR', 'own']);
  for (const name of Object.getOwnPropertyNames(Object.prototype))
    if (name !== 'valueOf') assert.equal(words[name], undefined, name);
  assert.deepEqual(Object.keys(words), ['cruise', 'valueOf']);
});

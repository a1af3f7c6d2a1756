import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Secret } from './secret.ts';

test('a secret cannot be printed by accident', () => {
  const secret = new Secret('hunter2');
  const printed = [
    `${secret}`,
    String(secret),
    JSON.stringify({ secret }),
    inspect({ secret }),
    inspect(secret, { showHidden: true }),
  ];
  for (const text of printed) assert.doesNotMatch(text, /hunter2/);
  assert.equal(secret.reveal(), 'hunter2');
});

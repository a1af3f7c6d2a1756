import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCanaries, formsOf, newCanary } from '../prove/secrets/canaries.ts';

const kind = 'password of a pilot';
const secret = newCanary(kind);
const found = (text: string, mayShow: readonly (typeof kind)[] = []) =>
  findCanaries(new Map([[kind, secret]]), [{ name: 'the log', text, mayShow }]);

test('a secret is found in every usual encoding, wherever it stands', () => {
  const encoded = (shift: number, coding: BufferEncoding) =>
    Buffer.from(`${'x'.repeat(shift)}${secret}!`).toString(coding);
  const texts = [
    `login=${secret}`,
    ...[0, 1, 2, 3].flatMap((shift) => [encoded(shift, 'base64'), encoded(shift, 'base64url'), encoded(shift, 'hex')]),
    encodeURIComponent(secret),
    new URLSearchParams({ password: secret }).toString(),
    JSON.stringify({ secret }),
    JSON.stringify({ secret }).replaceAll('/', '\\/'),
  ];
  for (const text of texts) assert.equal(found(text).length, 1, text);
  assert.ok(formsOf(secret).every((form) => form.length >= 16));
});

test('what is no secret, or is for this reader, is not', () => {
  assert.deepEqual(found(`login=${newCanary(kind)}`), []);
  assert.deepEqual(found(secret, [kind]), []);
});

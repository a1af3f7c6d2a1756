import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { simTimeCode, simTimeOf } from './sim-time.ts';

test('a time of day or an instant becomes a number and comes back letter by letter', () => {
  for (const text of ['00:00:00', '14:05:33', '23:59:59', '2025-06-01T14:05:33Z', '1970-01-01T00:00:00Z']) {
    const code = simTimeCode(text);
    assert.ok(code !== null, text);
    assert.equal(simTimeOf(code), text);
  }
});

test('what would not come back letter by letter stays a text', () => {
  const others = ['', '24:00:00', '12:60:00', '1:02:03', '1a:00:00', ':1:00:00', '14.05.33', '2025-06-01 14:05:33Z'];
  others.push('2025-06-31T14:05:33Z', '1969-12-31T23:59:59Z', '2025-06-01T14:05:33.5', '+002025-06-01T14:05Z');
  for (const text of others) assert.equal(simTimeCode(text), null, text);
});

test('no text is changed by the way through its number', () => {
  const texts = fc.oneof(
    fc.string({ minLength: 8, maxLength: 8 }),
    fc.stringMatching(/^[0-9:TZ-]{20}$/),
    fc.stringMatching(/^\d\d:\d\d:\d\d$/),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const code = simTimeCode(text);
      assert.ok(code === null || simTimeOf(code) === text);
    }),
  );
});

test('every instant that there is has a number, and no other text in its form', () => {
  const texts = fc.stringMatching(/^(19[67]|20[0-3])\d-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\dZ$/);
  fc.assert(
    fc.property(texts, (text) => {
      const at = Date.parse(text);
      const isInstant = at >= 0 && new Date(at).toISOString() === text.replace('Z', '.000Z');
      assert.equal(simTimeCode(text) !== null, isInstant, text);
    }),
    { numRuns: 2_000 },
  );
});

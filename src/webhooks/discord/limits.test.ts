import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiscordLimits } from './limits.ts';

const now = 1_000_000;
const answer = (status: number, headers: Readonly<Record<string, string>>, text = '') => ({ status, headers, text });

test('a route whose bucket is empty is left alone until it is full again, and no other', () => {
  const limits = new DiscordLimits();
  limits.note('a', answer(200, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset-after': '3' }), now);
  assert.equal(limits.waitMs('a', now), 0);
  assert.equal(
    limits.note('a', answer(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '3.5' }), now),
    null,
  );
  assert.deepEqual(
    [
      limits.waitMs('a', now),
      limits.waitMs('a', now + 1_500),
      limits.waitMs('a', now + 4_000),
      limits.waitMs('b', now),
    ],
    [3_500, 2_000, 0, 0],
  );
});

test('a 429 says how long, in its text, in its header, or not at all', () => {
  for (const [headers, text, ms] of [
    [{ 'retry-after': '9' }, '{"retry_after": 2.5}', 2_500],
    [{ 'retry-after': '9' }, '', 9_000],
    [{ 'retry-after': '90000' }, '', 3_600_000],
    [{}, 'nonsense', 5_000],
  ] as const) {
    const limits = new DiscordLimits();
    assert.equal(limits.note('a', answer(429, headers, text), now), ms);
    assert.deepEqual([limits.waitMs('a', now), limits.waitMs('b', now)], [ms, 0]);
  }
});

test('one that is of the whole server holds every route', () => {
  for (const [headers, text] of [
    [{ 'x-ratelimit-global': 'true' }, '{"retry_after": 4}'],
    [{}, '{"global": true, "retry_after": 4}'],
  ] as const) {
    const limits = new DiscordLimits();
    limits.note('a', answer(429, headers, text), now);
    assert.deepEqual([limits.waitMs('b', now), limits.waitMs('b', now + 4_000)], [4_000, 0]);
  }
});

test('the oldest of a thousand routes is forgotten', () => {
  const limits = new DiscordLimits();
  const empty = answer(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '60' });
  for (let number = 0; number <= 1_000; number++) limits.note(`route ${number}`, empty, now);
  assert.deepEqual(
    ['route 0', 'route 1', 'route 1000'].map((route) => limits.waitMs(route, now)),
    [0, 60_000, 60_000],
  );
});

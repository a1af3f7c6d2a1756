import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flyingMs, maxLongSessions, maxSessions, type SessionUse, surplusOf } from './session-surplus.ts';

const now = 1_000_000_000;
const use = (tokenHash: string, given: Partial<SessionUse> = {}): SessionUse => ({
  tokenHash,
  lifetime: 'normal',
  createdAt: now - 10,
  expiresAt: now + 1,
  usedAt: now,
  reportedAt: null,
  ...given,
});
const fresh = (count: number, given: Partial<SessionUse> = {}) =>
  Array.from({ length: count }, (_, index) => use(`fresh${index}`, given));
const flying = { reportedAt: now - flyingMs + 1 };

const cases: readonly (readonly [string, readonly SessionUse[], readonly string[] | number])[] = [
  ['room for one more', fresh(maxSessions - 1), []],
  ['the longest unused', [...fresh(maxSessions - 1), use('old', { usedAt: now - 5 })], ['old']],
  [
    'an expired one before one that was not used for longer',
    [...fresh(maxSessions - 2), use('old', { usedAt: now - 9 }), use('over', { expiresAt: now, usedAt: now - 1 })],
    ['over'],
  ],
  ['none that is flying', [...fresh(maxSessions - 1), use('flies', { usedAt: now - 5, ...flying })], ['fresh0']],
  [
    'one that fell silent',
    [...fresh(maxSessions - 1, flying), use('silent', { reportedAt: now - flyingMs })],
    ['silent'],
  ],
  [
    'an expired one that reported',
    [...fresh(maxSessions - 1, flying), use('over', { ...flying, expiresAt: now })],
    ['over'],
  ],
  ['more than one, of before there was a limit', fresh(maxSessions + 1), ['fresh0', 'fresh1']],
  ['none: all are flying', fresh(maxSessions, flying), now + 1],
];
for (const [name, sessions, expected] of cases) {
  test(`sessions that end for a new one: ${name}`, () => {
    const surplus = surplusOf(sessions, now, 'normal');
    assert.deepEqual(surplus.kind === 'ends' ? surplus.tokenHashes : surplus.freeAt, expected);
  });
}

const long = (count: number, given: Partial<SessionUse> = {}) =>
  Array.from({ length: count }, (_, index) =>
    use(`long${index}`, { lifetime: 'long', createdAt: now - 100 + index, ...given }),
  );

const longCases: readonly (readonly [string, readonly SessionUse[], readonly string[] | number])[] = [
  ['room for one more', [...long(maxLongSessions - 1), ...fresh(5)], []],
  ['the oldest, also when it was used', [use('used', { lifetime: 'long', createdAt: 0 }), ...long(4)], ['used']],
  ['all that are too old', long(maxLongSessions + 1), ['long0', 'long1']],
  ['none that is flying', [use('flies', { lifetime: 'long', createdAt: 0, ...flying }), ...long(4)], []],
  ['none of a day', [...fresh(10, { createdAt: 0 }), ...long(maxLongSessions - 1)], []],
  ['an old one, and with it there is room among all', [...long(5), ...fresh(maxSessions - 5, flying)], ['long0']],
  ['one of a day where all together are too many', [...long(4), ...fresh(16, { usedAt: now - 5 })], ['fresh0']],
];
for (const [name, sessions, expected] of longCases) {
  test(`sessions that end for a new long one: ${name}`, () => {
    const surplus = surplusOf(sessions, now, 'long');
    assert.deepEqual(surplus.kind === 'ends' ? surplus.tokenHashes : surplus.freeAt, expected);
  });
}

test('a normal session ends no long one before its turn', () => {
  assert.deepEqual(surplusOf([...long(7), ...fresh(3)], now, 'normal'), { kind: 'ends', tokenHashes: [] });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flyingMs, maxSessions, type SessionUse, surplusOf } from './session-surplus.ts';

const now = 1_000_000_000;
const use = (tokenHash: string, given: Partial<SessionUse> = {}): SessionUse => ({
  ...{ tokenHash, expiresAt: now + 1, usedAt: now, reportedAt: null },
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
  ['none that flies', [...fresh(maxSessions - 1), use('flies', { usedAt: now - 5, ...flying })], ['fresh0']],
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
  ['nobody: all fly', fresh(maxSessions, flying), now + 1],
];
for (const [name, sessions, expected] of cases) {
  test(`what ends for one more session: ${name}`, () => {
    const surplus = surplusOf(sessions, now);
    assert.deepEqual(surplus.kind === 'ends' ? surplus.tokenHashes : surplus.freeAt, expected);
  });
}

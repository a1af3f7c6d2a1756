import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoginFailure } from '../../journal/journal.ts';
import type { Tracking } from '../../tracking/running.ts';
import { failureHearers } from './as-members.ts';
import type { Core } from './cores.ts';

const failure: LoginFailure = { at: 1, loginHash: 'a', address: '203.0.113.7', account: null };

/** The core without flights, and those of three partitions: who counts a failure that one of them counts already. */
async function heardBy(except: number | null): Promise<readonly string[]> {
  const heard: string[] = [];
  const named = (name: string) => {
    const noteLoginFailure = async (given: LoginFailure) => {
      assert.equal(given, failure);
      heard.push(name);
    };
    return { forPeers: { noteLoginFailure } } as unknown as Tracking;
  };
  const all = () => [3, 5, 8].map((partition) => ({ partition, tracking: named(`${partition}`) }) as Core);
  for (const hearer of failureHearers(named('base'), { all }, except)) await hearer.call('noteLoginFailure', [failure]);
  return heard;
}

for (const [what, except, hearers] of [
  ['the core without flights', null, ['3', '5', '8']],
  ['the core of a partition', 5, ['base', '3', '8']],
] as const)
  test(`a failed login that ${what} has counted is counted by every other core of this server, once`, async () => {
    assert.deepEqual(await heardBy(except), hearers);
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Judgement, RuledState } from '../../tracking/model.ts';
import { verdictOf } from './filing.ts';

const cases: readonly (readonly [rules: RuledState | null, verdict: string, withReview: string])[] = [
  ['reject', 'reject', 'reject'],
  ['review', 'review', 'review'],
  ['reason-needed', 'review', 'review'],
  ['accept', 'accept', 'review'],
  [null, 'by-rank', 'review'],
];
for (const [state, alone, withReview] of cases)
  test(`the rules say ${state}: ${alone}; when the client asks for a review too: ${withReview}`, () => {
    const ruled = { judgement: { state } as Judgement };
    assert.deepEqual([verdictOf(ruled), verdictOf({ ...ruled, isForReview: true })], [alone, withReview]);
  });

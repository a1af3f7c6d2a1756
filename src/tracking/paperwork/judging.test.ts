import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon } from '../../../test/journal/suite/samples.ts';
import { mark } from '../../../test/judged.ts';
import { fullPirep } from '../../platform/suite/flights.ts';
import type { Consequence, Judgement } from '../model.ts';
import { withJudgement } from './judging.ts';

/** What a set says that has one rule for each of these. */
function judgementOf(...follows: Consequence[]): Judgement {
  const marks = follows.map((each, index) => ({
    ...mark(index),
    rule: each,
    detector: 'taxi-speed',
    follows: [each],
    points: 0,
    text: null,
    sentence: `This is to ${each}.`,
  }));
  return { set: 1, setName: 'Ours', marks, notJudged: [], score: 100, clientScore: null, state: null };
}

test('a flight that is judged again loses no line of its client, whatever marks it had', () => {
  const own = { at: noon, text: 'takeoff' };
  const linesOf = (...judgements: readonly Judgement[]) =>
    judgements.reduce(withJudgement, fullPirep({ log: [own] })).log.map(({ text }) => text);
  const first = judgementOf('count', 'comment', 'count');
  assert.deepEqual(linesOf(first), ['Rules: This is to comment.', 'takeoff']);
  assert.deepEqual(linesOf(first, judgementOf('review', 'comment')), [
    'Rules: This is to review.',
    'Rules: This is to comment.',
    'takeoff',
  ]);
  assert.deepEqual(linesOf(first, judgementOf('count')), ['takeoff']);
});

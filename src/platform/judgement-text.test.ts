import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeJudgement } from '../contracts/judgement-wire.ts';
import type { Judgement, RuledMark } from '../tracking/model.ts';
import { judgementComment, judgementFields } from './judgement-text.ts';

const at = Date.UTC(2026, 0, 2, 12, 30);
const ruled: RuledMark = {
  from: at,
  to: at + 5_000,
  lat: 47,
  lon: 8,
  value: 42,
  limit: 30,
  rule: 'taxi-speed',
  detector: 'taxi-speed',
  follows: ['points'],
  points: 5,
  text: 'Slower, please.',
  sentence: 'Taxied at 42 kt; the limit is 30 kt.',
};
const silent: RuledMark = { ...ruled, rule: 'go-around', detector: 'go-around', follows: ['count'], points: 0 };
const judgement: Judgement = {
  set: 3,
  setName: 'Standard',
  marks: [ruled, silent],
  notJudged: [{ rule: 'lights', detector: 'lights', reason: 'no-lights' }],
  score: 95,
  clientScore: 88.4,
  state: 'review',
};

test('the comment says the score, what follows, and each mark with its time and points; what is only counted is left out', () => {
  assert.equal(
    judgementComment(judgement),
    'Judged by the rules “Standard” (3): 95 of 100 points. To be reviewed.\n12:30 UTC Taxied at 42 kt; the limit is 30 kt. Slower, please. (−5)',
  );
  assert.equal(judgementComment({ ...judgement, marks: [silent], state: null }), null);
  assert.equal(judgementComment({ ...judgement, marks: [], state: 'accept' }), null);
});

test('what the rules want is not said as done: a phpVMS 5 leaves it to its staff', () => {
  const said = (state: Judgement['state']) => judgementComment({ ...judgement, state })?.split('\n')[0];
  assert.equal(said('accept'), 'Judged by the rules “Standard” (3): 95 of 100 points. The rules accept it.');
  assert.equal(said('reject'), 'Judged by the rules “Standard” (3): 95 of 100 points. The rules reject it.');
});

test('the fields of the PIREP name the set, the result and the client’s score', () => {
  assert.deepEqual(judgementFields(judgement), {
    'Rule Set': 'Standard (3)',
    'Rule Marks': '1',
    'Rule Result': 'To be reviewed.',
    'Client Score': '88',
  });
  assert.deepEqual(Object.keys(judgementFields({ ...judgement, clientScore: null, state: null })), [
    'Rule Set',
    'Rule Marks',
  ]);
});

test('a receipt has the marks with every member, without what is only counted', () => {
  const wire = encodeJudgement(judgement);
  assert.deepEqual(
    [wire.rules, wire.rules_name, wire.score, wire.client_score, wire.state],
    [3, 'Standard', 95, 88.4, 'review'],
  );
  assert.deepEqual(wire.marks, [
    {
      rule: 'taxi-speed',
      detector: 'taxi-speed',
      element: null,
      from: '2026-01-02T12:30:00.000Z',
      to: '2026-01-02T12:30:05.000Z',
      lat: 47,
      lon: 8,
      value: 42,
      limit: 30,
      points: 5,
      follows: ['points'],
      text: 'Slower, please.',
      sentence: 'Taxied at 42 kt; the limit is 30 kt.',
      data: {},
    },
  ]);
  assert.deepEqual(wire.not_judged, [{ rule: 'lights', detector: 'lights', element: null, reason: 'no-lights' }]);
});

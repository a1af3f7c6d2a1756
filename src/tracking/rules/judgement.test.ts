import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recordedFlight } from '../../../test/flight-model/recorded-flight.ts';
import { flightEvent } from '../../../test/flown.ts';
import { noon } from '../../../test/journal/suite/samples.ts';
import { finding, flownFlight, mark, noConditions, noFacts, rule, squawking7700 } from '../../../test/judged.ts';
import { consequences } from '../model.ts';
import type { FlightFacts } from './conditions.ts';
import type { Detector, FlownFlight } from './detectors/detector.ts';
import { judge, maxMarksOfRule } from './judgement.ts';
import { everyFlight, type Rule } from './rule.ts';

const taxi = finding('taxi-speed', { marks: [mark(9), mark(3)] });
const approach = finding('unstable-approach', {
  marks: [mark(50, { element: 'bank' }), mark(51, { element: 'sink-rate' })],
  notJudged: [{ reason: 'no-gear', element: 'gear' }, { reason: 'too-sparse' }],
});
const detectors = [taxi, approach];

function judged(rules: readonly Rule[], flight: FlownFlight = flownFlight(), facts: FlightFacts = noFacts) {
  return judge({ number: 3, name: 'Standard', rules }, flight, facts, detectors);
}

test('no rules: nothing is marked, and the crew center decides', () => {
  assert.deepEqual(judged([], flownFlight(), { ...noFacts, clientScore: 88 }), {
    set: 3,
    setName: 'Standard',
    marks: [],
    notJudged: [],
    score: 100,
    clientScore: 88,
    state: null,
  });
});

test('each mark takes its points, in order of time, and says under which rule', () => {
  const { marks, score, state } = judged([rule({ text: 'Taxi slower, please.' })]);
  assert.deepEqual(
    marks.map((each) => [(each.from - noon) / 60_000, each.rule, each.detector, each.points, each.text]),
    [
      [3, 'taxi-speed', 'taxi-speed', 5, 'Taxi slower, please.'],
      [9, 'taxi-speed', 'taxi-speed', 5, 'Taxi slower, please.'],
    ],
  );
  assert.deepEqual([score, state], [90, null]);
});

const scores: readonly (readonly [string, readonly Rule[], number])[] = [
  ['a rule takes no more than its maximum', [rule({ points: 5, maxPoints: 7 })], 93],
  ['points of several rules add up', [rule(), rule({ id: 'again', points: 2 })], 86],
  ['a score is never below 0', [rule({ points: 100 })], 0],
  ['what does not follow takes no points', [rule({ follows: ['comment'], points: 0 })], 100],
  ['a rule that is switched off does not count', [rule({ isEnabled: false })], 100],
];

for (const [what, rules, score] of scores)
  test(what, () => {
    assert.equal(judged(rules).score, score);
  });

test('of a detector with elements only the marks of the rule’s own count', () => {
  const ofBank = rule({ id: 'bank', detector: 'unstable-approach', element: 'bank' });
  const { marks, notJudged } = judged([ofBank]);
  assert.deepEqual(
    marks.map(({ element }) => element),
    ['bank'],
  );
  assert.deepEqual(notJudged, [{ reason: 'too-sparse', rule: 'bank', detector: 'unstable-approach' }]);
});

test('what cannot be judged is neither a pass nor a punishment', () => {
  const unknown = rule({ id: 'new', detector: 'not-made-yet', follows: ['reject'], points: 0 });
  const { marks, notJudged, score, state } = judged([unknown]);
  assert.deepEqual([marks, score, state], [[], 100, null]);
  assert.deepEqual(notJudged, [{ reason: 'unknown-detector', rule: 'new', detector: 'not-made-yet' }]);
});

test('a detector that fails is not judged, is reported, and the others are judged', () => {
  const failing = finding('lights', {}, { judge: () => assert.fail('a defect') });
  const bugs: unknown[] = [];
  const rules = [rule(), rule({ id: 'lights', detector: 'lights', follows: ['reject'], points: 0 })];
  const set = { number: 1, name: 'x', rules };
  const { notJudged, score, state } = judge(set, flownFlight(), noFacts, [taxi, failing], (bug) => bugs.push(bug));
  assert.deepEqual([score, state, bugs.length], [90, null, 1]);
  assert.deepEqual(notJudged, [{ reason: 'failed', rule: 'lights', detector: 'lights' }]);
});

test('limits are the rule’s or the detector’s, and a detector looks once for rules with the same', () => {
  const seen: number[] = [];
  const counting: Detector = finding(
    'taxi-speed',
    {},
    {
      judge: (_, { maxKt }) => {
        seen.push(maxKt ?? 0);
        return { marks: [], notJudged: [] };
      },
    },
  );
  const rules = [rule(), rule({ id: 'b' }), rule({ id: 'c', limits: { maxKt: 50 } })];
  judge({ number: 1, name: 'x', rules }, flownFlight(), noFacts, [counting]);
  assert.deepEqual(seen, [30, 50]);
});

test('a rule counts no more than its first marks', () => {
  const many = finding('taxi-speed', { marks: Array.from({ length: 500 }, (_, minute) => mark(500 - minute)) });
  const { marks } = judge({ number: 1, name: 'x', rules: [rule()] }, flownFlight(), noFacts, [many]);
  assert.deepEqual([marks.length, marks[0]?.from], [maxMarksOfRule, mark(1).from]);
});

test('a rule of every flight accepts without a mark, and reviews with one where it ended', () => {
  const every = (follows: Rule['follows']) => judged([rule({ detector: everyFlight, follows, points: 0 })]);
  assert.deepEqual([every(['accept']).state, every(['accept']).marks], ['accept', []]);
  const { state, marks } = every(['review']);
  assert.deepEqual([state, marks.length, marks[0]?.from], ['review', 1, noon + 4_000_000]);
});

const facts = { rank: 'Captain', subfleets: ['738W', '4'], clientScore: null };
const held: readonly (readonly [string, Partial<Rule['conditions']>, boolean])[] = [
  ['aircraft', { aircraftTypes: ['A320', 'b738'] }, true],
  ['another aircraft', { aircraftTypes: ['A320'] }, false],
  ['subfleet', { subfleets: ['738w'] }, true],
  ['another subfleet', { subfleets: ['B738'] }, false],
  ['airport of departure', { airports: ['LSZH'] }, true],
  ['airport of arrival', { airports: ['MMUN'] }, true],
  ['another airport', { airports: ['EGLL'] }, false],
  ['route', { routes: ['LSZH-MMUN'] }, true],
  ['the route back', { routes: ['MMUN-LSZH'] }, false],
  ['rank', { ranks: ['First Officer', 'captain'] }, true],
  ['another rank', { ranks: ['Cadet'] }, false],
  ['an unknown network', { networks: ['vatsim'] }, false],
  ['all of several', { ranks: ['Captain'], airports: ['EGLL'] }, false],
];

for (const [what, conditions, isMet] of held)
  test(`a rule counts by its condition: ${what}`, () => {
    const { marks, leftAlone } = judged(
      [rule({ conditions: { ...noConditions, ...conditions } })],
      flownFlight(),
      facts,
    );
    assert.equal(marks.length > 0, isMet);
    assert.deepEqual(leftAlone, isMet ? undefined : ['taxi-speed']);
  });

const diverted = { pirep: { ...flownFlight().pirep, diversion: { icao: 'EGLL', name: null, lat: null, lon: null } } };
const exempt: readonly (readonly [string, Partial<FlownFlight>, Partial<Rule['exemptions']>, boolean])[] = [
  ['an emergency by event', { events: [flightEvent(noon, 'emergency')] }, { emergency: true }, true],
  ['an emergency by transponder', { positions: squawking7700 }, { emergency: true }, true],
  ['a knob turned through 7700', { positions: squawking7700.slice(0, 1) }, { emergency: true }, false],
  ['an emergency where none exempts', { positions: squawking7700 }, { diversion: true }, false],
  ['a diversion', diverted, { diversion: true }, true],
  ['a diversion where only an emergency exempts', diverted, { emergency: true }, false],
];

for (const [what, change, exemptions, isExempt] of exempt)
  test(`a rule with exemptions and ${what}`, () => {
    const all = { emergency: false, diversion: false, ...exemptions };
    const { score, leftAlone } = judged([rule({ exemptions: all })], flownFlight(change));
    assert.equal(score, isExempt ? 100 : 90);
    assert.deepEqual(leftAlone, isExempt ? ['taxi-speed'] : undefined);
  });

test('a judgement says on which runway a flight without a mark has landed, and never guesses one', async () => {
  const { landedOn, marks } = judged([], await recordedFlight());
  assert.deepEqual([landedOn, marks], [{ airport: 'MMUN', runway: '12L' }, []]);
  assert.equal(judged([]).landedOn, undefined);
});

test('the harshest of what follows wins', () => {
  const all = ['accept', 'reason-needed', 'review', 'reject'] as const;
  all.forEach((_, index) => {
    const follows = all.slice(0, index + 1);
    const rules = follows.map((each) => rule({ id: each, detector: everyFlight, follows: [each], points: 0 }));
    assert.equal(judged(rules).state, all[index]);
  });
});

/** Rules in any combination of what they may hold. */
const anyRule = fc.record({
  detector: fc.constantFrom('taxi-speed', 'unstable-approach', 'unknown', everyFlight),
  element: fc.constantFrom(null, 'bank', 'gear'),
  follows: fc.uniqueArray(fc.constantFrom(...consequences), { minLength: 1 }),
  points: fc.integer({ min: 0, max: 100 }),
  maxPoints: fc.option(fc.integer({ min: 1, max: 100 })),
  isEnabled: fc.boolean(),
  airports: fc.constantFrom([], ['LSZH'], ['EGLL']),
});
const anyRules = fc
  .array(anyRule, { maxLength: 12 })
  .map((all) =>
    all.map(({ airports, ...change }, index) =>
      rule({ ...change, id: `rule-${index}`, conditions: { ...noConditions, airports } }),
    ),
  );

test('a judgement does not depend on the order of its rules', () => {
  fc.assert(
    fc.property(anyRules, fc.infiniteStream(fc.nat()), (rules, keys) => {
      const order = rules.map((each) => ({ each, key: keys.next().value as number })).sort((a, b) => a.key - b.key);
      assert.deepEqual(judged(order.map(({ each }) => each)), judged(rules));
    }),
  );
});

test('a further rule never makes a judgement milder, and never raises its score', () => {
  const harshness = [null, 'accept', 'reason-needed', 'review', 'reject'];
  fc.assert(
    fc.property(anyRules, anyRules, (rules, further) => {
      const renamed = further.map((each) => ({ ...each, id: `further-${each.id}` }));
      const [before, after] = [judged(rules), judged([...rules, ...renamed])];
      assert.ok(harshness.indexOf(after.state) >= harshness.indexOf(before.state));
      assert.ok(after.score <= before.score);
      assert.ok(after.marks.length >= before.marks.length);
    }),
  );
});

test('a score is 100 less the points of the marks, which are from 0 to 100', () => {
  fc.assert(
    fc.property(anyRules, (rules) => {
      const { score, marks } = judged(rules);
      const points = marks.reduce((sum, each) => sum + each.points, 0);
      assert.equal(score, Math.max(0, 100 - points));
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon } from '../../../test/journal/suite/samples.ts';
import { rule } from '../../../test/judged.ts';
import { type JudgedAs, judgedFlight, ruledMark } from '../../../test/judged-flights.ts';
import type { Rule } from '../../tracking/rules/rule.ts';
import { SafetyFigures } from './figures.ts';
import { type Breakdown, tallyOf } from './tally.ts';

const hard = rule({ id: 'hard-landing', detector: 'landing', element: 'rate' });
const stable = rule({ id: 'stable', detector: 'unstable-approach', element: null });
const around = rule({ id: 'go-around', detector: 'go-around', follows: ['count'], points: 0 });

function counted(rules: readonly Rule[] | null, ...flights: readonly JudgedAs[]): SafetyFigures {
  const figures = new SafetyFigures(() => rules);
  for (const [index, each] of flights.entries()) figures.add(judgedFlight(index + 1, each));
  return figures;
}

function tally(figures: SafetyFigures, measure: string): string {
  const { found, judged } = tallyOf(figures.all, measure);
  return `${found} of ${judged}`;
}

const missing = (name: string, element?: string) => ({
  rule: name,
  detector: 'x',
  reason: 'too-sparse',
  ...(element === undefined ? {} : { element }),
});
const sank = ruledMark({ rule: 'stable', detector: 'unstable-approach', element: 'sink-rate' });

const cases: readonly (readonly [what: string, Rule[] | null, JudgedAs, measure: string, expected: string])[] = [
  ['nothing found is a pass', [hard], {}, 'hard-landing', '0 of 1'],
  ['a mark is found', [hard], { judgement: { marks: [ruledMark()] } }, 'hard-landing', '1 of 1'],
  ['two marks are one flight', [hard], { judgement: { marks: [ruledMark(), ruledMark()] } }, 'hard-landing', '1 of 1'],
  ['a flight that was not judged is no pass', [hard], { judgement: null }, 'hard-landing', '0 of 0'],
  ['nor one of a set that cannot be read', null, { judgement: { marks: [ruledMark()] } }, 'hard-landing', '0 of 0'],
  ['nor where no rule looked for it', [hard], {}, 'long-landing', '0 of 0'],
  ['nor where the rule is switched off', [{ ...hard, isEnabled: false }], {}, 'hard-landing', '0 of 0'],
  ['nor where the rule only accepts', [{ ...hard, follows: ['accept'] }], {}, 'hard-landing', '0 of 0'],
  ['nor where it was left alone', [hard], { judgement: { leftAlone: ['hard-landing'] } }, 'hard-landing', '0 of 0'],
  [
    'nor where it could not be judged',
    [hard],
    { judgement: { notJudged: [missing('hard-landing')] } },
    'hard-landing',
    '0 of 0',
  ],
  [
    'another rule may have looked',
    [hard, { ...hard, id: 'other' }],
    { judgement: { leftAlone: ['hard-landing'] } },
    'hard-landing',
    '0 of 1',
  ],
  [
    'an element that is missing is of no matter where it does not count',
    [stable],
    { judgement: { notJudged: [missing('stable', 'gear')] } },
    'unstable-approach',
    '0 of 1',
  ],
  [
    'one that counts is missing',
    [stable],
    { judgement: { notJudged: [missing('stable', 'glide-path')] } },
    'unstable-approach',
    '0 of 0',
  ],
  [
    'what was found is found, whatever else is missing',
    [stable],
    { judgement: { marks: [sank], notJudged: [missing('stable', 'glide-path')] } },
    'unstable-approach',
    '1 of 1',
  ],
  [
    'a mark of another element is none',
    [stable],
    { judgement: { marks: [{ ...sank, element: 'bank' }] } },
    'unstable-approach',
    '0 of 1',
  ],
  [
    'a rule of one element says nothing of the others',
    [{ ...stable, element: 'bank' }],
    {},
    'unstable-approach',
    '0 of 0',
  ],
  [
    'what a rule no longer stores is not judged',
    [stable],
    { judgement: { marks: Array.from({ length: 20 }, () => ({ ...sank, element: 'bank' })) } },
    'unstable-approach',
    '0 of 0',
  ],
  [
    'a silent rule counts',
    [around],
    { judgement: { marks: [ruledMark({ rule: 'go-around', detector: 'go-around' })] } },
    'go-around',
    '1 of 1',
  ],
];

for (const [what, rules, flight, measure, expected] of cases)
  test(what, () => assert.equal(tally(counted(rules, flight), measure), expected));

test('flights are counted by type, airport and runway where they landed, month in UTC, and pilot', () => {
  const landedOn = { airport: 'KMIA', runway: '09' };
  const found = counted(
    [hard],
    { type: 'B738', judgement: { landedOn, marks: [ruledMark()] } },
    { type: 'B738', judgement: { landedOn }, landingAt: Date.UTC(2025, 5, 30, 23, 59), pilot: '8' },
    { type: 'A320', landingAt: Date.UTC(2025, 6, 1) },
  );
  const of = (breakdown: Breakdown) =>
    Object.fromEntries(
      breakdown.groups.map(([name, tallies]) => {
        const { found, judged } = tallyOf(tallies, 'hard-landing');
        return [name, `${found} of ${judged}`];
      }),
    );
  assert.deepEqual(of(found.byType), { B738: '1 of 2', A320: '0 of 1' });
  assert.deepEqual(of(found.byAirport), { KMIA: '1 of 2', MMUN: '0 of 1' });
  assert.deepEqual(of(found.byRunway), { 'KMIA 09': '1 of 2' });
  assert.deepEqual(of(found.byMonth), { '2025-06': '1 of 2', '2025-07': '0 of 1' });
  assert.deepEqual(of(found.byPilot), { '7': '1 of 2', '8': '0 of 1' });
  assert.deepEqual(of(found.byPilotMonth), { '7 2025-06': '1 of 1', '8 2025-06': '0 of 1', '7 2025-07': '0 of 1' });
});

for (const [follows, isNamed] of [
  ['count', false],
  ['comment', false],
  ['points', false],
  ['reason-needed', true],
  ['review', true],
  ['reject', true],
] as const)
  test(`a flight has ${isNamed ? 'a' : 'no'} name where ${follows} follows`, () => {
    const { named } = counted([hard], { judgement: { marks: [ruledMark({ follows: ['points', follows] })] } });
    assert.deepEqual(
      named.map(({ flightId, at }) => [flightId, at]),
      isNamed ? [['flight-1', noon]] : [],
    );
  });

test('the thresholds are those of the rules, each once, or the detector’s', () => {
  const strict = { ...hard, id: 'strict', limits: { rateFpm: 500 } };
  const figures = new SafetyFigures((set) => (set === 1 ? [hard] : [strict]));
  for (const set of [1, 2, 2]) figures.add(judgedFlight(set, { judgement: { set } }));
  const measure = { id: 'hard-landing', title: '', detector: 'landing', elements: ['rate'], limits: ['rateFpm'] };
  assert.deepEqual(figures.limitsOf(measure, 'rateFpm'), [500, 600]);
});

test('flights that were judged and those that were not are counted apart', () => {
  const { judged, unjudged } = counted([hard], {}, { judgement: null }, {});
  assert.deepEqual([judged, unjudged], [2, 1]);
});

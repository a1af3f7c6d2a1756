import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finding, noConditions } from '../../../test/judged.ts';
import { isRefusal } from '../refusals.ts';
import { maxRules, readRuleSet } from './rule-input.ts';

const detectors = new Map(
  [finding('taxi-speed', {}), finding('unstable-approach', {}, { limits: {}, elements: ['bank', 'sink-rate'] })].map(
    (each) => [each.name, each],
  ),
);

const plain = { id: 'taxi', detector: 'taxi-speed', follows: ['points'], points: 5 };

function read(...rules: unknown[]) {
  return readRuleSet({ name: 'Ours', rules }, detectors);
}

function fieldsOf(given: unknown): Readonly<Record<string, string>> {
  try {
    readRuleSet(given, detectors);
  } catch (error) {
    assert.ok(isRefusal(error, 'invalid'), String(error));
    return error.detail.fields ?? {};
  }
  return {};
}

test('what is left out has its default', () => {
  assert.deepEqual(read(plain), {
    name: 'Ours',
    rules: [
      {
        id: 'taxi',
        detector: 'taxi-speed',
        element: null,
        limits: {},
        conditions: noConditions,
        exemptions: { emergency: false, diversion: false },
        follows: ['points'],
        points: 5,
        maxPoints: null,
        text: null,
        isEnabled: true,
      },
    ],
  });
});

test('codes are kept in capitals, and what was read is read again as it is', () => {
  const conditions = { aircraftTypes: [' b738'], routes: ['eddf-egll'], networks: ['VATSIM'], ranks: ['Cadet'] };
  const set = read({ ...plain, conditions, limits: { maxKt: 25 }, exemptions: { emergency: true }, text: ' Slower! ' });
  const [rule] = set.rules;
  assert.deepEqual(
    [rule?.conditions.aircraftTypes, rule?.conditions.routes, rule?.conditions.networks, rule?.text],
    [['B738'], ['EDDF-EGLL'], ['vatsim'], 'Slower!'],
  );
  assert.deepEqual(readRuleSet(JSON.parse(JSON.stringify(set)), detectors), set);
});

const wrong: readonly (readonly [string, object, string])[] = [
  ['an unknown detector', { detector: 'constructor' }, 'detector'],
  ['no detector', { detector: undefined }, 'detector'],
  ['an unknown element', { detector: 'unstable-approach', element: 'gear' }, 'element'],
  ['an element of a detector without any', { element: 'bank' }, 'element'],
  ['an unknown limit', { limits: { maxMph: 30 } }, 'limits.maxMph'],
  ['a limit out of its range', { limits: { maxKt: 101 } }, 'limits.maxKt'],
  ['a limit that is a text', { limits: { maxKt: '30' } }, 'limits.maxKt'],
  ['a limit that is no number', { limits: { maxKt: Number.NaN } }, 'limits.maxKt'],
  ['limits as a list', { limits: [30] }, 'limits'],
  ['an unknown member', { penalty: 5 }, 'penalty'],
  ['no consequence', { follows: [], points: 0 }, 'follows'],
  ['an unknown consequence', { follows: ['points', 'ban'] }, 'follows'],
  ['what is counted and more', { follows: ['count', 'points'] }, 'follows'],
  ['an acceptance for what was found', { follows: ['accept'], points: 0 }, 'follows'],
  ['points without points', { points: 0 }, 'points'],
  ['points that do not follow', { follows: ['comment'] }, 'points'],
  ['half a point', { points: 2.5 }, 'points'],
  ['101 points', { points: 101 }, 'points'],
  ['a maximum of 0', { maxPoints: 0 }, 'maxPoints'],
  ['an id in capitals', { id: 'Taxi' }, 'id'],
  ['a long id', { id: 'a'.repeat(41) }, 'id'],
  ['a text of two lines', { text: 'a\nb' }, 'text'],
  ['a long text', { text: 'a'.repeat(301) }, 'text'],
  ['a switch as a text', { isEnabled: 'no' }, 'isEnabled'],
  ['an unknown condition', { conditions: { weather: ['rain'] } }, 'conditions.weather'],
  ['a condition that is no list', { conditions: { ranks: 'Captain' } }, 'conditions.ranks'],
  ['too many values', { conditions: { ranks: Array(101).fill('Captain') } }, 'conditions.ranks'],
  ['an airport that is no code', { conditions: { airports: ['Zürich'] } }, 'conditions.airports'],
  ['a route without its arrival', { conditions: { routes: ['EDDF'] } }, 'conditions.routes'],
  ['an unknown network', { conditions: { networks: ['facebook'] } }, 'conditions.networks'],
  ['an exemption as a number', { exemptions: { emergency: 1 } }, 'exemptions.emergency'],
];

for (const [what, change, field] of wrong)
  test(`a rule with ${what} is refused, naming the field`, () => {
    const fields = fieldsOf({ name: 'Ours', rules: [{ ...plain, ...change }] });
    assert.deepEqual(Object.keys(fields), [`rules.0.${field}`]);
  });

const sets: readonly (readonly [string, unknown, string])[] = [
  ['that is no object', null, ''],
  ['that is a list', [], ''],
  ['without a name', { name: ' ', rules: [] }, 'name'],
  ['without rules', { name: 'Ours' }, 'rules'],
  ['with too many rules', { name: 'Ours', rules: Array(maxRules + 1).fill(plain) }, 'rules'],
  ['with one id twice', { name: 'Ours', rules: [plain, plain] }, 'rules.1.id'],
  ['with a rule that is no object', { name: 'Ours', rules: ['no'] }, 'rules.0'],
  ['with a further member', { name: 'Ours', rules: [], number: 7 }, 'number'],
];

for (const [what, given, field] of sets)
  test(`a set ${what} is refused, naming the field`, () => {
    assert.ok(Object.hasOwn(fieldsOf(given), field), JSON.stringify(fieldsOf(given)));
  });

test('a set that is too long as a whole is refused', () => {
  const ranks = Array.from({ length: 100 }, (_, index) => `Rank ${String(index).padStart(34, '0')}`);
  const rules = Array.from({ length: 15 }, (_, index) => ({ ...plain, id: `rule-${index}`, conditions: { ranks } }));
  assert.deepEqual(Object.keys(fieldsOf({ name: 'Ours', rules })), ['rules']);
});

test('a wholly wrong set is not repeated in the answer', () => {
  const fields = fieldsOf({ name: 'Ours', rules: Array(60).fill({}) });
  assert.ok(Object.keys(fields).length <= 20);
});

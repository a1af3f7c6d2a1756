import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedFlight } from '../../../test/flight-model/recorded-flight.ts';
import { noFacts } from '../../../test/judged.ts';
import { detectors, detectorsByName } from './detectors/detectors.ts';
import { type ExampleName, exampleNames, exampleSet } from './example-sets.ts';
import { judge } from './judgement.ts';
import type { Rule } from './rule.ts';
import { readRuleSet } from './rule-input.ts';

for (const name of exampleNames)
  test(`the example ${name} is a set that may be saved as it is`, () => {
    const set = exampleSet(name, detectorsByName);
    assert.deepEqual(readRuleSet(set, detectorsByName), set);
    assert.ok(set.rules.length >= 10);
  });

test('the stricter an example, the harsher it judges a real flight', async () => {
  const flight = await recordedFlight();
  const onBug = (error: unknown) => assert.fail(String(error));
  const scores = exampleNames.map((name, index) => {
    const { rules } = exampleSet(name, detectorsByName);
    return judge({ number: index + 1, name, rules }, flight, noFacts, detectors, onBug).score;
  });
  assert.deepEqual(
    scores.toSorted((a, b) => b - a),
    scores,
  );
});

/** What a rule asks for, and what it costs. */
function inShort({ id, limits, follows, points, maxPoints }: Rule): string {
  const asked = Object.entries(limits).map(([name, limit]) => `${name}=${limit}`);
  const cost = points > 0 ? [`${points} to ${maxPoints ?? 'any'}`] : [];
  return [id, ...asked, ...follows, ...cost].join(' ');
}

const inWords: Readonly<Record<ExampleName, readonly string[]>> = {
  relaxed: [
    'accept accept',
    'slewed review',
    'jumped review',
    'crash review',
    'paused maxS=3600 comment',
    'sim-rate maxRate=4 comment',
    'other-aircraft comment',
    'hard-landing rateFpm=1000 points 10 to 20',
    'wrong-airport comment',
    'unstable-approach count',
    'go-around count',
    'speed-below-10000 maxKt=280 points 5 to 5',
  ],
  standard: [
    'accept accept',
    'slewed review',
    'jumped review',
    'refuelled review',
    'crash reject',
    'paused maxS=600 comment',
    'sim-rate points 10 to 10',
    'other-aircraft reason-needed',
    'gap-before-touchdown review',
    'wrong-airport reason-needed',
    'hard-landing points 10 to 20',
    'load-at-landing points 10 to 20',
    'long-landing points 5 to 10',
    'bounced points 3 to 6',
    'overrun review',
    'unstable-approach points 3 to 12',
    'go-around count',
    'touch-and-go count',
    'speed-below-10000 points 5 to 15',
    'taxi-speed points 3 to 9',
    'lights points 2 to 6',
    'fuel-at-landing reason-needed',
    'late count',
    'off-plan comment',
  ],
  strict: [
    'accept accept',
    'slewed reject',
    'jumped reject',
    'refuelled reject',
    'crash reject',
    'paused maxS=60 review',
    'sim-rate reject',
    'other-aircraft review',
    'gap-before-touchdown reject',
    'wrong-airport review',
    'no-runway review',
    'hard-landing rateFpm=500 points 15 to 30',
    'load-at-landing g=1.6 points 15 to 30',
    'long-landing points 10 to 20',
    'off-centre points 5 to 10',
    'bounced points 5 to 10',
    'overrun points review 20 to any',
    'unstable-approach points 5 to 25',
    'unstable-and-landed review',
    'go-around comment',
    'touch-and-go review',
    'speed-below-10000 points 10 to 30',
    'taxi-speed maxKt=25 points 5 to 15',
    'lights points 5 to 15',
    'fuel-at-landing review',
    'late comment',
    'early comment',
    'off-plan reason-needed',
  ],
};

for (const name of exampleNames)
  test(`the example ${name} says and costs what airlines have read of it`, () => {
    assert.deepEqual(exampleSet(name, detectorsByName).rules.map(inShort), inWords[name]);
  });

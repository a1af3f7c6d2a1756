import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedFlight } from '../../../test/flight-model/recorded-flight.ts';
import { noFacts } from '../../../test/judged.ts';
import { detectors, detectorsByName } from './detectors/detectors.ts';
import { exampleNames, exampleSet } from './example-sets.ts';
import { judge } from './judgement.ts';
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

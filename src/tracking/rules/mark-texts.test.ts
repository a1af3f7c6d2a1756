import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mark } from '../../../test/judged.ts';
import { detectors, detectorsByName } from './detectors/detectors.ts';
import { markTexts, sentenceOf } from './mark-texts.ts';
import { everyFlight } from './rule.ts';

const keys = detectors.flatMap(({ name, elements = [] }) =>
  elements.length === 0 ? [name] : elements.map((element) => `${name}.${element}`),
);

test('there is a text for each detector and element, and none for what no detector finds', () => {
  assert.deepEqual(Object.keys(markTexts).sort(), [...keys, everyFlight].sort());
});

test('a sentence names value and limit in their unit, and what the mark’s data hold', () => {
  const said = (name: string, change: object) => sentenceOf(detectorsByName.get(name) ?? null, name, mark(0, change));
  assert.equal(said('taxi-speed', { value: 41.7, limit: 30 }), 'Taxied at 42 kt; the limit is 30 kt.');
  assert.equal(
    said('landing', { element: 'rate', value: -812.4, limit: 600, data: { unit: 'fpm' } }),
    'Touched down at -812 ft/min; the limit is 600 ft/min.',
  );
  assert.equal(said('sim-rate', { element: 'faster', value: 4 }), 'Flown at a simulation rate of 4 ×.');
  assert.equal(said('constructor', { value: null, limit: null }), 'constructor.');
  assert.equal(
    said('lights', { element: 'unheard-of', value: 30, limit: 20 }),
    'Lights (unheard of): 30 s, limit 20 s.',
  );
});

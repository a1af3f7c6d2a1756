import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import type { FlightState } from '../../tracking/model.ts';
import { plainVisitor, visitorOf } from '../visitor/visitor.ts';
import type { FlightRecord } from './record.ts';
import { shareWords } from './share-words.ts';

function recordOf(state: FlightState, phase: string | null, figures: Record<string, number | null> | null) {
  const pirep = { flightTimeMin: null, distanceNm: null, landingRateFpm: null, notes: 'by Ada', ...figures };
  return {
    view: { flight: sampleFlight(1, { state }), phase },
    pirep,
    isFiled: figures !== null,
  } as unknown as FlightRecord;
}

test('a link to a flight says its figures once it is filed, before that its state and phase', () => {
  const filed = recordOf('filed', 'arrived', { flightTimeMin: 660, distanceNm: 4_999.2, landingRateFpm: -448 });
  assert.equal(shareWords(filed, plainVisitor()).join(' · '), '11 h 00 min · 4,999 nm · −448 ft/min');
  const german = visitorOf({ query: { lang: 'de', units: 'm-kmh-km-kg' }, headers: {} });
  assert.equal(shareWords(filed, german).join(' · '), '11 h 00 min · 9.259 km · −2,3 m/s');
  assert.deepEqual(shareWords(recordOf('filed', null, {}), plainVisitor()), []);
  assert.deepEqual(shareWords(recordOf('open', 'descent', null), plainVisitor()), ['In progress, Descent']);
  assert.deepEqual(shareWords(recordOf('open', 'call me: Ada', null), plainVisitor()), ['In progress']);
  assert.deepEqual(shareWords(recordOf('suspended', 'cruise', null), german), ['Unterbrochen']);
});

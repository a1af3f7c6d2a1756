import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlownFlight } from '../../src/tracking/rules/detectors/detector.ts';
import { detectors } from '../../src/tracking/rules/detectors/detectors.ts';
import { flightTroubles } from './flight-troubles.ts';
import { judgeBy } from './flown-flight.ts';
import { clientOf, makeFlight } from './made-flight.ts';
import { recordedFlight } from './recorded-flight.ts';
import { landingTroubles, type Trouble, westToFrankfurt } from './troubles.ts';

/** What was found, as `detector element`. */
function found(flight: FlownFlight): readonly string[] {
  return detectors.flatMap((detector) =>
    judgeBy(detector, flight).marks.map(({ element }) => `${detector.name} ${element ?? ''}`),
  );
}

test('no detector finds a fault on 200 flights without trouble, whatever their clients report', () => {
  for (let number = 1; number <= 200; number++) {
    const seed = String(number);
    const { flight, leg } = makeFlight({ seed, client: clientOf(seed) });
    assert.deepEqual(found(flight), [], `flight ${seed}, ${leg.from.airport} to ${leg.to.airport}`);
  }
});

test('no detector finds a fault on the real flight', async () => {
  assert.deepEqual(found(await recordedFlight()), []);
  assert.deepEqual(found(await recordedFlight(false)), []);
});

const troubles: Readonly<Record<string, Trouble>> = { ...landingTroubles, ...flightTroubles };

for (const [name, { making, detector, elements, alsoBy = [] }] of Object.entries(troubles)) {
  test(`${name}: found by ${detector}, and by nothing that has to do with something else`, () => {
    const { flight } = makeFlight({ seed: name, leg: westToFrankfurt(), ...making });
    const all = found(flight);
    const own = new Set(all.filter((each) => each.startsWith(`${detector} `)));
    assert.deepEqual(
      [...own],
      (elements ?? ['']).map((element) => `${detector} ${element}`),
    );
    const others = all.filter((each) => !own.has(each) && !alsoBy.includes(each.split(' ')[0] ?? ''));
    assert.deepEqual(others, []);
  });
}

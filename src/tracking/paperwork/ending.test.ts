import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { noon, sampleFlight } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { nothingReported } from '../figures/pirep.ts';
import { Changes } from '../flight/changes.ts';
import { LiveFlight } from '../flight/live-flight.ts';
import { LiveFlights } from '../flight/live-flights.ts';
import type { Transition } from '../flight/transition.ts';
import { isRefusal } from '../refusals.ts';
import { endFlight } from './ending.ts';

/** A flight that lost a report on a full disk: its totals are read again before it ends, which takes as long as the test wants. */
function ending() {
  const changes = new Changes((error) => assert.fail(String(error)));
  const storing = { saveFlight: async () => undefined };
  const flights = new LiveFlights(storing, new ManualClock(noon), { close: async () => undefined }, changes);
  const live = new LiveFlight(
    { flight: sampleFlight(1), delivered: 0, sealed: null },
    { hasSealedReport: () => false },
  );
  flights.add(live);
  const lost = position(noon);
  live.addPosition(1, lost);
  live.positions.forget(lost);
  const reading = Promise.withResolvers<readonly never[]>();
  const journal = { barrier: async () => undefined, readSealed: () => null, readReports: () => reading.promise };
  const core = { flights, journal, platform: { cancelPirep: async () => null } };
  const end = () => endFlight(core, live, 'abandoned', 'late');
  return { flights, live, end, read: () => reading.resolve([]) };
}

const meanwhile: readonly (readonly [string, Transition, string])[] = [
  ['finished', { kind: 'finishing', figures: nothingReported, rules: null }, 'filing'],
  ['ended by the crew center', { kind: 'ended-by-host', reason: 'x', summary: ending().live.summary() }, 'cancelled'],
];

for (const [what, transition, state] of meanwhile)
  test(`a flight that is ${what} while its totals are read again does not end a second time`, async () => {
    const { flights, live, end, read } = ending();
    const done = end();
    const outcome = done.catch((error: unknown) => error);
    await flights.apply(live, transition);
    const before = live.flight;
    read();
    const result = await outcome;
    assert.ok(result === before || isRefusal(result, 'flight-filing'), String(result));
    assert.deepEqual([live.flight, live.flight.state], [before, state]);
  });

test('nothing happened meanwhile: it ends, without what was lost', async () => {
  const { end, read } = ending();
  read();
  const flight = await end();
  assert.deepEqual([flight.state, flight.reason, flight.summary?.positionCount], ['abandoned', 'late', 0]);
});

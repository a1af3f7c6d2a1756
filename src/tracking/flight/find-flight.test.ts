import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { Changes } from './changes.ts';
import { FlightFinder } from './find-flight.ts';
import { LiveFlight } from './live-flight.ts';
import { LiveFlights } from './live-flights.ts';

test('of two flights whose paperwork is under way, a call without a name means the one that was finished last', async () => {
  const clock = new ManualClock(1_000);
  const changes = new Changes((error) => assert.fail(String(error)));
  const flights = new LiveFlights(
    { saveFlight: async () => undefined },
    clock,
    { close: async () => undefined },
    changes,
  );
  const none = { readFlight: async () => null, listFlights: async () => [], readLastEnded: async () => null };
  for (const number of [1, 2]) {
    const flight = { ...sampleFlight(number), state: 'filing' as const };
    flights.add(new LiveFlight({ flight, delivered: 0, sealed: null }, { hasSealedReport: () => false }));
  }
  const found = await new FlightFinder(flights, none, clock).forPaperwork('7', null);
  assert.equal(found?.flight.id, 'flight-2');
});

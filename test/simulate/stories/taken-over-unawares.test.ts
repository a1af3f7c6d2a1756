import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ModelDisk } from '../../../prove/simulate/model-journal/model-disk.ts';
import { Changes } from '../../../src/tracking/flight/changes.ts';
import { FlightFinder } from '../../../src/tracking/flight/find-flight.ts';
import { LiveFlights } from '../../../src/tracking/flight/live-flights.ts';
import type { Flight } from '../../../src/tracking/model.ts';
import { isRefusal, type RefusalCode } from '../../../src/tracking/refusals.ts';
import { sampleFlight } from '../../journal/suite/samples.ts';
import { RunningClock } from '../running-clock.ts';

test('a flight that goes on, and is not in memory, is another server’s by now; an ended one is found', async () => {
  const cases: readonly [Partial<Flight>, RefusalCode | null][] = [
    [{ state: 'open' }, 'shutting-down'],
    [{ state: 'suspended' }, 'shutting-down'],
    [{ state: 'starting' }, 'shutting-down'],
    [{ state: 'filed', endedAt: 1 }, null],
    [{ state: 'cancelled', endedAt: 1 }, null],
  ];
  for (const [change, code] of cases) {
    const clock = new RunningClock();
    const journal = new ModelDisk().open(clock);
    const flight = sampleFlight(1, change);
    await journal.saveFlight(flight);
    const flights = new LiveFlights(
      journal,
      clock,
      { close: async () => undefined },
      new Changes((error) => assert.fail(String(error))),
    );
    const finder = new FlightFinder(flights, journal, clock);
    const named = finder.named(flight.pilot.id, { flightId: flight.id });
    if (code === null) assert.equal((await named).flight.id, flight.id, change.state);
    else await assert.rejects(named, (error) => isRefusal(error, code), change.state);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleFlight } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { Changes } from '../flight/changes.ts';
import { LiveFlight } from '../flight/live-flight.ts';
import { LiveFlights } from '../flight/live-flights.ts';
import type { Flight } from '../model.ts';
import type { PaperworkCore } from '../paperwork/core.ts';
import { Refusal } from '../refusals.ts';
import { endSilence } from './silence.ts';
import { Suspension } from './suspension.ts';

const minute = 60_000;
const limits = { suspendAfterMin: 30, abandonAfterH: 72 };
const away = new Refusal('crew-center-unavailable', { message: 'away' });
const gone = new Refusal('flight-not-found', { message: 'gone' });

/** A flight that reported last at noon, and a crew center that gives these answers in turn; then it says yes. */
function sweeping(answers: readonly (Error | null)[] = [], changes: Partial<Flight> = {}) {
  const clock = new ManualClock(noon);
  const listeners = new Changes((error) => assert.fail(String(error)));
  const storing = { saveFlight: async () => undefined };
  const flights = new LiveFlights(storing, clock, { close: async () => undefined }, listeners);
  const flight = sampleFlight(1, { lastReportAt: noon, pirepId: 'theirs', ...changes });
  const live = new LiveFlight({ flight, delivered: 0, sealed: null }, { hasSealedReport: () => false });
  flights.add(live);
  const asked: string[] = [];
  const waiting = [...answers];
  let found: { readonly state: string } | Error = { state: 'open' };
  const platform = {
    suspendPirep: async () => {
      asked.push('suspend');
      const answer = waiting.shift() ?? null;
      if (answer !== null) throw answer;
    },
    findPirep: async () => {
      asked.push('find');
      if (found instanceof Error) throw found;
      return found;
    },
    cancelPirep: async () => null,
  };
  const core = { flights, platform } as unknown as PaperworkCore;
  const suspension = new Suspension(core);
  return {
    live,
    flights,
    suspension,
    /** What the crew center was asked in one sweep, this long after noon. */
    async sweep(minutes: number) {
      asked.length = 0;
      await endSilence(core, suspension, limits, noon + minutes * minute);
      return [live.flight.state, ...asked];
    },
    find: (there: typeof found) => (found = there),
    asked,
  };
}

test('a silent flight is suspended in the crew center once', async () => {
  const { sweep } = sweeping();
  assert.deepEqual(await sweep(29), ['open']);
  assert.deepEqual(await sweep(30), ['suspended', 'suspend']);
  assert.deepEqual(await sweep(31), ['suspended']);
});

test('while the crew center is away it is asked in each sweep, and no more once it has answered', async () => {
  const { sweep } = sweeping([away, away]);
  for (const minutes of [30, 31, 32]) assert.deepEqual(await sweep(minutes), ['suspended', 'suspend']);
  assert.deepEqual(await sweep(33), ['suspended']);
});

test('a flight that goes on before the crew center answers is not suspended there', async () => {
  const { sweep, flights, live } = sweeping([away]);
  await sweep(30);
  await flights.apply(live, { kind: 'resumed' });
  live.noteSign(noon + 30 * minute);
  assert.deepEqual(await sweep(31), ['open']);
  assert.deepEqual(await sweep(60), ['suspended', 'suspend']);
  assert.deepEqual(await sweep(61), ['suspended'], 'what was left of the first time is done with the second');
});

test('a PIREP that is gone is looked for once, and the flight ends with one that was cancelled', async () => {
  const lost = sweeping([gone]);
  assert.deepEqual(await lost.sweep(30), ['suspended', 'suspend', 'find']);
  assert.deepEqual(await lost.sweep(31), ['suspended']);
  const cancelled = sweeping([away, gone]);
  cancelled.find({ state: 'cancelled' });
  assert.deepEqual(await cancelled.sweep(30), ['suspended', 'suspend']);
  assert.deepEqual(await cancelled.sweep(31), ['cancelled', 'suspend', 'find']);
  const unknown = sweeping([gone]);
  unknown.find(away);
  assert.deepEqual(await unknown.sweep(30), ['suspended', 'suspend', 'find'], 'the crew center went away meanwhile');
});

test('a bug is thrown, whoever has it', async () => {
  await assert.rejects(sweeping([new Error('a bug')]).sweep(30), /a bug/);
  const { find, sweep } = sweeping([gone]);
  find(new Error('a bug'));
  await assert.rejects(sweep(30), /a bug/);
});

test('of a pilot who may no longer fly only an open flight is suspended', async () => {
  const open = sweeping();
  await open.suspension.ground(open.live.flight.pilot.id);
  assert.deepEqual([open.live.flight.state, ...open.asked], ['suspended', 'suspend']);
  const suspended = sweeping([], { state: 'suspended' });
  await suspended.suspension.ground(suspended.live.flight.pilot.id);
  await suspended.suspension.ground('nobody');
  assert.deepEqual(suspended.asked, []);
});

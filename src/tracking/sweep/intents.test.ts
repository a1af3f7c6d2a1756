import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleFlight } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { nothingReported } from '../figures/pirep.ts';
import { Changes } from '../flight/changes.ts';
import { LiveFlight } from '../flight/live-flight.ts';
import { LiveFlights } from '../flight/live-flights.ts';
import type { Transition } from '../flight/transition.ts';
import { Delays } from '../paperwork/delays.ts';
import { cancelAtPlatform, endFlight } from '../paperwork/ending.ts';
import { isRefusal, Refusal } from '../refusals.ts';
import { IntentSweep } from './intents.ts';

/** A flight whose next document is stored, or refused, when the test says so. */
function slowDisk() {
  const disk = Promise.withResolvers<void>();
  disk.promise.catch(() => undefined);
  const clock = new ManualClock(noon);
  const changes = new Changes((error) => assert.fail(String(error)));
  const storing = { saveFlight: () => disk.promise };
  const flights = new LiveFlights(storing, clock, { close: async () => undefined }, changes);
  const stored = { flight: sampleFlight(1), delivered: 0, sealed: null };
  const live = new LiveFlight(stored, { hasSealedReport: () => false });
  flights.add(live);
  const asked: string[] = [];
  const journal = { barrier: () => disk.promise, readSealed: () => null, readReports: async () => [] };
  const cancelPirep = async () => {
    asked.push('cancel');
    return null;
  };
  const core = { flights, journal, platform: { cancelPirep } };
  const note = (what: string) => async () => void asked.push(what);
  const resolvers = { start: note('start'), finish: note('finish'), check: note('check'), aircraft: note('aircraft') };
  const cancel = (flight: LiveFlight) => cancelAtPlatform(core, flight);
  const delays = new Delays(clock);
  const sweep = new IntentSweep(flights, { ...resolvers, cancel }, delays, clock, (error) =>
    assert.fail(String(error)),
  );
  return { disk, flights, live, core, sweep, asked, clock };
}

const full = () => new Refusal('journal-full', { message: 'full', retryAfterS: 5 });

const intents: readonly (readonly [string, (live: LiveFlight) => Transition])[] = [
  ['finish', () => ({ kind: 'finishing', figures: nothingReported, rules: null })],
  ['cancel', (live) => ({ kind: 'ended', to: 'cancelled', reason: null, summary: live.summary() })],
];

for (const [what, transition] of intents) {
  test(`the crew center is not asked to ${what} before that is on the disk, and never when the disk refuses it`, async () => {
    for (const isFull of [false, true]) {
      const { disk, flights, live, sweep, asked } = slowDisk();
      const stored = flights.apply(live, transition(live)).catch((error: unknown) => error);
      await sweep.intents();
      assert.deepEqual(asked, []);
      if (isFull) disk.reject(full());
      else disk.resolve();
      await stored;
      await sweep.intents();
      assert.deepEqual(asked, isFull ? [] : [what]);
      assert.equal(live.flight.state === 'open', isFull);
    }
  });
}

test('another call that waits for a cancellation does not send it to the crew center before it is on the disk', async () => {
  const { disk, live, core, asked } = slowDisk();
  const stored = endFlight(core, live, 'cancelled', null).catch((error: unknown) => error);
  const told = cancelAtPlatform(core, live).catch((error: unknown) => error);
  disk.reject(full());
  assert.ok(isRefusal(await stored, 'journal-full') && isRefusal(await told, 'journal-full'));
  assert.deepEqual([asked, live.flight.state], [[], 'open']);
});

test('a start without a result is left to the client for half a minute, and then looked up', async () => {
  const { disk, flights, sweep, asked, clock } = slowDisk();
  disk.resolve();
  const flight = sampleFlight(2, { state: 'starting', intent: { kind: 'start', at: noon } });
  flights.add(new LiveFlight({ flight, delivered: 0, sealed: null }, { hasSealedReport: () => false }));
  await clock.advance(29_999);
  await sweep.intents();
  assert.deepEqual(asked, []);
  await clock.advance(1);
  await sweep.intents();
  assert.deepEqual(asked, ['start']);
});

test('how often something was tried is forgotten with the flight', async () => {
  const { disk, flights, live, clock } = slowDisk();
  disk.resolve();
  await flights.apply(live, { kind: 'finishing', figures: nothingReported, rules: null });
  const failing = new IntentSweep(
    flights,
    { start: fails, finish: fails, check: fails, aircraft: fails, cancel: fails },
    new Delays(clock),
    clock,
    (error) => assert.fail(String(error)),
  );
  await failing.intents();
  assert.ok(failing.tries(live.flight.id) !== undefined);
  flights.remove(live);
  await failing.intents();
  assert.equal(failing.tries(live.flight.id), undefined);
});

const fails = () => Promise.reject(new Refusal('crew-center-unavailable', { message: 'away', retryAfterS: 5 }));

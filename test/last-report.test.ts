import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyFold, foldPosition } from '../src/tracking/figures/fold.ts';
import { LiveFlight } from '../src/tracking/flight/live-flight.ts';
import { position } from './flown.ts';
import { sampleEvent, sampleFlight } from './journal/suite/samples.ts';
import { World } from './world.ts';

const minute = 60_000;

test('after a restart a flight knows when its last report came, also one that is a sealed event', async () => {
  await using world = await World.open({ sealEvery: 1 });
  const { session } = await world.startFlight();
  await world.calls.report(session, { name: null, positions: [position(world.clock.now())], opening: null });
  await world.clock.advance(20 * minute);
  const at = world.clock.now();
  const events = [sampleEvent(1, { recordedAt: at, receivedAt: at })];
  await world.calls.recordEvents(session, { name: null, events });
  await world.clock.advance(2 * minute);
  await world.journal.barrier();
  await world.restart();
  const again = await world.signIn();
  assert.equal((await world.calls.readFlight(again, null))?.lastReportAt, at);
  await world.clock.advance(20 * minute);
  assert.equal((await world.calls.readFlight(again, null))?.flight.state, 'open', 'it was silent for 22 minutes');
});

test('what an earlier release sealed says it by its newest position', () => {
  const flight = sampleFlight(1);
  const last = position(flight.startedAt + minute, { receivedAt: flight.startedAt + minute });
  const fold = emptyFold(flight.startedAt);
  foldPosition(fold, last);
  const { lastReceivedAt: _, ...progress } = fold;
  const sealed = {
    lastNumber: 1,
    positionCount: 1,
    eventCount: 0,
    positionSeqs: [],
    eventSeqs: [],
    lastRecordedAt: last.recordedAt,
    lastPosition: last,
    progress,
  };
  const live = new LiveFlight({ flight, delivered: 0, sealed }, { hasSealedReport: () => false });
  assert.equal(live.lastReportAt, flight.startedAt + minute);
});

test('a suspended flight is given up by its document after a restart: a sign of life is in no report', () => {
  const signAt = (state: 'open' | 'suspended') => {
    const flight = sampleFlight(1, { state, lastReportAt: sampleFlight(1).startedAt + 9 * minute });
    const live = new LiveFlight({ flight, delivered: 0, sealed: null }, { hasSealedReport: () => false });
    const at = flight.startedAt + minute;
    const reports = [
      { kind: 'position', number: 1, position: position(at, { receivedAt: at }) },
      { kind: 'event', number: 2, event: sampleEvent(1, { recordedAt: at, receivedAt: at }) },
    ] as const;
    for (const report of reports) live.restore(report);
    const restored = live.lastReportAt;
    live.refold(null, reports);
    return [restored, live.lastReportAt].map((each) => (each - flight.startedAt) / minute);
  };
  assert.deepEqual(signAt('suspended'), [9, 9]);
  // Where it goes on, the document may be from before a clock was set back.
  assert.deepEqual(signAt('open'), [1, 1]);
});

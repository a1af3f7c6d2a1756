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

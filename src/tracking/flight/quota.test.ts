import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { World } from '../../../test/world.ts';
import type { FlightEvent } from '../model.ts';
import { SeqRanges } from './repeats.ts';

const minuteMs = 60_000;
const quotas = { reportsPerFlight: 100, bytesPerFlight: 20_000, eventsPerMinute: 2, eventBurst: 5 };

async function openFlight(change: Partial<typeof quotas> = {}) {
  const world = await World.open({ quotas: { ...quotas, ...change } });
  const { session } = await world.startFlight();
  const start = world.clock.now();
  const report = (from: number, count: number) =>
    world.calls.report(session, {
      name: null,
      opening: null,
      positions: Array.from({ length: count }, (_, index) =>
        position(start - minuteMs + from + index, { seq: from + index }),
      ),
    });
  const note = (minutes: number, message = 'x'): FlightEvent => ({
    seq: null,
    kind: 'note',
    message,
    lat: null,
    lon: null,
    data: null,
    isDated: true,
    recordedAt: start + minutes * minuteMs,
    receivedAt: start,
  });
  const record = (events: readonly FlightEvent[]) => world.calls.recordEvents(session, { name: null, events });
  return { world, session, report, note, record, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test('beyond the maximum number of reports no more are stored, repeats are recognised, and the flight can be finished', async () => {
  await using flight = await openFlight();
  assert.equal((await flight.report(0, 60)).stored, 60);
  const over = await flight.report(60, 60);
  assert.deepEqual([over.stored, over.refused.length], [40, 20]);
  assert.deepEqual(over.refused[0], {
    index: 40,
    isExcess: true,
    fields: { quota: 'this flight has stored its 100 reports' },
  });
  assert.equal((await flight.report(0, 60)).duplicate, 60);
  assert.equal((await flight.record([flight.note(-1)])).refused.length, 1);
  const figures = { ...emptyFigures, flightTimeMin: 60 };
  const finished = await flight.world.calls.finish(flight.session, { name: null, figures, opening: null });
  assert.equal(finished.state, 'filed');
});

test('the same beyond the maximum size, which includes reports from before a restart', async () => {
  await using flight = await openFlight();
  const long = 'x'.repeat(1_900);
  for (let count = 0; count < 4; count++) await flight.record([flight.note(-4 + count, long)]);
  await flight.world.restart();
  const session = await flight.world.signIn();
  const late = [flight.note(-40, long), flight.note(-30, long)];
  const first = await flight.world.calls.recordEvents(session, { name: null, events: late });
  assert.equal(first.stored, 2);
  const positions = Array.from({ length: 90 }, (_, index) => position(Date.UTC(2024, 3, 6, 9) + index, { seq: index }));
  const { stored, refused } = await flight.world.calls.report(session, { name: null, opening: null, positions });
  assert.ok(stored > 10 && stored < 90, String(stored));
  assert.match(refused[0]?.fields.quota ?? '', /20000 bytes/);
});

test('events: a burst, then a maximum per minute by their own time, however late they arrive', async () => {
  await using flight = await openFlight();
  const many = Array.from({ length: 8 }, (_, index) => ({
    ...flight.note(-600),
    recordedAt: flight.note(-600).recordedAt + index,
  }));
  assert.equal((await flight.record(many)).stored, 5);
  const everyHalfMinute = Array.from({ length: 40 }, (_, index) => flight.note(-590 + index / 2));
  assert.equal((await flight.record(everyHalfMinute)).stored, 40);
});

test('events: times that go back earn nothing again', async () => {
  await using flight = await openFlight();
  const there = Array.from({ length: 30 }, (_, index) => ({
    ...flight.note(index % 2 === 0 ? -600 : -300),
    seq: index + 1,
  }));
  const { stored, refused } = await flight.record(there);
  assert.deepEqual([stored, refused.length], [6, 24], 'a burst, and what the way to the later time earned');
});

test('numbers with gaps are stored until there are too many gaps, whatever their order', () => {
  const ranges = new SeqRanges([]);
  for (let seq = 40_000; seq > 20_000; seq -= 2) ranges.add(seq);
  assert.equal(ranges.toArray().length, 10_000);
  assert.equal(ranges.hasRoomFor(10), false);
  assert.equal(ranges.hasRoomFor(40_001), true, 'it extends a range');
  assert.equal(ranges.hasRoomFor(30_001), true, 'it closes a gap');
  assert.equal(ranges.hasRoomFor(30_000), true, 'it is a repeat');
});

const emptyFigures = {
  flightTimeMin: null,
  distanceNm: null,
  fuelUsedLb: null,
  blockFuelLb: null,
  landingRateFpm: null,
  blockOffAt: null,
  takeoffAt: null,
  landingAt: null,
  blockOnAt: null,
  arrival: null,
  route: null,
  notes: null,
  log: [],
  fields: {},
  score: null,
  load: null,
};

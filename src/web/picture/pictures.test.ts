import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack } from '../../../test/flown.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { World } from '../../../test/world.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { FlightPicture } from './flight-picture.ts';
import { Painter } from './painter.ts';
import { Pictures } from './pictures.ts';
import { readTrack } from './read-track.ts';

const empty: FlightPicture = {
  airline: '',
  color: null,
  callsign: 'DMO1',
  aircraft: '',
  state: '',
  day: '',
  isUnderWay: false,
  departure: { icao: 'LSZH', name: null, place: null, time: null },
  arrival: { icao: 'LSGG', name: null, place: null, time: null },
  figures: [],
  track: [],
};

async function flying(count: number) {
  const world = await World.open();
  const { session, flight } = await world.startFlight();
  const startAt = world.clock.now();
  await world.clock.advance(count * 10_000);
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 21.04, lon: -86.87 }, startAt, count };
  const positions = flownTrack(leg);
  for (let at = 0; at < count; at += 100)
    await world.calls.report(session, { name: null, positions: positions.slice(at, at + 100), opening: null });
  const view = await world.tracking.operator.readFlight(flight.id);
  assert.ok(view !== null);
  return { world, view, positions };
}

test('visitors have a dozen pictures drawn at once, then two a second; ours have no such limit', async () => {
  const { world, view } = await flying(50);
  await using _ = world;
  await using pictures = new Pictures({ tracking: world.tracking, records: world.journal, clock: world.clock });
  const other = (name: string): FlightView => ({ ...view, flight: { ...view.flight, id: name } });
  const draw = (name: string) => pictures.readForVisitor(other(name)).then(({ length }) => length > 10_000);
  for (let count = 0; count < 12; count++) assert.equal(await draw(`flight ${count}`), true);
  await assert.rejects(draw('one more'), (error) => isRefusal(error, 'server-busy'));
  assert.equal(await draw('flight 3'), true, 'a picture that was drawn costs nothing');
  assert.ok((await pictures.read(other('ours'))).length > 10_000);
  await world.clock.advance(500);
  assert.equal(await draw('one more'), true);
  await assert.rejects(draw('and another'), (error) => isRefusal(error, 'server-busy'));
});

test('a long track is read piece by piece and keeps its ends, its highest point and its order', async () => {
  const { world, view, positions } = await flying(4_500);
  await using _ = world;
  const limits: (number | undefined)[] = [];
  const records: Pick<typeof world.journal, 'readReports'> = {
    readReports(flight, options) {
      limits.push(options?.limit);
      return world.journal.readReports(flight, options);
    },
  };
  const track = await readTrack(records, view);
  assert.deepEqual(limits, [2_000, 2_000, 2_000]);
  assert.ok(track.length >= 1_500 && track.length < 1_510, `${track.length}`);
  assert.deepEqual([track[0]?.at, track.at(-1)?.at], [positions[0]?.recordedAt, positions.at(-1)?.recordedAt]);
  assert.ok(track.every(({ at }, index) => at > (track[index - 1]?.at ?? 0)));
  const highest = (all: readonly (number | null)[]) => Math.max(...all.map((each) => each ?? 0));
  assert.equal(
    highest(track.map(({ altitudeFt }) => altitudeFt)),
    highest(positions.map(({ altitudeMslFt }) => Math.round(altitudeMslFt ?? 0))),
  );
});

test('one picture is read at a time, and one that cannot be read fails alone', async () => {
  await using painter = new Painter(new ManualClock(0));
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const slow = painter.paint(async () => {
    order.push('first');
    await first.promise;
    return empty;
  });
  const broken = painter.paint(async () => {
    order.push('second');
    throw new Error('no such track');
  });
  const failed = assert.rejects(broken, /no such track/);
  const more = Array.from({ length: 7 }, () => painter.paint(async () => empty));
  assert.equal(painter.waiting, 8);
  assert.deepEqual(order, ['first']);
  first.resolve();
  await failed;
  for (const png of await Promise.all([slow, ...more])) assert.ok(png.length > 5_000);
});

test('a thread that draws for too long is ended, and the next picture gets a new one', async () => {
  const clock = new ManualClock(0);
  await using painter = new Painter(clock);
  const stuck = assert.rejects(
    painter.paint(() => new Promise(() => {})),
    /took too long/,
  );
  await clock.advance(20_000);
  await stuck;
  assert.ok((await painter.paint(async () => empty)).length > 5_000);
  await clock.advance(60_000);
  assert.ok((await painter.paint(async () => empty)).length > 5_000, 'also after the idle thread has ended');
});

test('at the end nothing waits for a picture any more', async () => {
  const painter = new Painter(new ManualClock(0));
  const waiting = [0, 1].map(() =>
    assert.rejects(
      painter.paint(() => new Promise(() => {})),
      (error) => isRefusal(error, 'shutting-down'),
    ),
  );
  await painter[Symbol.asyncDispose]();
  await Promise.all(waiting);
  await assert.rejects(
    painter.paint(async () => empty),
    (error) => isRefusal(error, 'shutting-down'),
  );
});

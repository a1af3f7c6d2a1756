import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { moving } from '../../../test/moving.ts';
import { Changes } from '../../tracking/flight/changes.ts';
import type { Flight, FlightState, Position } from '../../tracking/model.ts';
import { Feed } from './feed.ts';
import { Frame } from './frame.ts';
import { type Line, Viewers } from './viewers.ts';
import type { MapFlight } from './wire.ts';

class Recorder implements Line {
  writableLength = 0;
  destroyed = false;
  frames: string[] = [];
  write(frame: Buffer): void {
    this.frames.push(frame.toString());
  }
  destroy(): void {
    this.destroyed = true;
  }
}

const nothing = new Frame('');
const airport = (icao: string) => ({ icao, name: null, lat: 1, lon: 2 });
const flightOf = (id: string, state: FlightState = 'open') =>
  ({
    id,
    state,
    pilot: { id: '7', ident: 'DMO0007', name: 'Secret Name' },
    plan: { callsign: `CALL${id}`, ident: id, departure: airport('LSZH'), arrival: airport('MMUN') },
    aircraft: { id: '1', icao: 'A343', name: 'x', registration: 'HB-JMJ' },
  }) as Flight;
const place = (lat: number) =>
  ({
    lat,
    lon: 8,
    headingDeg: 90,
    altitudeMslFt: 1000,
    groundSpeedKt: 100,
    verticalSpeedFpm: 0,
    receivedAt: 5,
  }) as Position;

function world() {
  const changes = new Changes((error) => {
    throw error;
  });
  const viewers = new Viewers();
  const clock = new ManualClock(1000);
  const feed = new Feed(changes, [], viewers, clock, { firstId: 0 });
  const move = (id: string, lat: number) =>
    changes.notify({ kind: 'moved', flight: flightOf(id), live: moving(flightOf(id), place(lat)) });
  return { changes, viewers, clock, feed, move };
}

const dataOf = (frame: string | undefined) => JSON.parse(frame?.split('data: ')[1] ?? 'null');

test('a flight appears with its first position, moves with the next, and is gone when it ends', async () => {
  const { changes, viewers, clock, feed, move } = world();
  const line = new Recorder();
  viewers.add(line, 'plain', [feed.snapshotFrame()]);
  move('a', 1);
  await clock.advance(1000);
  move('a', 2);
  move('a', 3);
  await clock.advance(1000);
  changes.notify({ kind: 'filed', flight: flightOf('a', 'filed') });
  await clock.advance(1000);
  const [, first, second, third] = line.frames;
  assert.equal(dataOf(first).new[0].callsign, 'CALLa');
  assert.deepEqual(dataOf(second).moved, [[1, 3, 8, 90, 1000, 100, 0, 'climb', 3]]);
  assert.deepEqual(dataOf(third), { at: 4000, new: [], moved: [], progress: [], gone: ['a'] });
  assert.equal(feed.snapshot(), '{"id":3,"flights":[]}');
  feed.close();
});

test('where a flight landed is sent at once if it is not the planned arrival, and only then', async () => {
  for (const elsewhere of [undefined, airport('EDDF')]) {
    const { changes, viewers, clock, feed } = world();
    const line = new Recorder();
    viewers.add(line, 'plain', [nothing]);
    const flight = flightOf('a');
    changes.notify({ kind: 'moved', flight, live: moving(flight, place(1)) });
    await clock.advance(1000);
    const before = line.frames.length;
    const landing = { at: 5, rateFpm: null, isRateEstimated: false, ...(elsewhere && { elsewhere }) };
    Object.assign(flight, { air: { takeoffAt: 1, landing } });
    changes.notify({ kind: 'landed', flight });
    await clock.advance(1000);
    const sent: readonly MapFlight[] = line.frames.slice(before).flatMap((frame) => dataOf(frame).new);
    const seen = sent.map(({ key, arrival, divertedFrom }) => [key, arrival.icao, divertedFrom]);
    assert.deepEqual(seen, elsewhere === undefined ? [] : [[1, 'EDDF', 'MMUN']]);
    feed.close();
  }
});

test('it is gone by the next tick whatever ended it, and a report that is told late does not bring it back', async () => {
  const ends = [
    ['suspended', 'suspended'],
    ['filing', 'filing'],
    ['filed', 'filed'],
    ['cancelled', 'cancelled'],
    ['abandoned', 'abandoned'],
  ] as const;
  for (const [kind, state] of ends) {
    const { changes, viewers, clock, feed, move } = world();
    const line = new Recorder();
    viewers.add(line, 'plain', [nothing]);
    move('a', 1);
    await clock.advance(1000);
    const flight = flightOf('a', state);
    changes.notify({ kind, flight });
    changes.notify({ kind: 'moved', flight, live: moving(flight, place(2)) });
    await clock.advance(1000);
    assert.deepEqual(dataOf(line.frames[2]), { at: 3000, new: [], moved: [], progress: [], gone: ['a'] }, state);
    assert.deepEqual(JSON.parse(feed.snapshot()).flights, [], state);
    move('a', 3);
    await clock.advance(1000);
    assert.equal(dataOf(line.frames[3]).new[0].at[0], 3, 'a suspended flight that reports again is new');
    feed.close();
  }
});

test('one that left and came back within a tick is told as new, and not as gone', async () => {
  const { changes, viewers, clock, feed, move } = world();
  const line = new Recorder();
  viewers.add(line, 'plain', [nothing]);
  move('a', 1);
  await clock.advance(1000);
  changes.notify({ kind: 'suspended', flight: flightOf('a', 'suspended') });
  move('a', 2);
  await clock.advance(1000);
  const { new: added, moved, gone } = dataOf(line.frames[2]);
  assert.deepEqual([added.length, added[0].at[0], moved, gone], [1, 2, [], []]);
  feed.close();
});

test('what a stranger sees names no person', async () => {
  const { clock, feed, move } = world();
  move('a', 1);
  await clock.advance(1000);
  assert.doesNotMatch(feed.snapshot(), /Secret Name|DMO0007/);
  feed.close();
});

test('a viewer that comes back gets what it missed; one that was away too long, or from another run, a snapshot', async () => {
  const { viewers, clock, feed, move } = world();
  viewers.add(new Recorder(), 'plain', [nothing]);
  for (let lat = 1; lat <= 130; lat++) {
    move('a', lat % 80);
    await clock.advance(1000);
  }
  assert.equal(feed.since(130)?.length, 0);
  assert.equal(feed.since(128)?.length, 2);
  assert.equal(feed.since(3), null);
  assert.equal(feed.since(9999), null);
  feed.close();
});

test('deltas are kept for two minutes after the last viewer left, and no longer', async () => {
  const { viewers, clock, feed, move } = world();
  const watching = viewers.add(new Recorder(), 'plain', [nothing]);
  const tick = async () => {
    move('a', 1);
    await clock.advance(1000);
  };
  await tick();
  watching[Symbol.dispose]();
  for (let count = 0; count < 120; count++) await tick();
  assert.equal(feed.since(120)?.length, 1);
  await tick();
  assert.equal(feed.since(121), null);
  assert.match(feed.snapshot(), /"id":122/);
  feed.close();
});

test('a slow viewer is skipped, and caught up by a snapshot when it has room', async () => {
  const { viewers, clock, feed, move } = world();
  const slow = new Recorder();
  viewers.add(slow, 'plain', [feed.snapshotFrame()]);
  slow.writableLength = 300 * 1024;
  move('a', 1);
  await clock.advance(1000);
  assert.equal(slow.frames.length, 1);
  slow.writableLength = 0;
  move('a', 2);
  await clock.advance(1000);
  assert.match(slow.frames[1] ?? '', /event: snapshot/);
  feed.close();
});

test('a viewer that stays behind for a minute is let go', async () => {
  const { viewers, clock, feed, move } = world();
  const stuck = new Recorder();
  viewers.add(stuck, 'plain', [nothing]);
  stuck.writableLength = 300 * 1024;
  for (let tick = 1; tick <= 61; tick++) {
    assert.equal(stuck.destroyed, false, `after ${tick - 1} ticks`);
    move('a', tick);
    await clock.advance(1000);
  }
  assert.deepEqual([stuck.destroyed, viewers.count], [true, 0]);
  feed.close();
});

test('more viewers than a slice holds all get the frame', async () => {
  const { viewers, clock, feed, move } = world();
  const lines = Array.from({ length: 170 }, () => new Recorder());
  for (const line of lines) viewers.add(line, 'plain', [nothing]);
  move('a', 1);
  await clock.advance(1000);
  assert.ok(lines.every((line) => line.frames.length === 2));
  feed.close();
});

test('a flight that ended without a word leaves the map with the next tick', async () => {
  const { changes, viewers, clock, feed } = world();
  const line = new Recorder();
  viewers.add(line, 'plain', [feed.snapshotFrame()]);
  const live = { ...moving(flightOf('a'), place(1)), phase: 'climb' };
  changes.notify({ kind: 'moved', flight: live.flight, live });
  await clock.advance(1000);
  live.flight = flightOf('a', 'cancelled');
  await clock.advance(1000);
  assert.deepEqual(dataOf(line.frames.at(-1)), { at: 3000, new: [], moved: [], progress: [], gone: ['a'] });
  assert.equal(JSON.parse(feed.snapshot()).flights.length, 0);
  feed.close();
});

test('a flight whose end could not be stored is back on the map without a report', async () => {
  const { changes, viewers, clock, feed } = world();
  const line = new Recorder();
  viewers.add(line, 'plain', [feed.snapshotFrame()]);
  const live = { ...moving(flightOf('a'), place(1)) };
  changes.notify({ kind: 'moved', flight: live.flight, live });
  await clock.advance(1000);
  Object.assign(live, { flight: flightOf('a', 'filing') });
  await clock.advance(1000);
  Object.assign(live, { flight: flightOf('a') });
  await clock.advance(1000);
  const [, first, second, third] = line.frames.map(dataOf);
  assert.deepEqual([first.new.length, second.gone, third.new.length], [1, ['a'], 1]);
  feed.close();
});

test('a flight that left this server while its end was being stored is forgotten', async () => {
  const { changes, clock } = world();
  const state = { state: 'open' as FlightState, looks: 0 };
  const live = moving(flightOf('a'), place(1));
  Object.defineProperty(live, 'flight', {
    get() {
      state.looks += 1;
      return flightOf('a', state.state);
    },
  });
  changes.notify({ kind: 'moved', flight: flightOf('a'), live });
  await clock.advance(1_000);
  state.state = 'filing';
  await clock.advance(130_000);
  state.looks = 0;
  await clock.advance(5_000);
  assert.equal(state.looks, 0);
});

// alone: it measures what its process computes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../test/flown.ts';
import { until } from '../../../test/until.ts';
import { WebWorld } from '../../../test/web-world.ts';
import type { Flight } from '../../tracking/model.ts';
import type { DayFlight } from './day.ts';
import { MinuteTrack } from './minute-track.ts';
import { linesOf, listed, maxLinePoints, maxSlicePoints, sliceOf } from './slices.ts';

const minute = 60_000;
const hour = 60 * minute;

test('a track has one position a minute, in order, and finds those of an hour', () => {
  const track = new MinuteTrack();
  for (let second = 0; second < 7_200; second += 5)
    track.add(hour + second * 1_000, 47 + second / 1e4, -179.9995, 31_040);
  track.add(90 * minute, 1, 1, 1);
  assert.deepEqual([track.count, track.range], [120, [60, 179]]);
  assert.deepEqual(track.between(60, 62, 1), [
    [60, 47_000, -179_999, 310],
    [61, 47_006, -179_999, 310],
  ]);
  assert.equal(track.between(120, 180, 1).length, 60);
  assert.equal(track.between(60, 120, 10).length, 6);
  const later = new MinuteTrack();
  for (const at of [170, 180, 181]) later.add(at * minute, 0, 0, null);
  track.append(later);
  assert.deepEqual(
    track.between(179, 999, 1).map(([at, , , altitude]) => [at, altitude]),
    [
      [179, 310],
      [180, null],
      [181, null],
    ],
  );
});

/** Of the process, in milliseconds. */
function cpuOf(request: () => unknown): number {
  const before = process.cpuUsage();
  request();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test('3,000 flights of a whole day cost a request at most 100 ms and 1 MiB', (t) => {
  const flights = Array.from({ length: 3_000 }, (_, index) => flownAllDay(index));
  const requests = {
    list: () => JSON.stringify({ flights: listed(flights) }),
    hour: () => JSON.stringify(sliceOf(flights, 10)),
    lines: () => JSON.stringify(linesOf(flights, 0)),
  };
  for (const [name, request] of Object.entries(requests)) {
    const { length } = request();
    // What else the machine does can only add to it.
    const ms = Math.min(...Array.from({ length: 5 }, () => cpuOf(request)));
    t.diagnostic(`${name}: ${ms.toFixed(0)} ms, ${Math.round(length / 1_024)} KiB`);
    assert.ok(length <= 1 << 20, name);
    assert.ok(ms <= 100, name);
  }
  const points = Object.values(sliceOf(flights, 10).tracks).reduce((sum, each) => sum + each.length, 0);
  assert.ok(points > maxSlicePoints / 2 && points <= maxSlicePoints, `${points} points`);
});

test('the ways of a day are lines without flight and time, cut where nobody reported, and few enough', () => {
  const flight = flownAllDay(1);
  const track = new MinuteTrack();
  for (const at of [0, 10, 20, 21, 80, 90, 200]) track.add(at * minute, 47, at > 50 ? -179.9 : 179.9, 10_000);
  const short = linesOf([{ ...flight, track }], 0);
  assert.deepEqual(short, [
    [47_000, 179_900, 0, 0, 0, 0, 0, 0],
    [47_000, -179_900, 0, 0],
  ]);
  assert.deepEqual(linesOf([{ ...flight, track }], 80), [[47_000, -179_900, 0, 0]]);
  const many = linesOf(
    Array.from({ length: 600 }, (_, index) => flownAllDay(index)),
    0,
  );
  const points = many.reduce((sum, { length }) => sum + length / 2, 0);
  assert.ok(points > maxLinePoints / 2 && points <= maxLinePoints + 2 * many.length, `${points} points`);
});

test('the replay has what flies and what has flown, as long as the visitor may see it, and no pilot', async () => {
  await using web = await WebWorld.open({ publicHours: 2 });
  const { world } = web;
  const { session, flight } = await world.startFlight();
  await world.clock.advance(2_000_000);
  const leg = {
    from: { lat: 47.45, lon: 8.55 },
    to: { lat: 21, lon: -86.9 },
    startAt: world.clock.now() - 2_000_000,
    count: 200,
  };
  await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  const read = async (path: string, headers = {}) => (await web.get(`/tracker/replay/${path}`, headers)).json();
  await until(async () => (await read('flights.json')).loaded === 1);
  const { flights } = await read('flights.json');
  assert.deepEqual(
    flights.map((each: unknown[]) => each.slice(0, 2)),
    [[flight.id, 'DMO204']],
  );
  const startHour = Math.floor((world.clock.now() - 2_000_000) / hour);
  const hours = new Set([startHour, Math.floor(world.clock.now() / hour)]);
  const slices = await Promise.all([...hours].map((each) => read(`hours/${each}.json`)));
  const points = slices.flatMap(({ tracks }) => tracks[flight.id] ?? []);
  assert.ok(points.length >= 33 && points.length <= 35, `${points.length} points of 33 minutes`);
  const { lines } = await read('lines.json');
  assert.equal(lines.length, 1);
  assert.doesNotMatch(JSON.stringify([flights, slices]), /Ada|Keller|DMO0001/);
  assert.ok(!JSON.stringify(lines).includes(flight.id));

  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  assert.equal((await read('flights.json')).flights.length, 1);
  await world.clock.advance(2 * hour);
  assert.deepEqual((await read('flights.json')).flights, [], 'it is no longer public');
  assert.deepEqual((await read('lines.json')).lines, []);
  assert.deepEqual((await read(`hours/${startHour}.json`)).tracks, {});
  const { cookie } = await web.signIn();
  assert.equal((await read('flights.json', { cookie })).flights.length, 1, 'the operator sees it');
  for (const odd of ['-1', 'x', String(startHour - 30), String(startHour + 30), '1e3', '%00'])
    assert.equal((await web.get(`/tracker/replay/hours/${odd}.json`)).statusCode, 404, odd);
  assert.match((await web.get('/tracker/replay?lang=de')).body, /Die letzten 24 Stunden/);
});

function flownAllDay(index: number): DayFlight {
  const airport = { icao: 'LSZH', name: null, lat: 47.458, lon: 8.548 };
  const plan = { callsign: `DMO${index}`, ident: '', departure: airport, arrival: airport };
  const track = new MinuteTrack();
  for (let at = 0; at < 24 * 60; at++) track.add(at * minute, 47 - at / 100, (index % 180) - at / 100, 35_000);
  return { flight: { id: `abcdefgh${index}`, plan, aircraft: null } as unknown as Flight, track, sampledAt: 0 };
}

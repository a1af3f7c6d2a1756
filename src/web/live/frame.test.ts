import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants, gunzipSync } from 'node:zlib';
import { ManualClock } from '../../../test/manual-clock.ts';
import { moving } from '../../../test/moving.ts';
import { Changes } from '../../tracking/flight/changes.ts';
import type { Flight, Position } from '../../tracking/model.ts';
import { Feed } from './feed.ts';
import { Frame, gzipHeader } from './frame.ts';
import { Viewers } from './viewers.ts';

/** What a browser makes of a gzip stream that goes on. */
const read = (stream: readonly Buffer[]) =>
  gunzipSync(Buffer.concat(stream), { finishFlush: constants.Z_SYNC_FLUSH }).toString();

test('frames that were deflated once make a gzip stream in any order, with some left out', () => {
  const [a, b, c] = ['first', 'second, like first', 'third, like second'].map((text) => new Frame(text.repeat(50)));
  assert.ok(a !== undefined && b !== undefined && c !== undefined);
  for (const frames of [[a, b, c], [c, a], [b], [a, a, c, b]]) {
    const stream = [gzipHeader, ...frames.map((frame) => frame.bytes('gzip'))];
    assert.equal(read(stream), frames.map(({ text }) => text).join(''));
  }
  assert.equal(a.bytes('gzip'), a.bytes('gzip'), 'encoded once');
});

test('a viewer of 1,000 flights that report every 5 s gets at most 15 MB an hour', async (t) => {
  const changes = new Changes((error) => {
    throw error;
  });
  const viewers = new Viewers();
  const clock = new ManualClock(1_700_000_000_000);
  const feed = new Feed(changes, [], viewers, clock);
  let bytes = 0;
  const line = {
    writableLength: 0,
    destroyed: false,
    destroy: () => {},
    write: (part: Buffer) => (bytes += part.length),
  };
  // The same figures in each run, with as many digits as a simulator sends.
  let state = 7;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const places = Array.from({ length: 200 }, (_, index) => ({
    icao: `X${String(index).padStart(3, '0')}`,
    name: `International Airport of Place ${index * 7_919}`,
    lat: random() * 120 - 60,
    lon: random() * 360 - 180,
  }));
  const place = () => places[Math.floor(random() * places.length)];
  const flights = Array.from({ length: 1_000 }, (_, index) => ({
    flight: {
      id: `Xa81kPq02LmZ${String(index).padStart(4, '0')}`,
      state: 'open',
      plan: {
        callsign: `DMO${index}`,
        ident: `DM${index}`,
        departure: place(),
        arrival: place(),
        departureTime: '10:00',
        arrivalTime: '21:30',
        airlineCode: 'DMO',
        plannedFlightTimeMin: 690,
        distanceNm: 4_600,
      },
      network: 'vatsim',
      aircraft: { id: '1', icao: 'A320', name: 'A320', registration: 'HB-JMJ' },
    } as Flight,
    position: { lat: random() * 120 - 60, lon: random() * 360 - 180, headingDeg: random() * 360 } as Position,
    phase: (['climb', 'cruise', 'cruise', 'cruise', 'descent'] as const)[index % 5] ?? 'cruise',
    altitude: 20_000 + random() * 20_000,
  }));
  /** Each took off at another time, and flies eight miles a minute. */
  const flown = (index: number) => {
    const mark = { at: 1_700_000_000_000 - index * 20_000, isEstimated: false };
    return { blockOff: mark, takeoff: mark, distanceNm: (clock.now() - mark.at) / 7_500 };
  };
  const report = (index: number) => {
    const each = flights[index];
    if (each === undefined) return;
    each.position = {
      ...each.position,
      lat: each.position.lat + random() * 0.01,
      lon: each.position.lon + random() * 0.01,
      altitudeMslFt: each.altitude + random() * 40,
      groundSpeedKt: 440 + random() * 10,
      verticalSpeedFpm: each.phase === 'cruise' ? random() * 20 - 10 : 1_800 + random() * 300,
      receivedAt: clock.now() - Math.floor(random() * 1_000),
    };
    const { flight, position, phase } = each;
    changes.notify({ kind: 'moved', flight, live: moving(flight, position, phase, flown(index)) });
  };
  for (let index = 0; index < 1_000; index++) report(index);
  viewers.add(line, 'gzip', []);
  await clock.advance(1_000);
  bytes = 0;
  for (let second = 0; second < 60; second++) {
    for (let index = second % 5; index < 1_000; index += 5) report(index);
    await clock.advance(1_000);
  }
  const snapshot = feed.snapshotFrame().bytes('gzip').length;
  t.diagnostic(
    `${((bytes * 60) / 1_000_000).toFixed(1)} MB an hour; a snapshot has ${Math.round(snapshot / 1_000)} kB`,
  );
  assert.ok(snapshot <= 80_000, 'it takes at most 1.6 s at 50 kB/s');
  feed.close();
  const megabytesAnHour = (bytes * 60) / 1_000_000;
  assert.ok(megabytesAnHour > 1 && megabytesAnHour <= 15, `${megabytesAnHour.toFixed(1)} MB an hour`);
});

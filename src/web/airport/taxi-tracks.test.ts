import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures, position } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { waysOf } from '../browser/ways.js';
import { TaxiWays } from './taxi-tracks.ts';

const gate = { lat: 47.458, lon: 8.548 };
const metre = 1 / 111_120;

/** A place so many metres north and east of the gate, on the ground if not said otherwise. */
const at = (north: number, east: number, change: { onGround?: boolean | null; groundSpeedKt?: number } = {}) => ({
  lat: gate.lat + north * metre,
  lon: gate.lon + (east * metre) / Math.cos((gate.lat * Math.PI) / 180),
  onGround: true,
  groundSpeedKt: 15,
  ...change,
});

/** What is kept, in metres from the gate. */
function metresOf(places: readonly ReturnType<typeof at>[]) {
  const ways = new TaxiWays();
  for (const place of places) ways.add(place);
  return ways.ways.map((way) =>
    way.map(({ lat, lon }) => {
      const perLon = Math.cos((gate.lat * Math.PI) / 180);
      return [Math.round((lat - gate.lat) / metre), Math.round(((lon - gate.lon) / metre) * perLon)];
    }),
  );
}

test('a way on the ground has its corners alone, and begins again after a flight, a run and a gap', () => {
  const cases: readonly (readonly [string, readonly ReturnType<typeof at>[], readonly (readonly number[][])[]])[] = [
    ['parked', [at(0, 0), at(0, 1), at(2, 0)], []],
    [
      'straight',
      [at(0, 0), at(50, 0), at(100, 1), at(150, 0)],
      [
        [
          [0, 0],
          [150, 0],
        ],
      ],
    ],
    [
      'a corner',
      [at(0, 0), at(50, 0), at(100, 0), at(100, 50)],
      [
        [
          [0, 0],
          [100, 0],
          [100, 50],
        ],
      ],
    ],
    [
      'a gap',
      [at(0, 0), at(50, 0), at(900, 0), at(950, 0)],
      [
        [
          [0, 0],
          [50, 0],
        ],
        [
          [900, 0],
          [950, 0],
        ],
      ],
    ],
    [
      'a run',
      [at(0, 0), at(50, 0), at(80, 0, { groundSpeedKt: 90 }), at(90, 0)],
      [
        [
          [0, 0],
          [50, 0],
        ],
      ],
    ],
    ['in the air', [at(0, 0, { onGround: false }), at(50, 0, { onGround: null })], []],
  ];
  for (const [name, places, expected] of cases) assert.deepEqual(metresOf(places), expected, name);
  const long = Array.from({ length: 5_000 }, (_, index) => at(index * 20, (index % 2) * 20));
  assert.ok(metresOf(long).flat().length <= 600);
});

test('where aircraft taxied is served without flight, pilot and time, once the flight is filed', async () => {
  await using web = await WebWorld.open();
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const now = world.clock.now();
  const taxied = [at(0, 0), at(80, 0), at(80, 90), at(300, 90)].map((place, index) =>
    position(now - 600_000 + index * 20_000, { ...place, seq: index + 1 }),
  );
  await world.calls.report(session, { name: null, positions: taxied, opening: null });
  const read = async (square: string) => web.get(`/tracker/taxi/${square}.json`);
  assert.deepEqual((await read('44/8')).json(), { lines: [] });
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await world.clock.advance(11 * 60_000);
  const answer = await read('44/8');
  assert.match(String(answer.headers['cache-control']), /public, max-age=600/);
  const { lines } = answer.json() as { lines: number[][] };
  assert.deepEqual(
    waysOf(lines, 1e5).map(({ spots }) => spots.length),
    [4],
  );
  assert.deepEqual(Object.keys(answer.json()), ['lines']);
  assert.ok(
    lines.flat().every((each) => Number.isInteger(each) && Math.abs(each) < 18e6),
    'degrees, and no instant',
  );
  assert.ok(!answer.body.includes(flight.id));
  assert.deepEqual((await read('20/-88')).json(), { lines: [] }, 'elsewhere there are none');
  for (const odd of ['45/8', '92/0', 'x/8']) assert.equal((await read(odd)).statusCode, 404, odd);
});

test('an airline whose flights are not public once they have ended shows none of their ways', async () => {
  await using web = await WebWorld.open({ publicHours: 0 });
  const { world } = web;
  const { session } = await world.startFlight();
  const taxied = [at(0, 0), at(200, 0), at(200, 200)].map((place, index) =>
    position(world.clock.now() - 600_000 + index * 20_000, { ...place, seq: index + 1 }),
  );
  await world.calls.report(session, { name: null, positions: taxied, opening: null });
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await world.clock.advance(11 * 60_000);
  assert.deepEqual((await web.get('/tracker/taxi/44/8.json')).json(), { lines: [] });
});

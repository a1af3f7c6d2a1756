import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiWorld } from '../../../test/api-world.ts';
import { flownTrack } from '../../../test/flown.ts';

/**
 * What the widgets of the hosts read: phpVMS 7.0.10's resources/js/maps/live_map.js with
 * resources/views/layouts/seven/widgets/live_map.blade.php, and phpVMS 5.5.2's lib/js/acarsmap.js with
 * core/templates/acarsmap.php.
 */
const readBySeven = [
  ...['id', 'ident', 'flight_number', 'status_text', 'flight_time', 'airline.icao', 'aircraft.registration'],
  ...['dpt_airport.name', 'dpt_airport.icao', 'arr_airport.name', 'arr_airport.icao'],
  ...['planned_distance.nmi', 'planned_distance.km', 'planned_distance.mi'],
  ...['position.gs', 'position.altitude', 'position.heading', 'position.distance.nmi', 'position.distance.km'],
];
const readByFive = [
  ...[
    'pilotid',
    'pilotname',
    'firstname',
    'lastname',
    'flightnum',
    'depapt',
    'depicao',
    'arrapt',
    'arricao',
    'phasedetail',
  ],
  ...['heading', 'alt', 'gs', 'distremaining', 'timeremaining', 'aircraft', 'aircraftname', 'client', 'lat', 'lng'],
  ...['deplat', 'deplng', 'depname', 'arrlat', 'arrlng', 'arrname', 'route_details'],
];

const valueAt = (object: unknown, path: string): unknown =>
  path.split('.').reduce((value: unknown, name) => (value as Record<string, unknown> | null)?.[name], object);

test('a widget of phpVMS 7 finds what it reads: the list, the points, and the flight that is clicked', async () => {
  const { web, open } = await apiWorld();
  await using _ = web;
  const get = async (path: string) => (await web.get(`/tracker/api/v1/live/acars${path}`)).json().data;
  const [pirep] = await get('');
  for (const path of readBySeven) assert.notEqual(valueAt(pirep, path) ?? null, null, path);
  const { type, features } = await get('/geojson');
  assert.equal(type, 'FeatureCollection');
  const [{ geometry, properties }] = features;
  assert.equal(geometry.type, 'Point');
  assert.deepEqual(geometry.coordinates.slice(0, 2), [pirep.position.lon, pirep.position.lat]);
  assert.deepEqual([properties.pirep_id, properties.heading], [open.pirepId, pirep.position.heading]);
  assert.deepEqual(await get(`/${properties.pirep_id}`), pirep);
  const track = await get(`/${properties.pirep_id}/acars/geojson`);
  assert.equal(track.line.features[0].geometry.coordinates.length, 10);
  assert.deepEqual(track.position, { lat: pirep.position.lat, lon: pirep.position.lon });
});

test('a widget of phpVMS 5 finds what it reads, and no text that its page would take for markup', async () => {
  const { web, world, open } = await apiWorld();
  await using _ = web;
  const read = async () => (await web.get('/tracker/api/v1/live/acars/data')).json();
  const [flight] = await read();
  for (const path of readByFive) assert.notEqual(valueAt(flight, path) ?? null, null, path);
  assert.equal(flight.depicao, open.plan.departure.icao);
  assert.ok(Number.isInteger(flight.heading), 'it is part of the name of an image');
  assert.match(flight.timeremaining, /^\d\d:\d\d$|^-$/);
  const { database } = world.embedded.crewCenter;
  database.prepare('UPDATE airports SET name = ?').run(`<script>x</script> "O'Hare" & Co`);
  const session = await world.signIn();
  await world.calls.cancel(session, { name: null, reason: null });
  const { flight: next } = await world.startFlight(open.plan.arrival.icao);

  const leg = { from: { lat: 1, lon: 1 }, to: { lat: 2, lon: 2 }, startAt: world.clock.now() - 90_000, count: 3 };
  await world.calls.report(session, { name: { flightId: next.id }, positions: flownTrack(leg), opening: null });
  await world.clock.advance(2_000);
  const [odd] = await read();
  assert.match(odd.depname, /‹script›x‹\/script› ”O’Hare” \+ Co/);
  assert.doesNotMatch(JSON.stringify(Object.values(odd)), /[<>'&]/);
});

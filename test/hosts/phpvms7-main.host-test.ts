// needs: mariadb
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { HostFlight, Platform } from '../../src/platform/port.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { charter, openDesk } from './phpvms7/desk.ts';
import { event, flightOf, live, pirep, position, progress } from './phpvms7/flown.ts';
import { nameOf } from './phpvms7/release.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

describe(`what only ${nameOf('main')} has`, () => {
  /** Made for each test: rows bear the real time too, and a database takes seconds to start. */
  let clock: ManualClock;
  let server: Mariadb;
  let crew: CrewCenter7;
  let platform: Platform;
  let flight: HostFlight;
  before(async () => {
    server = await startMariadb(sqlModes.strict);
    crew = await createCrewCenter(server, 'main', 'va_');
  });
  after(async () => {
    await crew.rest[Symbol.asyncDispose]();
    await crew.tables.close();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await emptyAndSeed(crew);
    clock = new ManualClock(Date.now());
    platform = await openAdapter(crew, clock);
    flight = await flightOf(platform, '11', '1');
  });
  afterEach(() => platform.close());

  const map = () => crew.tables.rows('SELECT * FROM {pirep_positions}');
  const events = () => crew.tables.rows('SELECT * FROM {pirep_events} ORDER BY created_at, id');

  test('the live map has one row a flight: where it is, what it has flown, and since when', async () => {
    await platform.openPirep(flight);
    assert.deepEqual(
      (await map()).map(({ phase, lat }) => [phase, Number(lat)]),
      [['SCH', 47.458_06]],
      'parked at its departure, by the platform',
    );
    await platform.updatePirep(flight, progress);
    await platform.deliverLive([live(flight, 1)]);
    await clock.advance(5_000);
    await platform.deliverLive([live(flight, 2)]);
    const [row, ...others] = await map();
    assert.deepEqual([others.length, row?.user_id, row?.pirep_id], [0, 11, flight.pirepId]);
    const [point] = await crew.tables.rows('SELECT * FROM {acars} WHERE type = 0 ORDER BY id DESC LIMIT 1');
    const [filed] = await crew.tables.rows('SELECT * FROM {pireps}');
    for (const name of ['lat', 'lon', 'heading', 'altitude_msl', 'vs', 'gs'])
      assert.equal(Number(row?.[name]), Number(point?.[name] ?? 0), name);
    for (const name of ['flight_time', 'fuel_used'])
      assert.equal(Number(row?.[name]), Number(filed?.[name] ?? 0), name);
    assert.equal(point?.phase, point?.status);
    assert.ok(String(row?.updated_at) > String(row?.created_at), 'a flight that departed is not one that waits');
  });

  test('many flights at once are shown, and one that ended meanwhile is not shown again', async () => {
    await platform.openPirep(flight);
    const other = await flightOf(platform, '12', '2');
    await platform.openPirep(other);
    await crew.tables.run('DELETE FROM {pirep_positions}');
    await crew.tables.run('UPDATE {pireps} SET state = 3 WHERE user_id = 12');
    const rows = [...Array.from({ length: 30 }, (_, at) => live(flight, at + 1)), live(other, 1)];
    await platform.deliverLive(rows);
    assert.deepEqual(
      (await map()).map(({ user_id }) => user_id),
      [11],
    );
    await platform.deliverLive([live({ ...flight, pirepId: 'never-was' }, 1)]).catch(() => {});
    assert.equal((await map()).length, 1);
  });

  test('a suspended flight leaves the map at once and comes back with its next report; a cancelled one leaves it', async () => {
    await platform.openPirep(flight);
    await platform.suspendPirep(flight);
    assert.deepEqual(await map(), []);
    await platform.deliverLive([live(flight, 3)]);
    assert.equal((await map()).length, 1);
    await platform.cancelPirep(flight, null);
    assert.deepEqual(await map(), []);
  });

  test('the log is `pirep_events`, each line once by its `client_event_id`, and is read from there', async () => {
    await platform.openPirep(flight);
    const at = clock.now() - 1_000;
    for (let time = 0; time < 2; time++) await platform.deliverTrack(flight, [position(1), event(2, 'gear up', at)]);
    const log = [
      { at, text: 'gear up' },
      { at: null, text: 'a line of the client' },
    ];
    await platform.filePirep(flight, pirep({ log }));
    const lines = await events();
    assert.deepEqual(
      lines.map(({ log: text, category }) => [text, category]),
      [
        ['gear up', 'message'],
        ['a line of the client', 'message'],
      ],
    );
    assert.equal(new Set(lines.map((row) => row.client_event_id)).size, 2);
    assert.equal((await crew.tables.rows('SELECT id FROM {acars} WHERE type = 2')).length, 0);
    const read = await openDesk(platform).readPirep('11', flight.pirepId ?? '');
    assert.deepEqual(
      read?.log.map(({ text }) => text),
      ['gear up', 'a line of the client'],
    );
  });

  test('what the simulator says of the aircraft is in the columns that there are for it', async () => {
    await platform.openPirep(flight);
    const state = {
      onGround: false,
      gForce: 1.02,
      pitchDeg: 2.5,
      bankDeg: -14,
      headingMagneticDeg: 268.6,
      isGearUp: true,
      flaps: 4.6,
      throttlePct: 84.5,
      n1Pct: 91.25,
      spoilersPct: 10,
      isStallWarning: true,
      areNavLightsOn: true,
      isBeaconOn: false,
      areStrobeLightsOn: true,
      areLandingLightsOn: false,
      areTaxiLightsOn: true,
      areLogoLightsOn: false,
    };
    await platform.deliverTrack(flight, [position(1, state)]);
    const [point = {}] = await crew.tables.rows('SELECT * FROM {acars}');
    const expected = {
      on_ground: 0,
      g_force: 1.02,
      pitch: 2.5,
      bank: -14,
      heading_mag: 269,
      gear_up: 1,
      flaps: 5,
      throttle_pct: 84.5,
      eng_n1_avg_pct: 91.25,
      eng_n2_avg_pct: null,
      nav_lights: 1,
      beacon_lights: 0,
      strobe_lights: 1,
      landing_lights: 0,
      taxi_lights: 1,
      logo_lights: 0,
      wing_lights: null,
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(point[name], value, name);
  });

  test('a pilot whose PIREPs are accepted at once is not reported as undone', async () => {
    await crew.tables.run('UPDATE {users} SET auto_accept_pireps = 1 WHERE id = 11');
    await platform.openPirep(flight);
    assert.equal((await platform.filePirep(flight, pirep())).state, 'accepted');
    await crew.tables.run('UPDATE {pireps} SET state = 1');
    assert.match((await platform.checkFiled?.(flight, { repeat: false, pirep: pirep() })) ?? '', /was not accepted/);
  });

  test('a charter is of a bundle, is not shown by the nightly job, and a bid names its aircraft', async () => {
    const desk = openDesk(platform);
    const bid = await desk.charter('11', { ...charter, aircraftId: null });
    assert.ok(bid.plan.aircraft !== null, 'where bids block aircraft a bid has to name one');
    assert.deepEqual([bid.plan.departureTime, bid.plan.arrivalTime], ['23:30', '01:10']);
    await crew.tables.run('UPDATE {flights} SET visible = enabled');
    const [row] = await crew.tables.rows(`SELECT bundle_id, visible FROM {flights} WHERE id LIKE 'tracker-%'`);
    assert.deepEqual({ ...row }, { bundle_id: 1, visible: 0 });
  });

  test('a flight without subfleets is flown with those of its bundle', async () => {
    await crew.tables.run('INSERT INTO {bundle_subfleet} (bundle_id, subfleet_id) VALUES (1, 3)');
    const { blocked } = (await platform.listBids('11')).find(({ id }) => id === '3') ?? {};
    assert.match(blocked ?? '', /no aircraft/);
    await crew.tables.run('UPDATE {bundle_subfleet} SET subfleet_id = 1');
    const bid = (await platform.listBids('11')).find(({ id }) => id === '3');
    assert.ok((bid?.aircraftChoices.length ?? 0) > 0);
  });
});

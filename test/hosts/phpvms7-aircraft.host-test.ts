// needs: mariadb
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { HostFlight, Platform } from '../../src/platform/port.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { flightOf, pirep, refusal } from './phpvms7/flown.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

describe('the aircraft of an open PIREP', () => {
  const clock = new ManualClock(Date.now());
  let server: Mariadb;
  let crew: CrewCenter7;
  let platform: Platform;
  let flight: HostFlight;
  before(async () => {
    server = await startMariadb(sqlModes.strict);
    crew = await createCrewCenter(server, '7.0.10', 'va_');
  });
  after(async () => {
    await crew.rest[Symbol.asyncDispose]();
    await crew.tables.close();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await emptyAndSeed(crew);
    crew.rest.isInMaintenance = false;
    platform = await openAdapter(crew, clock);
    flight = await flightOf(platform, '11', '1');
    await platform.openPirep(flight);
    crew.rest.calls.length = 0;
  });
  afterEach(() => platform.close());

  const to = (id: string | null): HostFlight => ({
    ...flight,
    aircraft: id === null ? null : { id, icao: null, name: null, registration: null },
  });
  const aircraftInHost = async () => (await crew.tables.rows('SELECT aircraft_id FROM {pireps}'))[0]?.aircraft_id;
  const fares = async () =>
    (await crew.tables.rows('SELECT code, count FROM {pirep_fares} ORDER BY code')).map((row) => Object.values(row));

  test('is changed by the platform, once, and stays what it is filed with', async () => {
    const sold = await fares();
    for (let time = 0; time < 2; time++) await platform.changeAircraft(to('6'));
    assert.equal(await aircraftInHost(), 6);
    assert.deepEqual(
      crew.rest.calls.map(({ path, body }) => [path.split('/').at(-1), body]),
      [['update', { aircraft_id: 6 }]],
    );
    assert.deepEqual(await fares(), sold);
    await platform.filePirep(to('6'), pirep());
    assert.equal(await aircraftInHost(), 6);
  });

  test('of another fleet sells the fares of that one', async () => {
    await crew.tables.run('INSERT INTO {subfleet_fare} (subfleet_id, fare_id, capacity) VALUES (3, 1, ?)', ['40']);
    await crew.tables.run(`INSERT INTO {flight_subfleet} (subfleet_id, flight_id) VALUES (3, 'zrh-lhr')`);
    await crew.tables.run(
      `INSERT INTO {aircraft} (id, subfleet_id, icao, airport_id, name, registration) VALUES (7, 3, 'DH8D', 'LSZH', 'Dash 8', 'HB-DSH')`,
    );
    await platform.changeAircraft(to('7'));
    assert.deepEqual(await fares(), [['Y', 20]]);
  });

  const wrong: readonly [string, string][] = [
    ['of another rank', '3'],
    ['in use', '5'],
    ["in another pilot's bid", '2'],
    ['unknown', '999'],
  ];
  for (const [name, id] of wrong) {
    test(`one that is ${name} is refused by name, and the platform is not asked`, async () => {
      assert.deepEqual(Object.keys((await refusal(platform.changeAircraft(to(id)), 'invalid')).fields ?? {}), [
        'aircraft',
      ]);
      assert.deepEqual([await aircraftInHost(), crew.rest.calls.length], [1, 0]);
    });
  }

  test('an answer that is lost: what was done is found; what was not waits', async () => {
    crew.rest.failNext('update', 'answer lost');
    await platform.changeAircraft(to('6'));
    assert.equal(await aircraftInHost(), 6);
    crew.rest.interruption = { pathEnd: 'update', when: 'instead', act: async () => {} };
    await refusal(platform.changeAircraft(to('1')), 'crew-center-unavailable');
    await refusal(platform.changeAircraft(to('1')), 'crew-center-unavailable');
    assert.equal(crew.rest.calls.length, 2);
    await clock.advance(31_000);
    await platform.changeAircraft(to('1'));
    assert.equal(await aircraftInHost(), 1);
  });

  test('in maintenance it stays; of a PIREP that ended or is gone it is told', async () => {
    crew.rest.isInMaintenance = true;
    await refusal(platform.changeAircraft(to('6')), 'crew-center-unavailable');
    crew.rest.isInMaintenance = false;
    await crew.tables.run('UPDATE {pireps} SET state = 3');
    await refusal(platform.changeAircraft(to('6')), 'flight-ended');
    await crew.tables.run('UPDATE {pireps} SET deleted_at = NOW()');
    await refusal(platform.changeAircraft(to('6')), 'flight-not-found');
  });

  test('a flight without a PIREP, or without an aircraft, changes nothing', async () => {
    await platform.changeAircraft({ ...to('6'), pirepId: null });
    await platform.changeAircraft(to(null));
    assert.deepEqual([await aircraftInHost(), crew.rest.calls.length], [1, 0]);
  });
});

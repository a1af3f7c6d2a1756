// needs: mariadb
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../src/lib/clock.ts';
import { Secret } from '../../src/lib/secret.ts';
import type { PilotDesk } from '../../src/platform/desk.ts';
import type { Platform } from '../../src/platform/port.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { allOnOnePage, anyPirep, anySchedule, charter, openDesk } from './phpvms7/desk.ts';
import { grantDocumented } from './phpvms7/documented-columns.ts';
import { event, flightOf, live, pirep, position, progress, refusal } from './phpvms7/flown.ts';
import { nameOf, type Release, releases } from './phpvms7/release.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.strict);
});
after(() => server[Symbol.asyncDispose]());

async function closeAll(crew: CrewCenter7): Promise<void> {
  await crew.rest[Symbol.asyncDispose]();
  await crew.tables.close();
}

describe("the site's own rules", () => {
  let crew: CrewCenter7;
  let platform: Platform;
  before(async () => {
    crew = await createCrewCenter(server, '7.0.10', '');
  });
  after(() => closeAll(crew));
  beforeEach(async () => {
    await emptyAndSeed(crew);
    await crew.tables.run('DROP TABLE IF EXISTS tracker_config');
    await crew.tables.run('DELETE FROM {modules}');
    await crew.tables.run('DELETE FROM {simbrief}');
    platform = await openAdapter(crew);
  });
  afterEach(() => platform.close());

  const set = (key: string, value: string) =>
    crew.tables.run('UPDATE {settings} SET value = ? WHERE `key` = ?', [value, key]);
  const bid = async (id: string) => (await platform.listBids('11')).find((each) => each.id === id);
  const choices = async () => (await bid('3'))?.aircraftChoices.map((each) => each.registration);

  test('aircraft that a bid may take: parked, active, of the rank, not in another bid; those at the departure first', async () => {
    assert.deepEqual(await choices(), ['HB-AAA', 'HB-AAC']);
    await set('bids.block_aircraft', 'false');
    assert.deepEqual(await choices(), ['HB-AAA', 'HB-AAB', 'HB-AAC']);
    await set('pireps.only_aircraft_at_dpt_airport', 'true');
    assert.deepEqual(await choices(), ['HB-AAA', 'HB-AAB']);
    await set('pireps.restrict_aircraft_to_rank', 'false');
    assert.deepEqual(await choices(), ['HB-AAA', 'HB-AAB', 'HB-QQX']);
    await set('pireps.restrict_aircraft_to_typerating', 'true');
    assert.deepEqual(await choices(), []);
    await crew.tables.run('INSERT INTO {typerating_user} VALUES (7, 11)');
    await crew.tables.run('INSERT INTO {typerating_subfleet} VALUES (7, 2)');
    assert.deepEqual(await choices(), ['HB-QQX']);
  });

  test("the aircraft of the pilot's briefing is the bid's; another pilot's briefing blocks its aircraft where the site says so", async () => {
    await crew.tables.run(
      `INSERT INTO {simbrief} (id, user_id, flight_id, aircraft_id, acars_xml, ofp_xml)
       VALUES ('own', 11, 'zrh-pmi', 6, '', ''), ('other', 12, 'x', 1, '', '')`,
    );
    assert.equal((await bid('3'))?.plan.aircraft?.registration, 'HB-AAC');
    assert.equal((await bid('1'))?.blocked, null);
    await set('simbrief.block_aircraft', 'true');
    assert.match((await bid('1'))?.blocked ?? '', /HB-AAA is taken/);
  });

  const blocks: readonly [string, () => Promise<unknown>, RegExp][] = [
    ['its aircraft is gone', () => crew.tables.run('DELETE FROM {aircraft} WHERE id = 1'), /no longer exists/],
    [
      'its aircraft is in use',
      () => crew.tables.run('UPDATE {aircraft} SET state = 1 WHERE id = 1'),
      /HB-AAA is in use/,
    ],
    [
      'its aircraft is not for this rank',
      () => crew.tables.run('UPDATE {aircraft} SET subfleet_id = 2 WHERE id = 1'),
      /not among the aircraft/,
    ],
    [
      'its airport is unknown',
      () => crew.tables.run(`DELETE FROM {airports} WHERE id = 'EGLL'`),
      /does not know the airport EGLL/,
    ],
    ['its schedule is gone', () => crew.tables.run(`DELETE FROM {flights} WHERE id = 'zrh-lhr'`), /no longer exists/],
  ];
  for (const [name, arrange, reason] of blocks) {
    test(`a bid is listed with the reason: ${name}`, async () => {
      await arrange();
      assert.match((await bid('1'))?.blocked ?? '', reason);
    });
  }

  test('a bid from where the pilot is not, where the site asks for it', async () => {
    await set('pilots.only_flights_from_current', 'true');
    assert.equal((await bid('1'))?.blocked, null);
    await crew.tables.run(`UPDATE {users} SET curr_airport_id = 'EGLL'`);
    assert.match((await bid('1'))?.blocked ?? '', /leaves from LSZH, and you are at EGLL/);
    const flight = {
      airline: null,
      flightNumber: '77',
      departure: 'LSZH',
      arrival: 'LEPA',
      aircraft: 'A320',
      registration: null,
      route: null,
    };
    assert.deepEqual(Object.keys((await refusal(platform.planFreeFlight('11', flight), 'invalid')).fields ?? {}), [
      'departure',
    ]);
  });

  test('idents: padded by the site, and with its own code, which also logs in', async () => {
    await set('pilots.id_length', '6');
    await set('pilots.id_code', 'AVA');
    assert.equal((await platform.readPilots(['11'])).get('11')?.ident, 'AVA000001');
    const plan = (await bid('3'))?.plan;
    assert.deepEqual([plan?.ident, plan?.callsign], ['AL202/C.C/L.2', 'ALP202']);
  });

  test('an ident signs in although the code of an earlier airline occurs in it', async () => {
    await crew.tables.run("UPDATE {airlines} SET icao = 'AF', iata = NULL WHERE id = 1");
    await crew.tables.run("INSERT INTO {airlines} (id, icao, iata, name) VALUES (40, 'AFR', 'AF', 'Air')");
    await crew.tables.run('UPDATE {users} SET airline_id = 40 WHERE id = 12');
    const who = { AFR0002: '12', AF2: '12', AF0001: '11', AFR0001: null, '2': '12' };
    for (const [login, id] of Object.entries(who)) assert.equal(await platform.findPilotId(login), id, login);
  });

  test('airports on both sides of the date line are near', async () => {
    assert.equal((await platform.findAirport({ lat: -16, lon: -179.97 }))?.icao, 'NFTL');
  });

  test('tracker_config: in force as soon as it is there; what is wrong or unset has its default; disabled is disabled', async () => {
    assert.deepEqual(
      [(await platform.readSettings()).name, (await platform.readSettings()).enabled],
      ['Alpine Virtual', true],
    );
    await crew.tables.run(
      'CREATE TABLE tracker_config (name varchar(191) PRIMARY KEY, value text NULL, updated_at timestamp NULL)',
    );
    await crew.tables.run(
      `INSERT INTO tracker_config (name, value) VALUES ('va_name', 'Alpine'), ('session_token_ttl', '3'), ('bids_required', '0'),
       ('long_session_days', '7'), ('password_login', ''), ('logo_url', 'javascript:alert(1)'), ('primary_color', '#aabbcc'), ('client_token_hash', 'ABC')`,
    );
    await crew.tables.run(`INSERT INTO {modules} (name, enabled) VALUES ('Tracker', 0)`);
    const settings = await platform.readSettings();
    const { name, sessionTtlMin, bidsRequired, passwordLogin, logoUrl, primaryColor, clientTokenHash, enabled } =
      settings;
    assert.equal(settings.longSessionDays, 7);
    await crew.tables.run("UPDATE tracker_config SET value = '366' WHERE name = 'long_session_days'");
    assert.equal((await platform.readSettings()).longSessionDays, 30);
    assert.deepEqual(
      [name, sessionTtlMin, bidsRequired, passwordLogin, logoUrl, primaryColor, clientTokenHash, enabled],
      ['Alpine', 1_440, false, true, null, '#aabbcc', null, false],
    );
  });

  test('another database is refused with what is missing', async () => {
    const detail = await refusal(openAdapter({ ...crew, prefix: 'no_' }), 'crew-center-refused');
    assert.match(detail.message, /no_users.*DB_PREFIX/s);
  });
});

for (const release of ['7.0.10', 'main'] as const) {
  test(`a whole flight and a whole desk need no more of the database than the documentation lists: ${nameOf(release)}`, () =>
    needOnlyTheDocumented(release));
}

async function needOnlyTheDocumented(release: Release): Promise<void> {
  const crew = await createCrewCenter(server, release, 'd_');
  await emptyAndSeed(crew);
  await crew.tables.run('CREATE TABLE {tracker_config} (name varchar(64) PRIMARY KEY, value text NULL)');
  await grantDocumented(crew.tables, 'least', 'least-secret');
  const platform = await openAdapter(crew, systemClock, { user: 'least', password: new Secret('least-secret') });
  try {
    await platform.readSettings();
    await platform.authenticate('ada@alpine.example', new Secret('wrong'));
    await platform.findAirport({ lat: 47, lon: 8 });
    const flight = await flightOf(platform, '12', '2');
    await platform.openPirep(flight);
    await platform.updatePirep(flight, progress);
    await platform.deliverLive([live(flight, 1)]);
    await platform.deliverTrack(flight, [position(1), event(2, 'x')]);
    await platform.suspendPirep(flight);
    await platform.filePirep(flight, pirep());
    const free = {
      airline: 'ALP',
      flightNumber: '1',
      departure: 'LSZH',
      arrival: 'LEPA',
      aircraft: 'A320',
      registration: null,
      route: null,
    };
    const other = { ...flight, pirepId: 'another', plan: await platform.planFreeFlight('12', free) };
    await platform.openPirep(other);
    assert.equal(await platform.cancelPirep(other, null), null);
    await useDesk(openDesk(platform), flight.pirepId ?? '');
  } finally {
    await platform.close();
    await closeAll(crew);
  }
}

describe('a whole flight on the columns of each release', () => {
  for (const release of releases) {
    test(nameOf(release), async () => {
      const crew = await createCrewCenter(server, release, 'p_');
      await emptyAndSeed(crew);
      const platform = await openAdapter(crew);
      try {
        const flight = await flightOf(platform, '11', '1');
        await platform.openPirep(flight);
        await platform.updatePirep(flight, progress);
        await platform.deliverLive([live(flight, 2)]);
        await platform.deliverTrack(flight, [position(1), position(2), event(3, 'gear up')]);
        const filed = await platform.filePirep(flight, pirep({ log: [{ at: null, text: 'a line of the client' }] }));
        assert.deepEqual(filed, { pirepId: flight.pirepId, state: 'pending' });
        const track = await crew.tables.rows('SELECT * FROM {acars} ORDER BY type, created_at, id');
        const apart =
          release === 'main'
            ? await crew.tables.rows('SELECT 2 AS type, log FROM {pirep_events} ORDER BY created_at, id')
            : [];
        assert.deepEqual(
          [...track, ...apart].map((row) => [row.type, Number(row.altitude_msl ?? row.altitude ?? 0), row.log]),
          [
            [0, 12_000, null],
            [0, 12_000, null],
            [2, 0, 'gear up'],
            [2, 0, 'a line of the client'],
          ],
        );
        const [row] = await crew.tables.rows('SELECT * FROM {pireps}');
        assert.deepEqual([row?.status, Number(row?.distance), row?.flight_time, row?.source], ['ARR', 431.5, 95, 1]);
      } finally {
        await platform.close();
        await closeAll(crew);
      }
    });
  }
});

async function useDesk(desk: PilotDesk, pirepId: string): Promise<void> {
  const pilot = '12';
  assert.ok((await desk.searchSchedules(pilot, anySchedule, allOnOnePage)).total > 0);
  const bid = await desk.book(pilot, { scheduleId: 'lhr-zrh', aircraftId: null });
  await desk.chooseAircraft(pilot, bid.id, '6');
  await desk.unbook(pilot, bid.id);
  await desk.unbook(pilot, (await desk.charter(pilot, { ...charter, aircraftId: '6' })).id);
  assert.equal((await desk.latestPirep(pilot))?.id, pirepId);
  assert.equal((await desk.readPirep(pilot, pirepId))?.id, pirepId);
  assert.equal((await desk.listPireps(pilot, anyPirep, allOnOnePage)).total, (await desk.statistics(pilot)).pireps);
  const lists = [
    desk.listAirports(pilot),
    desk.listFleet(pilot),
    desk.listAirlines(),
    desk.news(3),
    desk.profile(pilot),
  ];
  for (const list of await Promise.all(lists)) assert.ok(list !== null);
}

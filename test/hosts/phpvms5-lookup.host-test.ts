// needs: mariadb
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defaultHostSettings, type HostSettings } from '../../src/platform/five/host-settings.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { everyPirep, everything } from './phpvms5/desk-wishes.ts';
import { deskOf, type Opened, openAdapter } from './phpvms5/opened.ts';
import { installation } from './phpvms5/seed.ts';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.empty);
});
after(() => server[Symbol.asyncDispose]());

const page = { page: 1, perPage: 50 };

async function open(settings: Partial<HostSettings> = {}): Promise<Opened> {
  await server.createDatabase('crew', installation({ release: '2.1.936', prefix: 'phpvms_' }));
  return openAdapter(server, 'crew', { host: { ...defaultHostSettings, ...settings } });
}

type Row = Readonly<Record<string, string | number>>;

async function insert({ sql }: Opened, table: string, row: Row): Promise<void> {
  const names = Object.keys(row).map((name) => `\`${name}\``);
  const marks = names.map(() => '?').join(', ');
  await sql.run(`INSERT INTO phpvms_${table} (${names.join(', ')}) VALUES (${marks})`, Object.values(row));
}

const filed: Row = {
  pilotid: 1,
  code: 'TVA',
  flightnum: '101',
  depicao: 'KJFK',
  arricao: 'KBOS',
  aircraft: '1',
  flighttime: '1.07',
  flighttime_stamp: '01:07:00',
  distance: 100,
  fuelused: 1000,
  landingrate: -212.7,
  submitdate: '2026-01-02 10:00:00',
  flighttype: 'P',
};

test('a PIREP’s figures are read in the units of the crew center', async () => {
  await using opened = await open({ units: 'km', liquidUnit: 'kg' });
  await insert(opened, 'pireps', filed);
  const pirep = await deskOf(opened).latestPirep('1');
  assert.deepEqual([pirep?.distanceNm, pirep?.fuelUsedLb, pirep?.landingRateFpm], [54, 2204.6, -212.7]);
});

test('what a PIREP does not know is not known, whatever its columns hold', async () => {
  await using opened = await open();
  const nothing = { distance: 0, fuelused: 0, landingrate: 0, flighttime: '', flighttime_stamp: '00:00:00' };
  await insert(opened, 'pireps', { ...filed, ...nothing, aircraft: 'N738TV', submitdate: '0000-00-00 00:00:00' });
  const pirep = await deskOf(opened).latestPirep('1');
  assert.deepEqual(
    [
      pirep?.distanceNm,
      pirep?.fuelUsedLb,
      pirep?.landingRateFpm,
      pirep?.flightTimeMin,
      pirep?.aircraft,
      pirep?.filedAt,
    ],
    [null, null, null, null, null, null],
  );
});

test('flight times are hours and minutes, in whichever column they are', async () => {
  await using opened = await open();
  const cases: readonly (readonly [string, string, number])[] = [
    ['1.07', '01:07:00', 67],
    ['00.45', '00:45:00', 45],
    ['2.30.45', '02:30:45', 150],
    ['0.5', '00:05:00', 5],
    ['12.30', '00:00:00', 750],
    ['900.15', '838:59:59', 54_015],
  ];
  for (const [flighttime, flighttime_stamp, minutes] of cases) {
    await insert(opened, 'pireps', { ...filed, pilotid: 6, flighttime, flighttime_stamp });
    assert.equal((await deskOf(opened).latestPirep('6'))?.flightTimeMin, minutes, flighttime);
    await opened.sql.run('DELETE FROM phpvms_pireps');
  }
});

test('an aircraft that was deleted keeps its id; a PIREP that is under way is not in the logbook', async () => {
  await using opened = await open();
  await insert(opened, 'pireps', { ...filed, aircraft: '99' });
  await insert(opened, 'pireps', { ...filed, accepted: 3, submitdate: '2026-02-02 10:00:00' });
  const { items, total } = await deskOf(opened).listPireps('1', everyPirep, page);
  assert.deepEqual(
    [items.map((each) => each.aircraft), total],
    [[{ id: '99', icao: null, name: null, registration: null }], 1],
  );
  assert.equal((await deskOf(opened).statistics('1')).pireps, 1);
});

test('texts come as the pages show them, without markup', async () => {
  await using opened = await open();
  await insert(opened, 'pireps', {
    ...filed,
    route: 'MERIT &lt;HFD&gt;',
    log: `[10:00] it\\'s off*<b onclick="x()">[11:00] landed</b><br />twice*&lt;script&gt;*`,
  });
  for (const [pilotid, comment] of [
    [2, 'Well <i>flown</i> &amp; logged'],
    [1, '<script>alert(1)</script> mine'],
    [1, 'Once more, Zürich'],
  ] as const)
    await insert(opened, 'pirepcomments', { pirepid: 1, pilotid, comment, postdate: '2026-01-02 11:00:00' });
  await insert(opened, 'pirepvalues', { fieldid: 1, pirepid: 1, value: '<u>VATSIM</u>' });
  const pirep = await deskOf(opened).readPirep('1', '1');
  assert.deepEqual(
    [pirep?.route, pirep?.log.map((line) => line.text), pirep?.notes, pirep?.fields],
    [
      'MERIT <HFD>',
      [`[10:00] it's off`, '[11:00] landed', 'twice', '<script>'],
      'alert(1) mine',
      { Network: 'VATSIM' },
    ],
  );
  assert.deepEqual(
    pirep?.comments.map(({ author, text }) => [author, text]),
    [
      ['Bea Pilot', 'Well flown & logged'],
      ['Ada Pilot', 'Once more, Zürich'],
    ],
  );
  const schedules = await deskOf(opened).searchSchedules('1', { ...everything, text: 'TVA201' }, page);
  const [schedule] = schedules.items;
  assert.deepEqual(
    [schedule?.notes, schedule?.days, schedule?.cruiseAltitudeFt],
    [`Zürich's <own>`, [0, 1, 3, 5], 12_000],
  );
});

test('a search in letters that its columns lack finds nothing', async () => {
  await using opened = await open();
  for (const text of ['Жуковский', '🛫', 'KJFK🛫']) {
    for (const name of ['departure', 'airline', 'text'] as const)
      assert.equal((await deskOf(opened).searchSchedules('1', { ...everything, [name]: text }, page)).total, 0);
    assert.equal((await deskOf(opened).listPireps('1', { ...everyPirep, departure: text }, page)).total, 0);
  }
});

test('hours of a pilot are hours and minutes with a point between', async () => {
  await using opened = await open();
  await opened.sql.run('UPDATE phpvms_pilots SET totalhours = 1234.07, totalflights = 321 WHERE pilotid = 1');
  assert.deepEqual(await deskOf(opened).statistics('1'), {
    flights: 321,
    flightTimeMin: 1234 * 60 + 7,
    pireps: 0,
    averageLandingRateFpm: null,
  });
});

test('pictures of a pilot: what is there, and nothing that is no address', async () => {
  await server.createDatabase('crew', installation({ release: '5.5.2', prefix: 'phpvms_' }));
  const folder = await mkdtemp(join(tmpdir(), 'tracker-site-'));
  await mkdir(join(folder, 'lib/avatars'), { recursive: true });
  await writeFile(join(folder, 'lib/avatars/TVA0001.png'), '');
  await writeFile(join(folder, 'lib/secret.png'), '');
  await using opened = await openAdapter(server, 'crew', { site: { url: 'https://va.test/crew', folder } });
  const read = async (pilotId: string) => {
    const { avatarUrl, rank } = await deskOf(opened).profile(pilotId);
    return [avatarUrl, rank.imageUrl];
  };
  assert.deepEqual(await read('1'), ['https://va.test/crew/lib/avatars/TVA0001.png', null]);
  assert.deepEqual(await read('3'), [null, null]);
  for (const [rankimage, address] of [
    ['/img/one.png', 'https://va.test/img/one.png'],
    ['https://cdn.test/two.png', 'https://cdn.test/two.png'],
    ['javascript:alert(1)', null],
  ] as const) {
    await opened.sql.run('UPDATE phpvms_ranks SET rankimage = ?', [rankimage]);
    assert.deepEqual((await read('1'))[1], address);
  }
  await rm(folder, { recursive: true });
});

test('cargo is pounds; seats that are none are none, and those that nobody entered are not known', async () => {
  await using opened = await open({ cargoUnit: 'kg' });
  await opened.sql.run('UPDATE phpvms_aircraft SET maxpax = 0, maxcargo = 1000 WHERE id = 1');
  await opened.sql.run('UPDATE phpvms_aircraft SET maxpax = 0, maxcargo = 0, enabled = 0 WHERE id = 2');
  await opened.sql.run('UPDATE phpvms_ranks SET rankid = 5');
  await opened.sql.run('UPDATE phpvms_aircraft SET minrank = 5 WHERE id = 3');
  await insert(opened, 'bids', { pilotid: 1, routeid: 2, dateadded: '2026-01-01' });
  const read = async (pilotId: string) =>
    (await deskOf(opened).listFleet(pilotId)).map((each) => [
      each.registration,
      each.maxPassengers,
      each.maxCargoLb,
      each.minRank,
      each.isAllowed,
    ]);
  const [a320, b738, ...others] = await read('1');
  assert.deepEqual(a320, ['N320TV', null, null, null, false], 'one that is out of service, and in a bid');
  assert.deepEqual(b738, ['N738TV', 0, 2205, null, true]);
  assert.deepEqual(others.at(-1), ['N744TV', 400, 110_231, 'New Hire', false]);
  assert.deepEqual(
    (await read('6')).map(([registration]) => registration),
    ['N738TV', 'N739TV', 'N744TV'],
  );
});

test('airports that only a bid names are listed too', async () => {
  await using opened = await open();
  await opened.sql.run(`UPDATE phpvms_schedules SET arricao = 'ZZZZ' WHERE id = 2`);
  await insert(opened, 'bids', { pilotid: 1, routeid: 2, dateadded: '2026-01-01' });
  const codes = async (pilotId: string) => (await deskOf(opened).listAirports(pilotId)).map((each) => each.icao);
  assert.deepEqual(
    [await codes('1'), await codes('6')],
    [
      ['KBOS', 'KJFK', 'KPVD', 'ZZZZ'],
      ['KBOS', 'KJFK', 'KPVD'],
    ],
  );
});

test('what bids do not keep is said, also before the database has ever answered', async () => {
  await using opened = await open();
  const offer = opened.platform.desk.chooseAircraft;
  assert.ok(typeof offer !== 'function' && offer.notOffered.includes('its schedule names one'));
  await server.stop();
  await using late = await openAdapter(server, 'crew');
  const call = late.platform.desk.chooseAircraft;
  assert.ok(typeof call === 'function');
  await assert.rejects(call('1', '1', '1'), (error) => isRefusal(error, 'crew-center-unavailable'));
  await server.start();
  await assert.rejects(call('1', '1', '1'), (error) => isRefusal(error, 'crew-center-refused'));
  assert.ok(typeof late.platform.desk.chooseAircraft !== 'function');
});

test('a schedule and its bid sell seats, or on a cargo flight pounds, whatever the crew center weighs in', async () => {
  await using opened = await open({ cargoUnit: 'kg' });
  await opened.sql.run('UPDATE phpvms_aircraft SET maxpax = 180, maxcargo = 1000');
  await opened.sql.run("UPDATE phpvms_schedules SET price = 120, flighttype = 'P'");
  await insert(opened, 'bids', { pilotid: 1, routeid: 5, dateadded: '2026-01-01' });
  const desk = deskOf(opened);
  const sold = async () => (await desk.searchSchedules('1', everything, page)).items[0]?.fares;
  const seats = { id: 'P', code: 'P', name: 'Passenger', kind: 'passenger', capacity: 180, count: null, price: 120 };
  assert.deepEqual(await sold(), [seats]);
  const [bid] = await opened.platform.listBids('1');
  assert.deepEqual(bid?.fares, [seats]);
  await opened.sql.run("UPDATE phpvms_schedules SET price = 1, flighttype = 'C'");
  const [cargo] = (await sold()) ?? [];
  assert.deepEqual([cargo?.kind, cargo?.capacity, cargo?.price?.toFixed(4)], ['cargo', 2205, '0.4536']);
});

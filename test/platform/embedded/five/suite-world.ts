import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../../../src/lib/clock.ts';
import { numberOf, type Row, textOf } from '../../../../src/lib/row.ts';
import { Secret } from '../../../../src/lib/secret.ts';
import { openSqlite } from '../../../../src/lib/sqlite.ts';
import { seedDemoFive } from '../../../../src/platform/embedded/five/demo.ts';
import { openEmbeddedFive } from '../../../../src/platform/embedded/five/five.ts';
import { hashPassword } from '../../../../src/platform/embedded/five/pilots.ts';
import { minutesOf } from '../../../../src/platform/five/flight-words.ts';
import type { Fixtures, HostView, PirepInHost, SuiteWorld } from '../../../../src/platform/suite.ts';
import type { Standing } from '../../../../src/tracking/model.ts';
import { openWorlds, outageOf, type Worlds } from '../suite-files.ts';
import { deskView } from './suite-desk.ts';

/** Worlds of the platform suite on the embedded crew center of version 5. */
export const openFiveWorlds = (): Promise<Worlds> => openWorlds(seedTemplate, openWorld);

async function seedTemplate(file: string): Promise<void> {
  const { platform, database } = await openEmbeddedFive({ file, clock: systemClock });
  seedDemoFive(database);
  database.exec(`
    INSERT INTO schedules (id, code, flightnum, depicao, arricao, aircraft, enabled) VALUES
      (9, 'DMO', '999', 'LSZH', 'LEPA', '77', 1), (10, 'DMO', '998', 'LSZH', 'LEPA', '2', 0),
      (11, 'DMO', '997', 'LSZH', 'LEPA', '90', 1);
    UPDATE schedules SET daysofweek = '1357', flightlevel = 'FL210', notes = 'Slots at <b>EDDF</b>' WHERE id = 4;
    INSERT INTO aircraft (id, icao, name, registration, enabled, ranklevel) VALUES
      (90, 'B748', '747-8', 'HB-QQX', 1, 9), (91, 'A343', 'A340-300', 'HB-OLD', 0, 0);
    INSERT INTO airlines (code, name, enabled) VALUES ('OLD', 'Rests', 0);
    INSERT INTO bids (bidid, pilotid, routeid, dateadded) VALUES (9, 1, 9, '2026-01-03');
  `);
  await platform.close();
}

const fixtures: Fixtures = {
  first: {
    id: '1',
    logins: ['ada@demo-air.example', 'ADA@demo-air.example', 'DMO0001', 'dmo1', '1'],
    password: 'demo-pilot',
    apiKey: null,
    bidId: '1',
  },
  second: { id: '2', logins: ['ben@demo-air.example', 'DMO0002'], password: 'demo-pilot', apiKey: null, bidId: '3' },
  choiceBidId: null,
  blockedBidId: '9',
  forbiddenRegistration: 'HB-QQX',
  freeFlight: {
    airline: 'DMO',
    flightNumber: '77',
    departure: 'LSZH',
    arrival: 'LEPA',
    aircraft: 'A320',
    registration: null,
    route: null,
  },
  elsewhere: { icao: 'EDDM', name: 'Munich', lat: 48.353802, lon: 11.7861 },
  desk: {
    scheduleId: '4',
    hiddenScheduleIds: ['10', '11'],
    aircraftIds: ['2'],
    forbiddenAircraftId: '90',
    profile: { firstName: 'Ada', lastName: 'Keller', email: 'ada@demo-air.example', rank: 'New Hire' },
    charter: {
      airline: 'DMO',
      flightNumber: '77',
      departure: 'LSZH',
      arrival: 'LEPA',
      route: 'DEGES',
      aircraftId: '2',
      cruiseAltitudeFt: 37_000,
      kind: 'passenger',
      departureTime: '14:20',
      arrivalTime: '16:10',
    },
  },
};

async function openWorld(file: string): Promise<SuiteWorld> {
  const first = await openEmbeddedFive({ file, clock: systemClock });
  const opened = [first];
  const other = openSqlite(file);
  return {
    platform: first.platform,
    async reopen() {
      const again = await openEmbeddedFive({ file, clock: systemClock });
      opened.push(again);
      return again.platform;
    },
    host: hostView(other),
    fixtures,
    outage: outageOf(first.database, other),
    async dispose() {
      for (const each of opened) await each.platform.close();
      other.close();
    },
  };
}

const standingColumns: Readonly<Record<Standing, readonly [confirmed: number, retired: number]>> = {
  active: [1, 0],
  'on-leave': [1, 3],
  pending: [0, 0],
  rejected: [2, 0],
  suspended: [1, 2],
  deleted: [1, 1],
};

function hostView(database: DatabaseSync): HostView {
  const all = (sql: string, ...values: (string | number)[]) => database.prepare(sql).all(...values);
  const run = async (sql: string, ...values: (string | number)[]) => void database.prepare(sql).run(...values);
  return {
    listPireps: async (pilotId) =>
      all('SELECT * FROM pireps WHERE pilotid = ? ORDER BY pirepid', pilotId).map((row) =>
        toPirepInHost(database, row),
      ),
    listBids: async (pilotId) =>
      all('SELECT bidid FROM bids WHERE pilotid = ?', pilotId).map((row) => textOf(row, 'bidid')),
    readStatistics: async () => null,
    isOnMap: async ({ pilotId, id }) =>
      all('SELECT 1 FROM acarsdata WHERE pilotid = ? AND messagelog = ?', pilotId, id).length > 0,
    readTrack: async () => [],
    readEvents: async () => [],
    beginPirep: async () => null,
    deletePirep: (id) => run('DELETE FROM pireps WHERE pirepid = ?', id),
    cancelPirep: null,
    deleteBid: (id) => run('DELETE FROM bids WHERE bidid = ?', id),
    deletePilot: (id) => run('DELETE FROM pilots WHERE pilotid = ?', id),
    setStanding: (id, standing) =>
      run('UPDATE pilots SET confirmed = ?, retired = ? WHERE pilotid = ?', ...standingColumns[standing], id),
    setPassword: (id, password) =>
      run(
        'UPDATE pilots SET password = ?, salt = ? WHERE pilotid = ?',
        hashPassword(new Secret(password), 's'),
        's',
        id,
      ),
    removeAircraft: (id) => run('DELETE FROM aircraft WHERE id = ?', id),
    desk: deskView(database),
  };
}

function toPirepInHost(database: DatabaseSync, row: Row): PirepInHost {
  const comments = database.prepare('SELECT comment FROM pirepcomments WHERE pirepid = ?').all(textOf(row, 'pirepid'));
  const known = (name: string) => numberOf(row, name) || undefined;
  return {
    id: textOf(row, 'pirepid'),
    pilotId: textOf(row, 'pilotid'),
    state: (['pending', 'accepted', 'rejected'] as const)[numberOf(row, 'accepted')] ?? 'pending',
    flightNumber: textOf(row, 'flightnum'),
    departure: textOf(row, 'depicao'),
    arrival: textOf(row, 'arricao'),
    aircraftId: textOf(row, 'aircraft'),
    flightTimeMin: minutesOf(Number(textOf(row, 'flighttime'))) ?? undefined,
    distanceNm: undefined,
    fuelUsedLb: known('fuelused'),
    landingRateFpm: known('landingrate'),
    blockOffAt: undefined,
    blockOnAt: undefined,
    text: [textOf(row, 'log'), textOf(row, 'route'), ...comments.map((comment) => textOf(comment, 'comment'))].join(
      '\n',
    ),
    isHtml: true,
  };
}

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../../lib/clock.ts';
import { numberOf, type Row, textOf } from '../../../lib/row.ts';
import { Secret } from '../../../lib/secret.ts';
import { configureSqlite, openSqlite } from '../../../lib/sqlite.ts';
import type { Standing } from '../../../tracking/model.ts';
import { minutesOf } from '../../flight-words.ts';
import type { Fixtures, HostView, PirepInHost, SuiteWorld } from '../../suite.ts';
import { seedDemoFive } from './demo.ts';
import { openEmbeddedFive } from './five.ts';
import { hashPassword } from './pilots.ts';

/** Makes worlds of the platform suite: a seeded file, copied for each case. */
export async function openFiveWorlds(): Promise<{ open(): Promise<SuiteWorld>; dispose(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-five-'));
  const template = join(folder, 'template.sqlite');
  const { platform, database } = await openEmbeddedFive({ file: template, clock: systemClock });
  seedDemoFive(database);
  database.exec(`
    INSERT INTO schedules (id, code, flightnum, depicao, arricao, aircraft) VALUES (3, 'DMO', '999', 'LSZH', 'LEPA', '77');
    INSERT INTO bids (bidid, pilotid, routeid, dateadded) VALUES (9, 1, 3, '2026-01-03');
  `);
  await platform.close();
  let count = 0;
  return {
    open() {
      const file = join(folder, `world-${++count}.sqlite`);
      copyFileSync(template, file);
      return openWorld(file);
    },
    dispose: () => rmSync(folder, { recursive: true }),
  };
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
  forbiddenRegistration: null,
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
    outage: {
      begin: async () => first.database.close(),
      async end() {
        first.database.open();
        configureSqlite(first.database);
      },
      async breakFiling() {
        other.exec(`CREATE TRIGGER broken BEFORE DELETE ON bids BEGIN SELECT RAISE(ABORT, 'broken'); END`);
        return async () => other.exec('DROP TRIGGER broken');
      },
    },
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

// needs: mariadb
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Receipt } from '../../src/client/wire-types.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Mysql } from '../../src/lib/mysql.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { minutesOf } from '../../src/platform/five/flight-words.ts';
import { openServer } from '../../src/server/app.ts';
import { assertFigures, flyFast, madeRecording } from '../flying/flights.ts';
import { pilot, Served } from '../flying/served.ts';
import { sqlModes, startMariadb } from './mariadb.ts';
import { installation } from './phpvms5/seed.ts';

/** What the host is coarser in: whole miles, and figures that are unknown are 0. */
const distanceToleranceNm = 0.5;

test('one flight by the native contract on the embedded crew center, by the legacy one on a phpVMS 5: the same PIREP', async () => {
  const native = await flyEmbedded();
  const directory = await mkdtemp(join(tmpdir(), 'tracker-matrix-'));
  await using mariadb = await startMariadb(sqlModes.strict);
  await mariadb.createDatabase('crew', installation({ release: '5.5.2', prefix: 'phpvms_' }));
  const sql = openMysql(mariadb.address('crew'));
  try {
    await addDemoFlight(sql);
    const { socketPath } = mariadb.address('crew').server as { socketPath: string };
    const legacy = await flyPhpvms5(directory, socketPath);
    const figures = ({ flight_id: _, pirep_id: __, filed_at: ___, pirep_state: ____, ...rest }: Receipt) => rest;
    const sinceBlockOff = (receipt: Receipt) => {
      const from = Date.parse(receipt.block_off_at ?? '');
      const at = (instant: string | null) => (instant === null ? null : Date.parse(instant) - from);
      const { block_off_at, takeoff_at, landing_at, block_on_at, basis, ...rest } = figures(receipt);
      // The legacy contract takes no flight events, so the take-off is told by positions alone.
      return { ...rest, basis: { ...basis, takeoff_at: null }, times: [takeoff_at, landing_at, block_on_at].map(at) };
    };
    assert.deepEqual(sinceBlockOff(legacy), sinceBlockOff(native));
    const [row, ...others] = await sql.rows('SELECT * FROM phpvms_pireps');
    assert.ok(row !== undefined && others.length === 0, 'one PIREP');
    assert.deepEqual(
      [row.route, row.route_details],
      ['', ''],
      'as the platform’s function leaves them without a route',
    );
    assert.equal(minutesOf(Number(row.flighttime)), native.flight_time);
    assert.ok(Math.abs(Number(row.distance) - (native.distance ?? 0)) <= distanceToleranceNm, `${row.distance} nm`);
    assert.deepEqual(
      [row.code, row.flightnum, row.depicao, row.arricao, row.aircraft, row.landingrate, row.fuelused, row.source],
      ['DMO', '310', 'LSZH', 'EDDF', '9', native.landing_rate, native.fuel_used ?? 0, 'Tracker'],
    );
  } finally {
    await sql.close();
    await rm(directory, { recursive: true });
  }
});

async function flyEmbedded(): Promise<Receipt> {
  await using served = await Served.open();
  const flown = await flyFast(served, madeRecording);
  assert.equal(flown.variant, 'native');
  assertFigures(flown.receipt);
  return flown.receipt;
}

/** The flight, pilot and aircraft of the demo airline. */
async function addDemoFlight(sql: Mysql): Promise<void> {
  const hash = createHash('md5').update(`${pilot.password}pepper`).digest('hex');
  const statements = [
    `INSERT INTO phpvms_airlines (id, code, name) VALUES (9, 'DMO', 'Demo')`,
    `INSERT INTO phpvms_airports (icao, name, lat, lng, chartlink) VALUES ('LSZH', 'Zurich', 47.458, 8.548, ''), ('EDDF', 'Frankfurt', 50.033, 8.57, '')`,
    `INSERT INTO phpvms_aircraft (id, icao, name, registration, downloadlink, imagelink, maxpax) VALUES (9, 'A320', 'A320', 'HB-JLP', '', '', 180)`,
    `INSERT INTO phpvms_pilots (pilotid, firstname, lastname, email, code, password, salt, confirmed, lastlogin, joindate, lastpirep)
      VALUES (9, 'Ada', 'Keller', '${pilot.login}', 'DMO', '${hash}', 'pepper', 1, CURDATE(), NOW(), '2000-01-01')`,
    `INSERT INTO phpvms_schedules (id, code, flightnum, depicao, arricao, route, route_details, aircraft, flightlevel, distance, price, notes)
      VALUES (9, 'DMO', '310', 'LSZH', 'EDDF', '', '', '9', '330', 154, 100, '')`,
    'INSERT INTO phpvms_bids (pilotid, routeid, dateadded) VALUES (9, 9, CURDATE())',
  ];
  for (const statement of statements) await sql.run(statement);
}

async function flyPhpvms5(directory: string, socketPath: string): Promise<Receipt> {
  await mkdir(join(directory, 'site/core'), { recursive: true });
  const values = { DBASE_USER: 'root', DBASE_PASS: '', DBASE_NAME: 'crew', DBASE_SERVER: `:${socketPath}` };
  const defines = Object.entries(values).map(([name, value]) => `define('${name}', '${value}');`);
  await writeFile(join(directory, 'site/core/local.config.php'), `<?php\n${defines.join('\n')}\n`);
  const config = loadConfig({
    TRACKER_DATA: join(directory, 'data'),
    TRACKER_CREW_CENTER: join(directory, 'site'),
    TRACKER_LISTEN: '127.0.0.1:0',
    TRACKER_PHP: join(directory, 'no-php'),
    TRACKER_LOG_LEVEL: 'silent',
  });
  await using server = await openServer({ config });
  const flown = await flyFast({ url: server.url, directory }, madeRecording);
  assert.equal(flown.variant, 'legacy');
  return flown.receipt;
}

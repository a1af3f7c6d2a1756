import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { loadConfig } from '../src/config/config.ts';
import { systemClock } from '../src/lib/clock.ts';
import { seedDemo } from '../src/platform/embedded/demo.ts';
import { embeddedFileName } from '../src/platform/embedded/embedded.ts';
import { seedDemoFive } from '../src/platform/embedded/five/demo.ts';
import { fiveFileName, openEmbeddedFive } from '../src/platform/embedded/five/five.ts';
import { minutesOf } from '../src/platform/five/flight-words.ts';
import { openServer } from '../src/server/app.ts';
import { flyFast, made, madeRecording } from './flying/flights.ts';

// One flight through each contract on each crew center of its version: the PIREPs agree, field by field.

/** A PIREP as both versions can hold it. */
interface FiledPirep {
  readonly flightNumber: string;
  readonly departure: string;
  readonly arrival: string;
  readonly registration: string;
  readonly flightTimeMin: number | null;
  readonly distanceNm: number;
  readonly landingRateFpm: number;
  readonly fuelUsedLb: number;
  readonly source: string;
  readonly positions: number;
}

/** Version 5 keeps whole miles; minutes are exact in both. */
const distanceToleranceNm = 0.5;

async function fly(version: '5' | '7'): Promise<FiledPirep> {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-matrix-'));
  try {
    const config = loadConfig({
      TRACKER_DATA: directory,
      TRACKER_LISTEN: '127.0.0.1:0',
      TRACKER_LOG_LEVEL: 'silent',
      TRACKER_EMBEDDED_VERSION: version,
    });
    if (version === '5') await seedFive(join(directory, fiveFileName));
    await using server = await openServer({ config, replace: { passwordCost: 4 } });
    const { embedded } = server.tracker.crewCenter;
    if (embedded !== null) await seedDemo(embedded.crewCenter);
    else dropOldestBid(join(directory, fiveFileName));
    const flown = await flyFast({ url: server.url, directory }, madeRecording);
    assert.equal(flown.variant, version === '7' ? 'native' : 'legacy');
    assert.equal(flown.positions.stored, madeRecording.samples.length);
    return readPirep(
      join(directory, version === '7' ? embeddedFileName : fiveFileName),
      version,
      flown.positions.stored,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function seedFive(file: string): Promise<void> {
  const { platform, database } = await openEmbeddedFive({ file, clock: systemClock });
  seedDemoFive(database);
  await platform.close();
}

/** Clients of version 5 are given the oldest bid only; the flight to be flown is the other one. */
function dropOldestBid(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('DELETE FROM bids WHERE bidid = (SELECT min(bidid) FROM bids)');
  database.close();
}

const queries = {
  '7': `SELECT p.flight_number AS number, p.dpt_airport_id AS departure, p.arr_airport_id AS arrival, a.registration, p.flight_time AS time,
    p.distance, p.landing_rate AS rate, p.fuel_used AS fuel, p.source_name AS source FROM pireps p JOIN aircraft a ON a.id = p.aircraft_id`,
  '5': `SELECT p.flightnum AS number, p.depicao AS departure, p.arricao AS arrival, a.registration, p.flighttime AS time, p.distance,
    p.landingrate AS rate, p.fuelused AS fuel, p.source FROM pireps p JOIN aircraft a ON CAST(a.id AS TEXT) = p.aircraft`,
} as const;

function readPirep(file: string, version: '5' | '7', positions: number): FiledPirep {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(queries[version]).all();
  database.close();
  const [row] = rows;
  assert.ok(row !== undefined && rows.length === 1, 'one PIREP');
  return {
    flightNumber: String(row.number),
    departure: String(row.departure),
    arrival: String(row.arrival),
    registration: String(row.registration),
    flightTimeMin: version === '7' ? Number(row.time) : minutesOf(Number(row.time)),
    distanceNm: Number(row.distance),
    landingRateFpm: Number(row.rate),
    fuelUsedLb: Number(row.fuel),
    source: String(row.source),
    positions,
  };
}

test('one flight, two contracts, two crew centers: the same PIREP', async () => {
  const seven = await fly('7');
  const five = await fly('5');
  assert.ok(
    Math.abs(five.distanceNm - seven.distanceNm) <= distanceToleranceNm,
    `${five.distanceNm} and ${seven.distanceNm} nm`,
  );
  assert.deepEqual({ ...five, distanceNm: null }, { ...seven, distanceNm: null });
  assert.equal(seven.flightTimeMin, Math.round((made.blockOnS - made.blockOffS) / 60));
});

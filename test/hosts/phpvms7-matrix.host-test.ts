// needs: mariadb
import assert from 'node:assert/strict';
import { test } from 'node:test';
import bcrypt from 'bcryptjs';
import type { Receipt } from '../../src/client/wire-types.ts';
import { assertFigures, flyFast, madeRecording } from '../flying/flights.ts';
import { Served as EmbeddedServed, pilot } from '../flying/served.ts';
import { sqlModes, startMariadb } from './mariadb.ts';
import { Served } from './phpvms7/served.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed } from './phpvms7/world.ts';

test('one flight by the native contract, on the embedded crew center and on a phpVMS 7: the same PIREP', async () => {
  const embedded = await flyEmbedded();
  await using mariadb = await startMariadb(sqlModes.strict);
  const crew = await createCrewCenter(mariadb, '7.0.10', 'va_');
  try {
    await emptyAndSeed(crew);
    await addDemoFlight(crew);
    await using served = await Served.open(crew);
    const flown = await flyFast(served, madeRecording);
    assert.equal(flown.variant, 'native');
    assert.deepEqual(figures(flown.receipt), figures(embedded));
    const [row, ...others] = await crew.tables.rows('SELECT * FROM {pireps} WHERE user_id = 90');
    assert.ok(row !== undefined && others.length === 0, 'one PIREP');
    assert.deepEqual(
      [row.flight_time, Number(row.distance), Number(row.landing_rate), row.fuel_used, row.source, row.state],
      [embedded.flight_time, embedded.distance, embedded.landing_rate, embedded.fuel_used, 1, 1],
    );
    const [track] = await crew.tables.rows('SELECT COUNT(*) AS n FROM {acars} WHERE pirep_id = ? AND type = 0', [
      String(row.id),
    ]);
    assert.equal(Number(track?.n), madeRecording.samples.length);
  } finally {
    await crew.rest[Symbol.asyncDispose]();
    await crew.tables.close();
  }
});

async function flyEmbedded(): Promise<Receipt> {
  await using served = await EmbeddedServed.open();
  const { receipt } = await flyFast(served, madeRecording);
  assertFigures(receipt);
  return receipt;
}

/** What was filed, with its times since block-off: the two flights were flown one after the other. */
function figures({ flight_id: _, pirep_id: __, filed_at: ___, pirep_state: ____, ...receipt }: Receipt) {
  const { block_off_at, takeoff_at, landing_at, block_on_at, ...rest } = receipt;
  const since = (instant: string | null) =>
    instant === null ? null : Date.parse(instant) - Date.parse(block_off_at ?? '');
  return { ...rest, times: [takeoff_at, landing_at, block_on_at].map(since) };
}

/** The flight, pilot and aircraft of the demo airline. */
async function addDemoFlight({ tables }: CrewCenter7): Promise<void> {
  const hash = bcrypt.hashSync(pilot.password, 4);
  await tables.run(`INSERT INTO {airlines} (id, icao, name) VALUES (9, 'DMO', 'Demo')`);
  await tables.run(
    `INSERT INTO {aircraft} (id, subfleet_id, icao, name, registration) VALUES (90, 1, 'A320', 'A320', 'HB-JLP')`,
  );
  await tables.run(
    `INSERT INTO {users} (id, pilot_id, name, email, password, airline_id, rank_id, state) VALUES (90, 90, 'Ada', ?, ?, 9, 1, 1)`,
    [pilot.login, hash],
  );
  await tables.run(
    `INSERT INTO {flights} (id, airline_id, flight_number, dpt_airport_id, arr_airport_id, distance) VALUES ('demo', 9, 310, 'LSZH', 'EDDF', 154)`,
  );
  await tables.run(`INSERT INTO {bids} (user_id, flight_id, aircraft_id) VALUES (90, 'demo', 90)`);
}

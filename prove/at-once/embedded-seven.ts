import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import { type FleetPilot, seedFleet } from '../fleet/fixture.ts';
import type { PlacePilot } from './place.ts';

/** The same of version 7: each pilot has an aircraft and an API key. */
export async function seedSeven(directory: string, count: number): Promise<readonly PlacePilot[]> {
  const fleet = await seedFleet(directory, count);
  const database = new DatabaseSync(join(directory, embeddedFileName));
  try {
    database.exec("UPDATE tracker_config SET value = 'true' WHERE name = 'bids_required'");
    return fleet.map((pilot) => addBid(database, pilot));
  } finally {
    database.close();
  }
}

function addBid(database: DatabaseSync, { login, password, registration }: FleetPilot): PlacePilot {
  const apiKey = `key of ${login}`;
  database.prepare('UPDATE users SET api_key = ? WHERE email = ?').run(apiKey, login);
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO bids (user_id, flight_id, aircraft_id, created_at) SELECT u.id, 'demo-dmo310', a.id, u.created_at
       FROM users u, aircraft a WHERE u.email = ? AND a.registration = ?`,
    )
    .run(login, registration);
  const row = database
    .prepare(
      `SELECT b.*, f.airline_id, f.flight_number, f.dpt_airport_id, f.arr_airport_id
       FROM bids b JOIN flights f ON f.id = b.flight_id WHERE b.id = ?`,
    )
    .get(lastInsertRowid);
  const text = (name: string) => String(row?.[name]);
  const leg = { departure: text('dpt_airport_id'), arrival: text('arr_airport_id'), aircraftId: text('aircraft_id') };
  const flight = { airlineId: text('airline_id'), flightNumber: text('flight_number'), ...leg };
  const bid = { id: text('id'), scheduleId: text('flight_id'), ...flight };
  return { id: text('user_id'), login, password, apiKey, bid };
}

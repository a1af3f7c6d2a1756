import assert from 'node:assert/strict';
import { phpvms7 } from '../../src/client/wires/phpvms7.ts';
import type { CoreClient, CoreWorld } from './core.ts';

/** What a prefile says of Ada's bid to this airport. */
export async function prefileOf(world: CoreWorld, arrival: string, changes: object = {}) {
  const [row] = world.query(
    `SELECT f.*, b.aircraft_id AS chosen FROM bids b JOIN flights f ON f.id = b.flight_id JOIN users u ON u.id = b.user_id
     WHERE u.email = 'ada@demo-air.example' AND f.arr_airport_id = '${arrival}'`,
  );
  assert.ok(row !== undefined, arrival);
  const [aircraft] = world.query('SELECT id FROM aircraft WHERE deleted_at IS NULL ORDER BY id');
  return {
    airline_id: row.airline_id,
    aircraft_id: row.chosen ?? aircraft?.id,
    flight_id: row.id,
    flight_number: String(row.flight_number),
    dpt_airport_id: row.dpt_airport_id,
    arr_airport_id: row.arr_airport_id,
    source_name: 'a client',
    ...changes,
  };
}

/** Prefiles Ada's flight to this airport, and returns its PIREP. */
export async function prefiled(world: CoreWorld, client: CoreClient, arrival = 'MMUN', changes: object = {}) {
  const call = phpvms7.start(await prefileOf(world, arrival, changes));
  const answer = await client.post(`/${call.path}`, call.body as object);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.data as { readonly id: string; readonly [name: string]: unknown };
}

/** A position as many clients send it. */
export const position = (changes: object = {}) => ({
  lat: 47.46,
  lon: 8.55,
  altitude_msl: 1416,
  altitude_agl: 0,
  heading: 277,
  gs: 0,
  vs: 0,
  fuel: 20_000,
  ...changes,
});

import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Scene } from './steps.ts';

/** Airports of the files and the pilot's flight from one to another. */
const airports = { LSZH: [47.458, 8.548], EDDF: [50.033, 8.57], EDDM: [48.353, 11.786] } as const;
/** The file that says libfaketime how far the clock of site and server is ahead; without one the rounds would take hours. */
export const clockFile = process.env.FAKETIME_TIMESTAMP_FILE ?? null;

/** Seconds go by for site and server. */
export function pass(seconds: number): void {
  const clock = clockFile ?? assert.fail('the clock cannot be moved');
  const offset = Number(/^[+-]?[\d.]+/.exec(readFileSync(clock, 'utf8'))?.[0] ?? 0) + seconds;
  writeFileSync(`${clock}.new`, `+${offset}\n`);
  renameSync(`${clock}.new`, clock);
}

/** The airports of the files, and one bid of the pilot on a flight between them. */
export async function prepare({ database, prefix, pilot, site }: Scene): Promise<Map<string, string>> {
  const table = (name: string) => `\`${prefix}${name}\``;
  for (const [icao, [lat, lon]] of Object.entries(airports)) {
    await database.run(`INSERT IGNORE INTO ${table('airports')} (id, icao, name, lat, lon) VALUES (?, ?, ?, ?, ?)`, [
      icao,
      icao,
      icao,
      lat,
      lon,
    ]);
  }
  const [user] = await database.rows(`SELECT id, airline_id FROM ${table('users')} WHERE api_key = ?`, [pilot.key]);
  await database.run(`DELETE FROM ${table('bids')} WHERE user_id = ?`, [String(user?.id)]);
  await database.run(
    `REPLACE INTO ${table('flights')} (id, airline_id, flight_number, dpt_airport_id, arr_airport_id, flight_type, has_bid, active, visible) VALUES ('captured', ?, ?, 'LSZH', 'EDDF', 'J', 0, 1, 1)`,
    [String(user?.airline_id), String(Date.now() % 9_000)],
  );
  const headers = { 'x-api-key': pilot.key, 'content-type': 'application/json' };
  const answer = await fetch(`${site}/api/user/bids`, { method: 'PUT', headers, body: '{"flight_id":"captured"}' });
  assert.equal(answer.status, 200, await answer.text());
  return new Map([['key', pilot.key]]);
}

export async function pirepIds({ database, prefix }: Scene): Promise<readonly string[]> {
  return (await database.rows(`SELECT id FROM \`${prefix}pireps\``)).map(({ id }) => String(id));
}

/** Where the captured requests of phpVMS 7's API go. */
export interface Way {
  readonly name: string;
  /** Address of the site, and what is put before a path of the site's own API. */
  readonly site: string;
  readonly before: string;
}

/** `none`: as captured. `all`: in turn an answer is lost, the server is killed while it works, the site is in maintenance; each request is sent again. */
export type Trouble = 'none' | 'all';

/** What only the demo of the embedded crew center has. */
export const ofTheDemo = /^data(\.0)?\.(ident|icao|cost_block_hour)$|^meta\.|^data$/;

export interface Sent {
  readonly id: string;
  /** When it was measured, as the client says; null where it does not. */
  readonly at: number | null;
  readonly lat: number;
}

import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Scene } from './steps.ts';

/** Airports of the files. */
const airports = {
  LSZH: [47.458, 8.548],
  EDDF: [50.033, 8.57],
  EDDM: [48.353, 11.786],
  MMUN: [21.037, -86.877],
} as const;
/** The file that says libfaketime how far the clock of site and server is ahead; without one the rounds would take hours. */
export const clockFile = process.env.FAKETIME_TIMESTAMP_FILE ?? null;

/** Seconds go by for site and server. */
export function pass(seconds: number): void {
  const clock = clockFile ?? assert.fail('the clock cannot be moved');
  const offset = Number(/^[+-]?[\d.]+/.exec(readFileSync(clock, 'utf8'))?.[0] ?? 0) + seconds;
  writeFileSync(`${clock}.new`, `+${offset}\n`);
  renameSync(`${clock}.new`, clock);
}

/** The airports of the files, and a bid of the pilot on a flight from Zürich to each of these. */
export async function prepare(
  { database, prefix, pilot, site }: Scene,
  arrivals: readonly string[],
): Promise<Map<string, string>> {
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
  const headers = { 'x-api-key': pilot.key, 'content-type': 'application/json' };
  for (const [index, arrival] of arrivals.entries()) {
    const id = `captured-${arrival}`;
    await database.run(
      `REPLACE INTO ${table('flights')} (id, airline_id, flight_number, dpt_airport_id, arr_airport_id, flight_type, has_bid, active, visible) VALUES (?, ?, ?, 'LSZH', ?, 'J', 0, 1, 1)`,
      [id, String(user?.airline_id), String((Date.now() + index) % 9_000), arrival],
    );
    const answer = await fetch(`${site}/api/user/bids`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ flight_id: id }),
    });
    assert.equal(answer.status, 200, await answer.text());
  }
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

/** What is accepted while the site does not respond is delivered afterwards. */
export async function soon<T>(look: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await look();
    } catch (error) {
      if (tries === 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

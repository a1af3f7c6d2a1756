// needs: mariadb
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { RestStandIn } from './phpvms7/rest.ts';
import { Tables } from './phpvms7/rest-tables.ts';
import { schema } from './phpvms7/schema.ts';

interface Recording {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly key: 'pilot' | 'other' | 'wrong' | null;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

/**
 * What a real phpVMS 7.0.10 answered, in the order it was asked; of PIREPs only what Tracker could look at. `{first}` and
 * `{second}` are the ids that the platform gave.
 */
const recordings: readonly Recording[] = JSON.parse(
  readFileSync(new URL('phpvms7/recorded-7.0.10.json', import.meta.url), 'utf8'),
);
const keys = { pilot: 'testuserapikey', other: 'testuserapikey2', wrong: 'nonsense' };

/** The rows of the recorded site that the answers speak of. */
const rows = `
INSERT INTO airlines (id, icao, iata, name) VALUES (1, 'VMS', 'VM', 'phpvms airlines');
INSERT INTO airports (id, icao, name) VALUES ('KAUS', 'KAUS', 'Austin'), ('KJFK', 'KJFK', 'New York');
INSERT INTO ranks (id, name) VALUES (1, 'New Pilot');
INSERT INTO subfleets (id, airline_id, type, name) VALUES (1, 1, '744', 'Boeing');
INSERT INTO subfleet_rank VALUES (1, 1);
INSERT INTO aircraft (id, subfleet_id, icao, name, registration) VALUES (1, 1, 'B744', 'Boeing 747-438', '001Z');
INSERT INTO users (id, pilot_id, email, password, api_key, airline_id, rank_id, state) VALUES
  (2, 2, 'user@phpvms.net', '', 'testuserapikey', 1, 1, 1), (3, 3, 'other@phpvms.net', '', 'testuserapikey2', 1, 1, 1);
INSERT INTO flights (id, airline_id, flight_number, dpt_airport_id, arr_airport_id, distance, flight_time)
  VALUES ('flightid_2', 1, 101, 'KAUS', 'KJFK', 2028, 240), ('flightid_5', 1, 112, 'KAUS', 'KJFK', 0, 30), ('flightid_6', 1, 113, 'KAUS', 'KJFK', 0, 30);
INSERT INTO settings (id, \`key\`, name, value) VALUES ('a', 'pireps.duplicate_check_time', '', '10'),
  ('b', 'pireps.restrict_aircraft_to_rank', '', 'true'), ('c', 'bids.block_aircraft', '', 'true'),
  ('d', 'bids.disable_flight_on_bid', '', 'true'), ('e', 'bids.allow_multiple_bids', '', 'true');
`;

describe('the stand-in answers as the real API was recorded', () => {
  let server: Mariadb;
  let standIn: RestStandIn;
  let tables: Tables;
  const ids = new Map<string, string>();
  before(async () => {
    server = await startMariadb(sqlModes.strict);
    await server.createDatabase('recorded', schema('7.0.10', '') + rows);
    standIn = await RestStandIn.start(server.address('recorded'), '');
    tables = new Tables(server.address('recorded'), '');
  });
  after(async () => {
    await standIn[Symbol.asyncDispose]();
    await tables.close();
    await server[Symbol.asyncDispose]();
  });

  for (const recording of recordings) {
    test(recording.name, async () => {
      const response = await fetch(standIn.url + named(recording.path), {
        method: recording.method,
        headers: {
          'content-type': 'application/json',
          ...(recording.key === null ? {} : { 'x-api-key': keys[recording.key] }),
        },
        ...(recording.body === null ? {} : { body: named(bodyText(recording.body)) }),
      });
      const answer = (await response.json()) as { readonly data?: { readonly id?: string } };
      learn(recording, answer);
      assert.equal(response.status, recording.status);
      assert.equal(response.headers.get('content-type'), 'application/json');
      covers(answer, JSON.parse(named(JSON.stringify(recording.answer))), '');
    });
  }

  function named(text: string): string {
    return text.replace(/\{(first|second)\}/g, (word) => ids.get(word) ?? word);
  }

  function learn(recording: Recording, answer: { readonly data?: { readonly id?: string } }): void {
    const word = /"\{(?:first|second)\}"/.exec(JSON.stringify(recording.answer))?.[0].slice(1, -1);
    if (word !== undefined && !ids.has(word) && answer.data?.id !== undefined) ids.set(word, answer.data.id);
  }
});

function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Everything recorded is there and the same; numbers may be written as text (the database gives decimals so). */
function covers(actual: unknown, recorded: unknown, where: string): void {
  if (recorded !== null && typeof recorded === 'object') {
    assert.ok(actual !== null && typeof actual === 'object', where);
    for (const [name, value] of Object.entries(recorded))
      covers((actual as Record<string, unknown>)[name], value, `${where}.${name}`);
  } else if (where !== '.php') {
    assert.equal(typeof recorded === 'number' ? Number(actual) : actual, recorded, where);
  }
}

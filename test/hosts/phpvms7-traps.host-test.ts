// needs: mariadb
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../src/lib/clock.ts';
import { newId } from '../../src/lib/tokens.ts';
import type { HostFlight, Platform } from '../../src/platform/port.ts';
import { toSqlTime } from '../../src/platform/seven/sql-time.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { event, flightOf, live, pirep, position, progress, refusal } from './phpvms7/flown.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

let server: Mariadb;
let crew: CrewCenter7;
let platform: Platform;
let flight: HostFlight;

before(async () => {
  server = await startMariadb(sqlModes.strict);
  crew = await createCrewCenter(server, '7.0.10', 'va_');
});
beforeEach(async () => {
  await emptyAndSeed(crew);
  crew.rest.calls.length = 0;
  crew.rest.events.length = 0;
  platform = await openAdapter(crew);
  flight = await flightOf(platform, '11', '1');
});
afterEach(() => platform.close());
after(async () => {
  await crew.rest[Symbol.asyncDispose]();
  await crew.tables.close();
  await server[Symbol.asyncDispose]();
});

async function rows(sql: string, ...values: (string | number | null)[]) {
  return crew.tables.rows(sql, values);
}
const pirepRow = async (id = flight.pirepId) => (await rows('SELECT * FROM {pireps} WHERE id = ?', id))[0] ?? {};
const allPireps = () => rows('SELECT * FROM {pireps} WHERE user_id = 11');
const callsOf = (end: string) => crew.rest.calls.filter(({ path }) => path.endsWith(`/${end}`));
const filedEvents = () => crew.rest.events.filter((each) => each.event === 'PirepFiled').length;

describe('start', () => {
  test('a prefile whose answer was lost is found: one PIREP', async () => {
    crew.rest.failNext('prefile', 'answer lost');
    for (let time = 0; time < 2; time++)
      assert.deepEqual(await platform.openPirep(flight), { pirepId: flight.pirepId, adopted: false });
    assert.equal((await allPireps()).length, 1);
  });

  test('calls that begin at every moment of the first one’s prefile find the same PIREP', async () => {
    for (let round = 0; round < 5; round++) {
      const one = { ...flight, id: newId(), pirepId: newId() };
      const opened = Array.from({ length: 24 }, async (_, looks) => {
        for (let look = 0; look < looks; look++) await allPireps();
        return platform.openPirep(one);
      });
      for (const each of await Promise.all(opened)) assert.deepEqual(each, { pirepId: one.pirepId, adopted: false });
      await rows('DELETE FROM {pireps}');
    }
  });

  test('the same flight filed minutes ago is neither met nor resurrected; later a new one is made', async () => {
    await platform.openPirep(flight);
    await platform.filePirep(flight, pirep());
    const again = { ...flight, id: newId(), pirepId: newId() };
    const detail = await refusal(platform.openPirep(again), 'too-soon');
    assert.ok((detail.retryAfterS ?? 0) > 590 && (detail.retryAfterS ?? 0) <= 601);
    assert.equal((await pirepRow()).status, 'ARR');
    assert.equal(callsOf('prefile').length, 1);
    await rows('UPDATE {pireps} SET created_at = created_at - INTERVAL 11 MINUTE');
    assert.deepEqual(await platform.openPirep(again), { pirepId: again.pirepId, adopted: false });
  });

  test('a PIREP prefiled by another client a moment ago, or days ago, is adopted with our aircraft and name', async () => {
    for (const age of ['1 MINUTE', '3 DAY']) {
      await rows('DELETE FROM {pireps}');
      await rows(
        `INSERT INTO {pireps} (id, user_id, airline_id, aircraft_id, flight_id, flight_number, dpt_airport_id, arr_airport_id, state, source_name, created_at)
         VALUES ('theirs', 11, 1, 2, 'zrh-lhr', '101', 'LSZH', 'EGLL', 0, 'vmsacars', NOW() - INTERVAL ${age})`,
      );
      assert.deepEqual(await platform.openPirep(flight), { pirepId: 'theirs', adopted: true });
      const { aircraft_id, source_name } = await pirepRow('theirs');
      assert.deepEqual([aircraft_id, source_name], [1, 'Tracker']);
    }
    assert.equal(callsOf('prefile').length, 0);
  });

  test('a draft that the duplicate check would meet becomes the flight', async () => {
    await rows(
      `INSERT INTO {pireps} (id, user_id, airline_id, aircraft_id, flight_id, flight_number, dpt_airport_id, arr_airport_id, state, source, created_at)
       VALUES ('draft', 11, 1, 1, 'zrh-lhr', '101', 'LSZH', 'EGLL', 5, 0, ?)`,
      toSqlTime(Date.now() - 60_000),
    );
    assert.deepEqual(await platform.openPirep(flight), { pirepId: 'draft', adopted: true });
    const { state, source } = await pirepRow('draft');
    assert.deepEqual([state, source], [0, 1]);
  });

  test('a pilot without a key gets one as the platform makes them; one that exists stays', async () => {
    const second = await flightOf(platform, '12', '2');
    await platform.openPirep(second);
    const [made] = await rows('SELECT api_key FROM {users} WHERE id = 12');
    assert.match(String(made?.api_key), /^[0-9a-f]{20}$/);
    await platform.filePirep(second, pirep());
    assert.equal((await rows('SELECT api_key FROM {users} WHERE id = 12'))[0]?.api_key, made?.api_key);
  });

  test("the host's own no is told in its own words", async () => {
    await rows('UPDATE {aircraft} SET state = 2 WHERE id = 1');
    const detail = await refusal(platform.openPirep(flight), 'crew-center-refused');
    assert.match(detail.message, /not available for flight/);
    await rows('UPDATE {users} SET state = 4 WHERE id = 11');
    await refusal(platform.openPirep(flight), 'crew-center-refused');
    assert.equal((await allPireps()).length, 0);
  });

  test('maintenance is "not now", and leaves nothing behind', async () => {
    crew.rest.isInMaintenance = true;
    await refusal(platform.openPirep(flight), 'crew-center-unavailable');
    crew.rest.isInMaintenance = false;
    assert.equal((await allPireps()).length, 0);
    await platform.openPirep(flight);
  });
});

describe('under way', () => {
  beforeEach(async () => {
    await platform.openPirep(flight);
  });

  test('positions keep the flight on the map, with one statement a minute', async () => {
    const clock = new ManualClock(Date.now() + 5_000);
    const other = await openAdapter(crew, clock);
    const updatedAt = async () => (await pirepRow()).updated_at;
    await other.deliverLive([live(flight, 1)]);
    const first = await updatedAt();
    assert.equal(first, toSqlTime(clock.now()));
    await clock.advance(30_000);
    await other.deliverLive([live(flight, 2)]);
    assert.equal(await updatedAt(), first);
    await clock.advance(31_000);
    await other.deliverLive([live(flight, 3)]);
    assert.equal(await updatedAt(), toSqlTime(clock.now()));
    assert.equal(callsOf('update').length, 0);
    await other.close();
  });

  test('a new phase goes through the platform once; the same phase does not', async () => {
    for (let time = 0; time < 3; time++) await platform.updatePirep(flight, progress);
    assert.equal(callsOf('update').length, 1);
    assert.equal(crew.rest.events.filter((each) => each.event === 'PirepStatusChange').length, 1);
    assert.equal((await pirepRow()).status, 'ENR');
  });

  test('a listener of an add-on that fails stops nobody', async () => {
    crew.rest.brokenListener = 'PirepStatusChange';
    await platform.updatePirep(flight, progress);
    crew.rest.brokenListener = null;
    assert.equal((await pirepRow()).status, 'ENR');
  });

  test('suspended: PAUSED and off the map, through the API; by SQL when the pilot may not use it', async () => {
    for (const state of [1, 4]) {
      await rows('UPDATE {users} SET state = ? WHERE id = 11', state);
      await rows(`UPDATE {pireps} SET status = 'ENR', updated_at = ?`, toSqlTime(Date.now()));
      await platform.suspendPirep(flight);
      const { status, updated_at } = await pirepRow();
      assert.equal(status, 'PSD');
      assert.ok(String(updated_at) < toSqlTime(Date.now() - 12 * 3_600_000));
    }
  });

  test('reaped on the host: known at the next delivery; a new PIREP gets the whole track', async () => {
    const reports = [1, 2, 3].map((number) => position(number));
    await platform.deliverTrack(flight, reports);
    await rows('UPDATE {pireps} SET deleted_at = NOW()');
    await refusal(platform.deliverTrack(flight, reports), 'flight-not-found');
    const anew = { ...flight, pirepId: newId() };
    await platform.openPirep(anew);
    await platform.deliverTrack(anew, reports);
    assert.equal((await rows('SELECT id FROM {acars} WHERE pirep_id = ?', anew.pirepId)).length, 3);
  });

  test('rows are UTC whatever the database server thinks, and none is of the future', async () => {
    await rows(`SET GLOBAL time_zone = '+05:30'`);
    const other = await openAdapter(crew);
    const at = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;
    await other.deliverTrack(flight, [position(1, { recordedAt: at }), position(2, { recordedAt: at + 3_600_000 })]);
    await rows(`SET GLOBAL time_zone = 'SYSTEM'`);
    const times = (await rows('SELECT created_at FROM {acars} ORDER BY id')).map((row) => String(row.created_at));
    assert.equal(times[0], toSqlTime(at));
    assert.ok((times[1] ?? '') <= toSqlTime(Date.now()));
    await other.close();
  });

  test('what is too long or too large is cut by us, with a mark, in strict and in lenient databases', async () => {
    const huge = { verticalSpeedFpm: -1e6, altitudeMslFt: 1e9, headingDeg: 359.6, groundSpeedKt: 1e12, fuelLb: 1e9 };
    await platform.deliverTrack(flight, [event(1, `${'🛫'.repeat(250)}`), position(2, huge)]);
    const [log, row] = await rows('SELECT * FROM {acars} ORDER BY id');
    assert.match(String(log?.log), /^🛫+ \[cut\]$/u);
    assert.deepEqual(
      [row?.heading, row?.altitude_msl, row?.gs, row?.fuel],
      [360, '999999.99', 2_147_483_647, '999999.99'],
    );
  });
});

describe('finish', () => {
  beforeEach(async () => {
    await platform.openPirep(flight);
  });

  test('filed, and answered 503 because an add-on failed after it: found, not filed again', async () => {
    crew.rest.brokenListener = 'PirepFiled';
    const filed = await platform.filePirep(flight, pirep());
    assert.deepEqual(filed, { pirepId: flight.pirepId, state: 'pending', isUnsure: true });
    assert.equal(await platform.checkFiled?.(flight, { repeat: false, pirep: pirep() }), null);
    crew.rest.brokenListener = null;
    await platform.filePirep(flight, pirep());
    assert.equal(callsOf('file').length, 1);
  });

  test('filed, and the answer lost: found', async () => {
    crew.rest.failNext('file', 'answer lost');
    assert.equal((await platform.filePirep(flight, pirep())).state, 'pending');
    assert.equal(filedEvents(), 1);
  });

  test('the log has every line once: events that were delivered, and what the client tells with the finish', async () => {
    const at = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;
    await platform.deliverTrack(flight, [event(1, 'gear  up', at)]);
    const log = [
      { at, text: 'gear  up' },
      { at: at - 5_000, text: 'gear up' },
      { at: at + 5_000, text: 'touchdown' },
      { at: null, text: 'gear up' },
    ];
    crew.rest.failNext('file', 'unreachable');
    await refusal(platform.filePirep(flight, pirep({ log })), 'crew-center-unavailable');
    const again = await openAdapter(crew, new ManualClock(Date.now() + 60_000));
    await again.filePirep(flight, pirep({ log }));
    await again.close();
    const lines = (await rows('SELECT log, created_at FROM {acars} WHERE type = 2 ORDER BY created_at, id')).map(
      (row) => [row.log, row.created_at],
    );
    assert.deepEqual(lines.slice(0, 3), [
      ['gear up', toSqlTime(at - 5_000)],
      ['gear up', toSqlTime(at)],
      ['touchdown', toSqlTime(at + 5_000)],
    ]);
    assert.equal(lines.length, 4);
  });

  test('a landing elsewhere is told by the field that the platform looks for', async () => {
    await platform.filePirep(flight, pirep({ diversion: { icao: 'EDDF', name: null, lat: null, lon: null } }));
    const { arr_airport_id, alt_airport_id } = await pirepRow();
    assert.deepEqual([arr_airport_id, alt_airport_id], ['EDDF', 'EGLL']);
  });

  test('a field whose name is a number overwrites no other field', async () => {
    await platform.filePirep(flight, pirep({ fields: { '12 V': 'battery', '12': 'number', '0': 'zero' } }));
    const fields = await rows('SELECT name, value FROM {pirep_field_values} ORDER BY name');
    assert.deepEqual(
      fields.map(({ name, value }) => [name, value]),
      [
        ['12 V', 'battery'],
        ['Field 0', 'zero'],
        ['Field 12', 'number'],
      ],
    );
  });

  test('a captain’s is accepted at once, and counted once', async () => {
    await rows('UPDATE {users} SET rank_id = 2 WHERE id = 11');
    const answers = await Promise.all(Array.from({ length: 50 }, () => platform.filePirep(flight, pirep())));
    for (const answer of answers) assert.equal(answer.state, 'accepted');
    const [user] = await rows('SELECT flights, flight_time FROM {users} WHERE id = 11');
    assert.deepEqual([user?.flights, user?.flight_time], [1, 95]);
  });

  test('only these fields ever go to the platform', async () => {
    await platform.updatePirep(flight, progress);
    await platform.suspendPirep(flight);
    await platform.filePirep(flight, pirep({ fields: { state: '2' }, notes: 'x', score: 90 }));
    const sent = new Set(crew.rest.calls.flatMap(({ body }) => Object.keys(body)));
    for (const name of ['state', 'source', 'created_at', 'user_id', 'submitted_at', 'deleted_at'])
      assert.ok(!sent.has(name), name);
  });
});

describe('cancel', () => {
  test('of a pilot whose key is not taken any more: left to the clean-up of the platform, off the map', async () => {
    await platform.openPirep(flight);
    await rows('UPDATE {users} SET state = 4 WHERE id = 11');
    assert.equal(await platform.cancelPirep(flight, null), null);
    const { status, updated_at } = await pirepRow();
    assert.equal(status, 'DX');
    assert.ok(String(updated_at) < toSqlTime(systemClock.now() - 12 * 3_600_000));
  });
});

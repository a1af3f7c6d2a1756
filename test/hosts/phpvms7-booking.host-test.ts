// needs: mariadb
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { PilotDesk } from '../../src/platform/desk.ts';
import type { Platform } from '../../src/platform/port.ts';
import { daysOfMask } from '../../src/platform/seven/schedule-details.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { allOnOnePage, anySchedule, charter, openDesk } from './phpvms7/desk.ts';
import { refusal } from './phpvms7/flown.ts';
import type { Release } from './phpvms7/release.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

const ada = '11';
const ben = '12';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.strict);
});
after(() => server[Symbol.asyncDispose]());

for (const release of ['7.0.10', '7.0.0-beta.5'] satisfies Release[]) {
  describe(`bookings in ${release}, with a prefix`, () => {
    const clock = new ManualClock(Date.now());
    let crew: CrewCenter7;
    let platform: Platform;
    let desk: PilotDesk;
    before(async () => {
      crew = await createCrewCenter(server, release, 'va_');
    });
    after(async () => {
      await crew.rest[Symbol.asyncDispose]();
      await crew.tables.close();
    });
    beforeEach(async () => {
      await emptyAndSeed(crew);
      await crew.tables.run('DELETE FROM {simbrief}');
      await crew.tables.run('DELETE FROM {bids} WHERE user_id = 11');
      crew.rest.calls.length = 0;
      crew.rest.isInMaintenance = false;
      platform = await openAdapter(crew, clock);
      desk = openDesk(platform);
    });
    afterEach(async () => {
      await clock.advance(60_000);
      await platform.close();
    });

    const set = (key: string, value: string) =>
      crew.tables.run('UPDATE {settings} SET value = ? WHERE `key` = ?', [value, key]);
    const bids = (pilotId = ada) => crew.tables.rows('SELECT * FROM {bids} WHERE user_id = ? ORDER BY id', [pilotId]);
    const charters = () => crew.tables.rows(`SELECT * FROM {flights} WHERE id LIKE 'tracker-%' AND deleted_at IS NULL`);
    const callsOf = (method: string) => crew.rest.calls.filter((call) => call.method === method);
    const bookPmi = (aircraftId: string | null = null) => desk.book(ada, { scheduleId: 'zrh-pmi', aircraftId });

    test('book: one bid by the API, with its aircraft whether the site keeps it or not; again it is returned', async () => {
      for (const blocks of ['true', 'false']) {
        await set('bids.block_aircraft', blocks);
        crew.rest.calls.length = 0;
        const bid = await bookPmi('1');
        assert.deepEqual([bid.plan.scheduleId, bid.plan.aircraft?.id, bid.blocked], ['zrh-pmi', '1', null]);
        assert.deepEqual(await bookPmi('1'), bid);
        assert.deepEqual(await bookPmi('6'), bid);
        assert.equal(callsOf('PUT').length, 1);
        const [row] = await bids();
        assert.deepEqual([(await bids()).length, row?.aircraft_id], [1, 1]);
        await desk.unbook(ada, bid.id);
        assert.equal((await bids()).length, 0);
      }
      const [flight] = await crew.tables.rows(`SELECT has_bid FROM {flights} WHERE id = 'zrh-pmi'`);
      assert.equal(flight?.has_bid, 0);
    });

    test('book at once, many times: one bid', async () => {
      const made = await Promise.all(Array.from({ length: 10 }, () => bookPmi()));
      assert.equal(new Set(made.map(({ id }) => id)).size, 1);
      assert.equal((await bids()).length, 1);
    });

    test('book without an aircraft offers those that may be taken; a booking that broke off is finished', async () => {
      const bid = await bookPmi();
      assert.deepEqual(
        bid.aircraftChoices.map(({ id }) => id),
        ['1', '6'],
      );
      assert.equal((await bookPmi('1')).plan.aircraft?.id, '1');
    });

    const hidden: readonly [string, string][] = [
      ['it is inactive', `UPDATE {flights} SET active = 0 WHERE id = 'zrh-pmi'`],
      ['it is hidden today', `UPDATE {flights} SET visible = 0 WHERE id = 'zrh-pmi'`],
      ['it is deleted', `UPDATE {flights} SET deleted_at = NOW() WHERE id = 'zrh-pmi'`],
      [
        'its dates are over',
        `UPDATE {flights} SET start_date = '2020-01-01', end_date = '2020-02-01' WHERE id = 'zrh-pmi'`,
      ],
      ['its airline is closed', `UPDATE {flights} SET airline_id = 2 WHERE id = 'zrh-pmi'`],
      ['its fleet is not for the rank', `INSERT INTO {flight_subfleet} (subfleet_id, flight_id) VALUES (2, 'zrh-pmi')`],
      ['it is another pilot’s own', `UPDATE {flights} SET user_id = 12 WHERE id = 'zrh-pmi'`],
      ['it never was', `DELETE FROM {flights} WHERE id = 'zrh-pmi'`],
    ];

    for (const [name, sql] of hidden) {
      test(`a schedule that the site does not show is none: ${name}`, async () => {
        await crew.tables.run(sql);
        await refusal(bookPmi(), 'not-found');
        const all = await desk.searchSchedules(ada, anySchedule, allOnOnePage);
        assert.ok(!all.items.some(({ id }) => id === 'zrh-pmi'));
        assert.equal(callsOf('PUT').length, 0);
      });
    }

    test("the site's own no is told in its words, and nothing is half done", async () => {
      await set('bids.allow_multiple_bids', 'false');
      const bid = await bookPmi();
      assert.match(
        (await refusal(desk.book(ada, { scheduleId: 'zrh-lhr', aircraftId: null }), 'crew-center-refused')).message,
        /maximum number of bids/,
      );
      assert.equal((await bookPmi()).id, bid.id);
      assert.match((await refusal(desk.charter(ada, charter), 'crew-center-refused')).message, /maximum number/);
      assert.deepEqual(await charters(), []);
      await set('bids.allow_multiple_bids', 'true');
      await set('bids.disable_flight_on_bid', 'true');
      assert.match(
        (await refusal(desk.book(ada, { scheduleId: 'zrh-lhr', aircraftId: null }), 'crew-center-refused')).message,
        /exists for this flight/,
      );
      await set('pilots.only_flights_from_current', 'true');
      await crew.tables.run(`UPDATE {users} SET curr_airport_id = 'EGLL' WHERE id = 11`);
      await desk.unbook(ada, bid.id);
      assert.match((await refusal(bookPmi(), 'crew-center-refused')).message, /you are at EGLL/);
      await set('pilots.only_flights_from_current', 'false');
      await crew.tables.run('UPDATE {aircraft} SET state = 1');
      assert.match((await refusal(bookPmi(), 'crew-center-refused')).message, /no aircraft/);
      assert.equal((await bids()).length, 0);
    });

    const wrongAircraft: readonly [string, string][] = [
      ['of another rank', '3'],
      ['out of service', '4'],
      ['in use', '5'],
      ["in another pilot's bid", '2'],
      ['unknown', '999'],
      ['no id', '1x'],
      ['a type', 'A320'],
    ];

    for (const [name, id] of wrongAircraft) {
      test(`an aircraft that is ${name} is refused by name, and nothing is booked`, async () => {
        for (const call of [bookPmi(id), desk.charter(ada, { ...charter, aircraftId: id })])
          assert.deepEqual(Object.keys((await refusal(call, 'invalid')).fields ?? {}), ['aircraft']);
        assert.deepEqual([await bids(), await charters()], [[], []]);
        const bid = await bookPmi();
        assert.deepEqual(Object.keys((await refusal(desk.chooseAircraft(ada, bid.id, id), 'invalid')).fields ?? {}), [
          'aircraft',
        ]);
      });
    }

    test("one's own other bid takes an aircraft too, where bids block aircraft", async () => {
      await bookPmi('1');
      await refusal(desk.book(ada, { scheduleId: 'zrh-lhr', aircraftId: '1' }), 'invalid');
      const other = await desk.book(ada, { scheduleId: 'zrh-lhr', aircraftId: null });
      await refusal(desk.chooseAircraft(ada, other.id, '1'), 'invalid');
      await set('bids.block_aircraft', 'false');
      assert.equal((await desk.chooseAircraft(ada, other.id, '1')).plan.aircraft?.id, '1');
    });

    test('another pilot’s bid is touched by nobody else; one that is gone is no error', async () => {
      const [theirs] = await bids(ben);
      const id = String(theirs?.id);
      await refusal(desk.unbook(ada, id), 'bid-not-found');
      await refusal(desk.chooseAircraft(ada, id, '1'), 'bid-not-found');
      await refusal(desk.chooseAircraft(ada, '999999', '1'), 'bid-not-found');
      for (const none of ['999999', '', 'x', `${id}x`, `${id} OR 1=1`]) await desk.unbook(ada, none);
      assert.deepEqual(await bids(ben), [theirs]);
      assert.equal(callsOf('DELETE').length, 0);
    });

    test('a bid on a flight that is deleted, which the API cannot remove', async () => {
      const bid = await bookPmi();
      await crew.tables.run(`UPDATE {flights} SET deleted_at = NOW() WHERE id = 'zrh-pmi'`);
      await desk.unbook(ada, bid.id);
      assert.deepEqual(await bids(), []);
    });

    test('an answer that is lost: what was done is found, what was not is not asked again at once', async () => {
      crew.rest.failNext('bids', 'answer lost');
      const bid = await bookPmi('1');
      assert.equal(bid.plan.aircraft?.id, '1');
      crew.rest.failNext('bids', 'answer lost');
      await desk.unbook(ada, bid.id);
      assert.deepEqual(await bids(), []);
      crew.rest.interruption = { pathEnd: 'bids', when: 'instead', act: async () => {} };
      await refusal(bookPmi(), 'crew-center-unavailable');
      const asked = crew.rest.calls.length;
      assert.ok(((await refusal(bookPmi(), 'crew-center-unavailable')).retryAfterS ?? 0) > 20);
      assert.equal(crew.rest.calls.length, asked);
      await clock.advance(31_000);
      assert.equal((await bookPmi()).plan.scheduleId, 'zrh-pmi');
    });

    test('in maintenance nothing is booked, removed or left behind', async () => {
      const bid = await bookPmi();
      crew.rest.isInMaintenance = true;
      const calls = [
        () => desk.book(ada, { scheduleId: 'zrh-lhr', aircraftId: null }),
        () => desk.unbook(ada, bid.id),
        () => desk.charter(ada, charter),
      ];
      for (const call of calls) await refusal(call(), 'crew-center-unavailable');
      assert.deepEqual([(await bids()).length, (await charters()).length], [1, 0]);
    });

    test('what is booked is in the lists: its airports, also unknown ones, and its aircraft in service or not', async () => {
      await bookPmi('1');
      await crew.tables.run(`UPDATE {aircraft} SET status = 'M' WHERE id = 1`);
      await crew.tables.run(`UPDATE {flights} SET alt_airport_id = 'LEIB', days = 65 WHERE id = 'zrh-pmi'`);
      await crew.tables.run(`DELETE FROM {airports} WHERE id = 'LEPA'`);
      const codes = (await desk.listAirports(ada)).map(({ icao }) => icao);
      for (const icao of ['LSZH', 'LEPA', 'LEIB']) assert.equal(codes.filter((code) => code === icao).length, 1, icao);
      assert.ok(!(await desk.listAirports(ben)).some(({ icao }) => icao === 'LEIB'));
      const own = (await desk.listFleet(ada)).find(({ id }) => id === '1');
      assert.equal(own?.isAllowed, false);
      assert.ok(!(await desk.listFleet(ben)).some(({ id }) => id === '1'));
      const [schedule] = (await desk.searchSchedules(ada, { ...anySchedule, text: 'al202' }, allOnOnePage)).items;
      assert.deepEqual([schedule?.days, schedule?.bidId], [daysOfMask(65), String((await bids())[0]?.id)]);
    });
  });
}

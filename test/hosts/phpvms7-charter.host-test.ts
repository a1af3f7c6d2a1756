// needs: mariadb
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { PilotDesk } from '../../src/platform/desk.ts';
import type { Platform } from '../../src/platform/port.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { allOnOnePage, anySchedule, charter, openDesk } from './phpvms7/desk.ts';
import { flightOf, pirep, refusal } from './phpvms7/flown.ts';
import { type Release, releases } from './phpvms7/release.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

const ada = '11';
const ben = '12';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.strict);
});
after(() => server[Symbol.asyncDispose]());

for (const release of ['7.0.10', '7.0.0-beta.5'] satisfies Release[]) {
  describe(`charters in ${release}, with a prefix`, () => {
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

    const bids = (pilotId = ada) => crew.tables.rows('SELECT * FROM {bids} WHERE user_id = ? ORDER BY id', [pilotId]);
    const charters = () => crew.tables.rows(`SELECT * FROM {flights} WHERE id LIKE 'tracker-%' AND deleted_at IS NULL`);

    test('charter: a hidden flight of the pilot’s own and a bid on it; the same again is that bid', async () => {
      const bid = await desk.charter(ada, charter);
      const { plan } = bid;
      assert.deepEqual(
        [plan.ident, plan.departure.icao, plan.arrival.icao, plan.route, plan.aircraft?.id, plan.flightType],
        ['AL77', 'LSZH', 'LEPA', 'VEBIT DCT LUMAS', '1', 'C'],
      );
      assert.deepEqual(
        [plan.plannedFlightTimeMin, plan.departureTime, Math.round(plan.distanceNm ?? 0)],
        [100, '23:30', 538],
      );
      assert.equal((await desk.charter(ada, charter)).id, bid.id);
      const [flight] = await charters();
      assert.equal((await charters()).length, 1);
      assert.deepEqual([flight?.visible, flight?.level, flight?.user_id], [0, 360, 11]);
      if (release === '7.0.10') assert.deepEqual([flight?.owner_type, flight?.owner_id], ['App\\Models\\User', '11']);
      else assert.equal(flight?.active, 0);
      for (const pilot of [ada, ben]) {
        const found = await desk.searchSchedules(pilot, { ...anySchedule, text: '77' }, allOnOnePage);
        assert.deepEqual(found.items, []);
      }
      await refusal(desk.book(ben, { scheduleId: String(flight?.id), aircraftId: null }), 'not-found');
      await desk.unbook(ada, bid.id);
      assert.deepEqual([await charters(), await bids()], [[], []]);
    });

    test('charter: every field that is wrong is named at once', async () => {
      const wrong = { ...charter, airline: 'XXX', flightNumber: '7A', departure: 'ZZZZ', arrival: '', aircraftId: '3' };
      const { fields } = await refusal(desk.charter(ada, wrong), 'invalid');
      assert.deepEqual(Object.keys(fields ?? {}).sort(), [
        'aircraft',
        'airline',
        'arrival',
        'departure',
        'flightNumber',
      ]);
      assert.deepEqual(await charters(), []);
    });

    test('charter: flown and filed, it is deleted with its bid; while it flies it stays', async () => {
      const bid = await desk.charter(ada, charter);
      const flight = await flightOf(platform, ada, bid.id);
      await platform.openPirep(flight);
      await crew.tables.run('DELETE FROM {bids} WHERE id = ?', [bid.id]);
      await clock.advance(700_000);
      await desk.charter(ada, { ...charter, flightNumber: '78' });
      assert.equal((await charters()).length, 2);
      await platform.filePirep(flight, pirep());
      assert.deepEqual(
        (await charters()).map((row) => row.flight_number),
        [78],
      );
      const [row] = await crew.tables.rows('SELECT flight_id, state FROM {pireps} WHERE id = ?', [flight.pirepId]);
      assert.deepEqual([row?.flight_id, row?.state], [flight.plan.scheduleId, 1]);
    });

    test('charter: an answer that is lost leaves one flight and one bid; one whose bid expired is swept later', async () => {
      crew.rest.failNext('bids', 'answer lost');
      await desk.charter(ada, charter);
      crew.rest.interruption = { pathEnd: 'bids', when: 'instead', act: async () => {} };
      const second = { ...charter, flightNumber: '78', aircraftId: '6' };
      await refusal(desk.charter(ada, second), 'crew-center-unavailable');
      assert.equal((await charters()).length, 2);
      await clock.advance(31_000);
      await desk.charter(ada, second);
      assert.deepEqual([(await charters()).length, (await bids()).length], [2, 2]);
      await crew.tables.run('DELETE FROM {bids} WHERE user_id = 11');
      await clock.advance(700_000);
      await desk.charter(ada, { ...charter, flightNumber: '79' });
      assert.deepEqual(
        (await charters()).map((row) => row.flight_number),
        [79],
      );
    });
  });
}

test('the first release keeps no aircraft with a bid, and deletes for good', async () => {
  const [release] = releases;
  const crew = await createCrewCenter(server, release, 'old_');
  await emptyAndSeed(crew);
  await crew.tables.run('DELETE FROM {bids}');
  const platform = await openAdapter(crew);
  try {
    const desk = openDesk(platform);
    const bid = await desk.book(ada, { scheduleId: 'zrh-pmi', aircraftId: '1' });
    assert.equal(bid.plan.aircraft, null);
    await refusal(desk.chooseAircraft(ada, bid.id, '1'), 'not-offered');
    const chartered = await desk.charter(ada, charter);
    assert.equal((await desk.charter(ada, charter)).id, chartered.id);
    await desk.unbook(ada, chartered.id);
    assert.deepEqual(await crew.tables.rows(`SELECT id FROM {flights} WHERE id LIKE 'tracker-%'`), []);
  } finally {
    await platform.close();
    await crew.rest[Symbol.asyncDispose]();
    await crew.tables.close();
  }
});

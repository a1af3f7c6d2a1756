// needs: mariadb
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { PilotDesk } from '../../src/platform/desk.ts';
import type { Platform } from '../../src/platform/port.ts';
import type { Fare } from '../../src/tracking/desk-model.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { allOnOnePage, anyPirep, anySchedule, openDesk } from './phpvms7/desk.ts';
import { event, flightOf, pirep, position } from './phpvms7/flown.ts';
import { nameOf, releases } from './phpvms7/release.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

const ofp = `<?xml version="1.0"?><OFP><params><units>kgs</units></params><general><initial_altitude>37000</initial_altitude>
<route>VEBIT T50 ROTOS</route></general><alternate><icao_code>EGKK</icao_code></alternate><fuel><plan_ramp>6000</plan_ramp></fuel>
<weights><pax_count>120</pax_count><cargo>1000</cargo></weights></OFP>`;

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.strict);
});
after(() => server[Symbol.asyncDispose]());

const figures = (fares: readonly Fare[] | undefined) =>
  fares?.map(({ code, kind, capacity, count, price }) => [code, kind, capacity, count, price]);

for (const release of releases) {
  describe(`fares, briefings and the logbook of ${nameOf(release)}`, () => {
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
      await crew.tables.run(`UPDATE {fares} SET price = IF(code = 'CGO', 2.2, 100)`);
      await crew.tables.run(`UPDATE {subfleet_fare} SET price = '150%' WHERE fare_id = 2`);
      await crew.tables.run(`UPDATE {flight_fare} SET price = '120'`);
      platform = await openAdapter(crew);
      desk = openDesk(platform);
    });
    afterEach(() => platform.close());

    const bidOn = async (scheduleId: string) =>
      (await platform.listBids('11')).find(({ plan }) => plan.scheduleId === scheduleId);
    const brief = (id: string, columns: Readonly<Record<string, string | number>> = {}) => {
      // On main the flight plan is a file, which is not read.
      const { ofp_xml = ofp, ...rest } = columns;
      const texts = release === 'main' ? { ofp_json_path: 'simbrief/x.json' } : { acars_xml: '', ofp_xml };
      const all = { id, user_id: 11, flight_id: 'zrh-lhr', ...texts, ...rest };
      const names = Object.keys(all);
      const marks = names.map(() => '?').join(', ');
      return crew.tables.run(`INSERT INTO {simbrief} (${names.join(', ')}) VALUES (${marks})`, Object.values(all));
    };

    test('a schedule and a bid sell what the subfleet sells, with the schedule’s own figures', async () => {
      const expected = [
        ['Y', 'passenger', 150, null, 100],
        ['C', 'passenger', 10, null, 120],
        ['CGO', 'cargo', 2_000, null, 2.2],
      ];
      const [schedule] = (await desk.searchSchedules('11', { ...anySchedule, text: 'AL101' }, allOnOnePage)).items;
      assert.deepEqual(figures(schedule?.fares), expected);
      assert.deepEqual(figures((await bidOn('zrh-lhr'))?.fares), expected);
      assert.deepEqual(figures((await bidOn('zrh-pmi'))?.fares), [
        ['Y', 'passenger', 150, null, 100],
        ['C', 'passenger', 20, null, 150],
        ['CGO', 'cargo', 2_000, null, 2.2],
      ]);
    });

    test('cargo is in pounds where the site counts kilograms', async () => {
      await crew.tables.run(`INSERT INTO {settings} (id, \`key\`, name, value) VALUES ('w', 'units.weight', '', 'kg')`);
      assert.deepEqual(figures((await bidOn('zrh-pmi'))?.fares)?.at(-1), ['CGO', 'cargo', 4_409, null, 0.9979]);
      const [own] = await desk.listFleet('11');
      assert.deepEqual([own?.maxPassengers, own?.maxCargoLb, own?.minRank], [170, 4_409, 'New Pilot']);
    });

    test('a bid has the newest flight plan that its pilot made for it and did not fly', async () => {
      assert.equal((await bidOn('zrh-lhr'))?.briefing, null);
      await brief('other', { user_id: 12 });
      await brief('flown', { pirep_id: 'x', created_at: '2026-01-05 00:00:00' });
      await brief('older', { ofp_xml: '', created_at: '2026-01-01 00:00:00' });
      await brief('newer', { created_at: '2026-01-02 00:00:00' });
      if (release === 'main') {
        const briefing = (await bidOn('zrh-lhr'))?.briefing;
        return assert.deepEqual([briefing?.ofpId, briefing?.route, briefing?.blockFuelLb], ['newer', null, null]);
      }
      assert.deepEqual((await bidOn('zrh-lhr'))?.briefing, {
        ofpId: 'newer',
        route: 'VEBIT T50 ROTOS',
        alternate: 'EGKK',
        blockFuelLb: 13_228,
        cruiseAltitudeFt: 37_000,
        passengers: 120,
        cargoLb: 2_205,
        aircraft: null,
      });
      await crew.tables.run(
        `UPDATE {simbrief} SET ofp_xml = 'none', updated_at = '2026-01-03 00:00:00' WHERE id = 'newer'`,
      );
      assert.equal((await bidOn('zrh-lhr'))?.briefing?.route, null);
      assert.equal((await bidOn('zrh-pmi'))?.briefing, null);
    });

    if (release !== '7.0.0-beta.4')
      test('a briefing says how much is sold, for the aircraft that it was made for', async () => {
        await brief('own', { aircraft_id: 1, fare_data: '[{"id":1,"count":120},{"id":3,"count":900}]' });
        const counts = async () => (await bidOn('zrh-lhr'))?.fares.map(({ count }) => count);
        assert.deepEqual(await counts(), [120, null, 900]);
        assert.equal((await bidOn('zrh-lhr'))?.briefing?.aircraft?.registration, 'HB-AAA');
        await crew.tables.run('UPDATE {bids} SET aircraft_id = 6 WHERE id = 1');
        assert.deepEqual(await counts(), [null, null, null]);
      });

    test('a filed PIREP is read with its track, log, fares and comments', async () => {
      const flight = await flightOf(platform, '11', '1');
      await platform.openPirep(flight);
      await platform.deliverTrack(flight, [position(1), position(2), event(3, 'gear up')]);
      await platform.filePirep(flight, pirep({ fields: { Sim: 'X', Empty: '' }, landingRateFpm: 0 }));
      const [summary] = (await desk.listPireps('11', anyPirep, allOnOnePage)).items;
      assert.deepEqual(
        [summary?.ident, summary?.aircraft?.registration, summary?.flightTimeMin],
        ['AL101', 'HB-AAA', 95],
      );
      const detail = await desk.readPirep('11', flight.pirepId ?? '');
      assert.deepEqual(
        detail?.track.map(({ lat, lon, altitudeFt, groundSpeedKt, headingDeg }) => [
          lat,
          lon,
          altitudeFt,
          groundSpeedKt,
          headingDeg,
        ]),
        [
          [47.01, 8, 12_000, 300, 270],
          [47.02, 8, 12_000, 300, 270],
        ],
      );
      assert.deepEqual(
        detail?.log.map(({ text }) => text),
        ['gear up'],
      );
      assert.equal(detail?.fields.Sim, 'X');
      assert.ok(!('Empty' in (detail?.fields ?? {})));
      assert.deepEqual(
        detail?.fares.map(({ code, count }) => [code, count]),
        [
          ['Y', 75],
          ['C', 5],
          ['CGO', 1_000],
        ],
      );
      assert.deepEqual(await desk.statistics('11'), {
        flights: 0,
        flightTimeMin: 0,
        pireps: 1,
        averageLandingRateFpm: null,
      });
      await crew.tables.run('UPDATE {pireps} SET state = 3');
      assert.equal(await desk.readPirep('11', flight.pirepId ?? ''), null);
      assert.equal((await desk.listPireps('11', anyPirep, allOnOnePage)).total, 0);
    });

    test('pictures are addresses of the site, or none', async () => {
      await crew.tables.run(`UPDATE {users} SET avatar = 'avatars/11.jpg' WHERE id = 11`);
      await crew.tables.run(`UPDATE {ranks} SET image_url = '/img/new.png', hours = id * 10`);
      await crew.tables.run(`UPDATE {airlines} SET logo = 'javascript:alert(1)'`);
      const { rank, avatarUrl } = await desk.profile('11');
      assert.deepEqual([rank.level, avatarUrl?.endsWith('/crew/uploads/avatars/11.jpg')], [1, true]);
      assert.match(rank.imageUrl ?? '', /^http:\/\/127\.0\.0\.1:\d+\/img\/new\.png$/);
      assert.equal((await desk.profile('13')).rank.level, 2);
      assert.equal((await desk.listAirlines())[0]?.logoUrl, null);
    });
  });
}

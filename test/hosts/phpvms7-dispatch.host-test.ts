// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { HostFlight, Platform } from '../../src/platform/port.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { flightOf, pirep, progress } from './phpvms7/flown.ts';
import type { Release } from './phpvms7/release.ts';
import type { Tables } from './phpvms7/rest-tables.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

for (const release of ['7.0.10', '7.0.0-beta.4'] satisfies Release[]) {
  describe(`what a PIREP takes from its schedule, ${release}`, () => {
    let server: Mariadb;
    let crew: CrewCenter7;
    let platform: Platform;
    let flight: HostFlight;
    before(async () => {
      server = await startMariadb(sqlModes.strict);
      crew = await createCrewCenter(server, release, 'va_');
    });
    after(async () => {
      await crew.rest[Symbol.asyncDispose]();
      await crew.tables.close();
      await server[Symbol.asyncDispose]();
    });
    beforeEach(async (context) => {
      await crew.tables.run('SET GLOBAL innodb_flush_log_at_trx_commit = 2');
      await emptyAndSeed(crew);
      platform = await openAdapter(crew);
      flight = await flightOf(platform, '11', '1');
      crew.rest.calls.length = 0;
      if ('after' in context) context.after(() => platform.close());
    });

    const row = async () => (await crew.tables.rows('SELECT * FROM {pireps} WHERE id = ?', [flight.pirepId]))[0] ?? {};
    const fares = async () => (await soldFares(crew.tables)).map(({ code, count }) => [code, count]);

    test('level, event and fares: half of the seats, as the schedule says', async () => {
      await platform.openPirep(flight);
      const { level, event_id } = await row();
      assert.equal(level, 380);
      if (release !== '7.0.0-beta.4') assert.equal(event_id, 7);
      assert.deepEqual(await fares(), [
        ['C', 5],
        ['CGO', 1_000],
        ['Y', 75],
      ]);
    });

    test('a load that the client says is spread over the passengers; the cargo stays', async () => {
      await platform.openPirep(flight);
      await platform.filePirep(flight, pirep({ load: 160 }));
      assert.deepEqual(await fares(), [
        ['C', 10],
        ['CGO', 1_000],
        ['Y', 150],
      ]);
    });

    test('a free flight sells by the rules of the site', async () => {
      await crew.tables.run(
        `INSERT INTO {settings} (id, \`key\`, name, value) VALUES
           ('a', 'flights.default_load_factor', '', '10'), ('b', 'flights.load_factor_variance', '', '0')`,
      );
      flight = { ...flight, bidId: null, plan: { ...flight.plan, scheduleId: null } };
      await platform.openPirep(flight);
      assert.deepEqual(await fares(), [
        ['C', 2],
        ['CGO', 200],
        ['Y', 15],
      ]);
    });

    if (release === '7.0.0-beta.4') return;

    test('a briefing brings its own load sheet', async () => {
      await crew.tables.run(
        `INSERT INTO {simbrief} (id, user_id, flight_id, acars_xml, ofp_xml, fare_data) VALUES ('ofp', 11, 'zrh-lhr', '', '', ?)`,
        ['[{"id":1,"code":"Y","capacity":150,"count":133},{"id":2,"code":"C","count":4}]'],
      );
      await platform.openPirep(flight);
      assert.deepEqual(await fares(), [
        ['C', 4],
        ['Y', 133],
      ]);
    });

    test('distance, time and fuel go on between two changes of phase, without a call', async () => {
      await platform.openPirep(flight);
      assert.equal((await row()).flight_time, 0, 'what clients read that continue it');
      const unknown = { distanceNm: null, flightTimeMin: null, fuelUsedLb: null };
      await platform.updatePirep(flight, { ...progress, ...unknown });
      assert.equal((await row()).flight_time, 0);
      await platform.updatePirep(flight, progress);
      await platform.updatePirep(flight, { ...progress, distanceNm: 240, flightTimeMin: 55, fuelUsedLb: 6_000 });
      const { distance, flight_time, fuel_used, status } = await row();
      assert.deepEqual([distance, flight_time, fuel_used, status], ['240.00', 55, '6000.00', 'ENR']);
      await platform.updatePirep(flight, { ...progress, ...unknown });
      assert.equal((await row()).distance, '240.00');
      assert.equal(crew.rest.calls.filter(({ path }) => path.endsWith('/update')).length, 1);
    });

    test('a bid for which there is no aircraft says so', async () => {
      const bid = async () => (await platform.listBids('11')).find(({ id }) => id === '3');
      assert.equal((await bid())?.blocked, null);
      await crew.tables.run('UPDATE {aircraft} SET state = 1');
      assert.match((await bid())?.blocked ?? '', /no aircraft/);
    });
  });
}

/** The first release keeps only which fare. */
async function soldFares(tables: Tables) {
  const isCopied = (await tables.columns('pirep_fares')).has('code');
  return isCopied
    ? tables.rows('SELECT code, count FROM {pirep_fares} ORDER BY code')
    : tables.rows('SELECT t.code, p.count FROM {pirep_fares} p JOIN {fares} t ON t.id = p.fare_id ORDER BY t.code');
}

// needs: mariadb
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Secret } from '../../src/lib/secret.ts';
import type { PilotDesk } from '../../src/platform/desk.ts';
import type { Bid } from '../../src/tracking/model.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { charter, everyPirep, everything } from './phpvms5/desk-wishes.ts';
import { documentedColumns } from './phpvms5/documented-columns.ts';
import { flightOf, liveRow, openAdapter, pirep } from './phpvms5/opened.ts';
import { installation, password } from './phpvms5/seed.ts';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.empty);
});
after(() => server[Symbol.asyncDispose]());

test('the adapter uses no column but those that are documented', async () => {
  const fixture = installation({ release: '5.5.2', prefix: 'phpvms_', bookingAddOn: true }, [
    { pilotId: 3, scheduleId: 1, aircraftId: 1 },
  ]);
  await server.createDatabase('crew', fixture);
  const documented = documentedColumns();
  assert.ok(documented.size >= 15);
  {
    await using opened = await openAdapter(server, 'crew');
    const rows = await opened.sql.rows(
      `SELECT TABLE_NAME AS t, COLUMN_NAME AS c FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'crew'`,
    );
    for (const { t, c } of rows) {
      const table = documented.get(String(t).replace('phpvms_', ''));
      if (table?.read.includes(String(c)) || table?.written.includes(String(c))) continue;
      await opened.sql.run(`ALTER TABLE \`${t}\` DROP COLUMN \`${c}\``);
    }
  }
  await using opened = await openAdapter(server, 'crew');
  const { platform } = opened;
  await platform.readSettings();
  assert.equal((await platform.authenticate('cid@example.org', new Secret(password)))?.id, '3');
  const [bid] = await platform.listBids('3');
  const flight = flightOf('columnflight0001', '3', bid as Bid);
  await platform.deliverLive([liveRow(flight)]);
  await platform.deliverLive([liveRow(flight)]);
  await platform.planFreeFlight('3', {
    airline: null,
    flightNumber: 'TVA9',
    departure: 'KJFK',
    arrival: 'KBOS',
    aircraft: 'B738',
    registration: null,
    route: null,
  });
  await platform.filePirep(flight, { ...pirep, load: null });
  await lookUpAndBook(platform.desk as PilotDesk);
  assert.equal((await platform.cancelPirep(flight, null))?.state, 'pending');
});

async function lookUpAndBook(desk: PilotDesk): Promise<void> {
  const page = { page: 1, perPage: 10 };
  await desk.searchSchedules('3', { ...everything, minDistanceNm: 1, minFlightTimeMin: 1, text: 'TVA' }, page);
  const { id } = await desk.book('3', { scheduleId: '4', aircraftId: '1' });
  await desk.chooseAircraft('3', id, '4');
  await desk.unbook('3', id);
  await desk.charter('3', charter);
  const [filed] = (await desk.listPireps('3', everyPirep, page)).items;
  assert.deepEqual(await desk.latestPirep('3'), filed);
  await desk.readPirep('3', filed?.id ?? '');
  assert.deepEqual((await desk.statistics('3')).pireps, 1);
  await desk.profile('3');
  await desk.listAirports('3');
  await desk.listFleet('3');
  await desk.listAirlines();
  await desk.news(5);
}

test('every column that is documented is named in the adapter', () => {
  const platform = join(import.meta.dirname, '../../src/platform');
  const source = globSync(['phpvms5/**/*.ts', 'five/**/*.ts'], { cwd: platform })
    .map((file) => readFileSync(join(platform, file), 'utf8'))
    .join('\n');
  for (const [table, { read, written }] of documentedColumns()) {
    for (const column of [...read, ...written]) {
      assert.match(source, new RegExp(`\\b${column}\\b`), `${table}.${column}`);
    }
  }
});

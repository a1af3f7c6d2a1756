import assert from 'node:assert/strict';
import type { Bid } from '../../../src/tracking/model.ts';
import { flightOf, liveRow, type Opened } from './opened.ts';

/** Where the platform's parser would find no point, its feed ends without a word: no route is written. */
const routes: readonly (readonly [route: string, written: string])[] = [
  ['DCT', ''],
  ['SID DCT  STAR', ''],
  ['DCTSTAR 0', ''],
  ['DCT MERIT SIDOM DCT', 'MERIT SIDOM'],
];

export async function checkLive({ platform, sql }: Opened, table: (word: string) => string): Promise<void> {
  const [, bid] = await platform.listBids('1');
  const flight = flightOf('liveflight000001', '1', bid as Bid);
  const read = () => sql.rows(`SELECT * FROM ${table('acarsdata')} ORDER BY id`);
  await platform.deliverLive([liveRow(flight)]);
  const [row] = await read();
  const { lastupdate, arrtime, deptime, route_details, online, messagelog, since, squawk, ...rest } = row ?? {};
  assert.deepEqual(
    { ...rest },
    {
      id: 1,
      pilotid: '1',
      flightnum: 'TVA101',
      pilotname: 'Ada Pilot',
      aircraft: 'N738TV',
      lat: '40.123456',
      lng: '-73.654321',
      heading: 45,
      alt: '12000',
      gs: 320,
      depicao: 'KJFK',
      depapt: 'Kennedy International',
      arricao: 'KBOS',
      arrapt: "Logan Int'l",
      timeremaining: '0:23',
      route: 'MERIT HFD PUT BOS',
      distremain: '120',
      phasedetail: 'Climbing',
      client: 'Tracker',
    },
  );
  const [fresh] = await sql.rows(
    `SELECT COUNT(*) AS n FROM ${table('acarsdata')} WHERE lastupdate >= NOW() - INTERVAL 1 MINUTE`,
  );
  assert.equal(Number(fresh?.n), 1, 'by the clock of the database');

  const own = since === undefined ? '' : ', squawk, since';
  await sql.run(
    `INSERT INTO ${table('acarsdata')} (pilotid, arrapt, route, route_details, messagelog, lastupdate${own})
      VALUES ('1', '', '', '', '', NOW()${own === '' ? '' : ", '', NOW()"})`,
  );
  const headings = [359.6, 360, -5, 720.2];
  for (const headingDeg of headings) {
    await platform.deliverLive([liveRow(flight, { headingDeg, altitudeMslFt: -12.4 })]);
    const rows = await read();
    assert.equal(rows.length, 1, 'one row a pilot');
    assert.equal(rows[0]?.heading, ((Math.round(headingDeg) % 360) + 360) % 360);
    assert.equal(rows[0]?.alt, '-12');
  }
  for (const [route, written] of routes) {
    await platform.deliverLive([liveRow({ ...flight, plan: { ...flight.plan, route } })]);
    assert.equal((await read())[0]?.route, written, route);
  }
  await platform.suspendPirep({ ...flight, id: 'another' });
  assert.equal((await read()).length, 1, 'the end of another flight leaves it');
  await platform.suspendPirep(flight);
  assert.deepEqual(await read(), []);
}

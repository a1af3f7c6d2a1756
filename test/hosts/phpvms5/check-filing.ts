import assert from 'node:assert/strict';
import { Secret } from '../../../src/lib/secret.ts';
import type { Bid } from '../../../src/tracking/model.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import { flightOf, liveRow, type Opened, pirep } from './opened.ts';
import { password } from './seed.ts';

export async function checkFiling(
  { platform, sql }: Opened,
  table: (word: string) => string,
  release: string,
): Promise<void> {
  const [, bid] = await platform.listBids('1');
  const flight = flightOf('filedflight00001', '1', bid as Bid);
  await platform.deliverLive([liveRow(flight)]);
  assert.equal(await platform.findPirep(flight), null);
  const receipts = await Promise.all([1, 2, 3].map(() => platform.filePirep(flight, pirep)));
  assert.deepEqual(new Set(receipts.map((each) => each.pirepId)).size, 1);
  assert.deepEqual(receipts[0], { pirepId: '1', state: 'pending' });
  assert.deepEqual(await platform.findPirep(flight), receipts[0]);

  const rows = await sql.rows(
    `SELECT *, flighttime_stamp AS stamp, submitdate >= NOW() - INTERVAL 1 MINUTE AS isNew FROM ${table('pireps')}`,
  );
  assert.equal(rows.length, 1, 'filed once');
  const row = rows[0] ?? {};
  const round = (value: unknown) => Math.round(Number(value) * 100) / 100;
  const fuelprice = release === '5.5.2' ? 27_436.34 : 26_386.03;
  assert.deepEqual(
    {
      pilotid: row.pilotid,
      code: row.code,
      flightnum: row.flightnum,
      depicao: row.depicao,
      arricao: row.arricao,
      route: row.route,
      aircraft: row.aircraft,
      flighttime: row.flighttime,
      stamp: row.stamp,
      distance: row.distance,
      landingrate: round(row.landingrate),
      accepted: row.accepted,
      load: row.load,
      fuelused: row.fuelused,
      fuelunitcost: round(row.fuelunitcost),
      fuelprice: round(row.fuelprice),
      price: row.price,
      flighttype: row.flighttype,
      gross: row.gross,
      pilotpay: row.pilotpay,
      expenses: row.expenses,
      expenselist: String(row.expenselist),
      revenue: round(row.revenue),
      source: row.source,
      exported: row.exported,
      isNew: row.isNew,
      log: row.log,
    },
    {
      pilotid: 1,
      code: 'TVA',
      flightnum: '101',
      depicao: 'KJFK',
      arricao: 'KBOS',
      route: 'MERIT HFD PUT BOS',
      aircraft: '1',
      flighttime: '1.07',
      stamp: '01:07:00',
      distance: 162,
      landingrate: -212.7,
      accepted: 0,
      load: 165,
      fuelused: 5123.5,
      fuelunitcost: 5.1,
      fuelprice,
      price: 120,
      flighttype: 'P',
      gross: 19_800,
      pilotpay: 18,
      expenses: 0,
      expenselist: '0',
      revenue: round(19_800 - fuelprice - 18 * 1.07),
      source: 'Tracker',
      exported: 0,
      isNew: 1,
      log: `[10:00] block-off*it’s (b onclick=”x”)a · line(/b)*Gate: B”12*`,
    },
  );
  assert.equal(
    row.rawdata,
    'a:2:{s:7:"tracker";s:16:"filedflight00001";s:5:"basis";a:2:{s:13:"flightTimeMin";s:8:"computed";s:10:"distanceNm";s:8:"reported";}}',
  );
  const left = async (word: string, where = '1 = 1') =>
    (await sql.rows(`SELECT * FROM ${table(word)} WHERE ${where}`)).length;
  assert.equal(await left('bids', 'bidid = 2'), 0);
  assert.equal(await left('bids'), 3);
  assert.equal(await left('schedules', 'id = 1 AND bidid = 0'), 1);
  assert.equal(await left('acarsdata'), 0);
  const [comment] = await sql.rows(`SELECT * FROM ${table('pirepcomments')}`);
  assert.deepEqual([comment?.pirepid, comment?.pilotid, comment?.comment], [1, 1, 'Pilot’s note']);
  const [value] = await sql.rows(`SELECT * FROM ${table('pirepvalues')}`);
  assert.deepEqual([value?.fieldid, value?.value], [1, 'VATSIM']);
  assert.equal(await left('pilots', 'pilotid = 1 AND lastpirep >= NOW() - INTERVAL 1 MINUTE AND retired = 0'), 1);
  if (release === '5.5.2')
    assert.equal(
      await left('activityfeed', `refid = 1 AND type = 1 AND message = 'has filed a PIREP from KJFK to KBOS'`),
      1,
    );

  // Another pilot has bid on the schedule meanwhile: its mark stays.
  await sql.run(`UPDATE ${table('schedules')} SET bidid = 4711 WHERE id = 1`);
  const before = await snapshot(sql, table);
  await platform.filePirep({ ...flight, pirepId: '1' }, pirep);
  assert.deepEqual(await snapshot(sql, table), before, 'filing again changes nothing');
  assert.deepEqual(await platform.cancelPirep(flight, 'late'), { pirepId: '1', state: 'pending' });
  await sql.run(`UPDATE ${table('pireps')} SET accepted = 2`);
  assert.deepEqual(await platform.findPirep(flight), { pirepId: '1', state: 'rejected' });
}

async function snapshot(sql: Opened['sql'], table: (word: string) => string): Promise<unknown> {
  const words = ['pireps', 'pirepcomments', 'pirepvalues', 'bids', 'schedules', 'pilots', 'acarsdata', 'groupmembers'];
  return Promise.all(words.map((word) => sql.rows(`SELECT * FROM ${table(word)}`)));
}

export async function checkLeave({ platform, sql }: Opened, table: (word: string) => string): Promise<void> {
  const [bid] = await platform.listBids('3');
  const flight = flightOf('leaveflight00001', '3', bid as Bid);
  const long = Array.from({ length: 4_000 }, (_, index) => ({ at: null, text: `line ${index} é Ж ${'x'.repeat(20)}` }));
  const diversion = { icao: 'KPVD', name: null, lat: 41.7, lon: -71.4 };
  const changed = { ...pirep, log: long, diversion, flightTimeMin: 45, load: null, distanceNm: null, notes: null };
  const filed = await platform.filePirep(flight, changed);
  const [row] = await sql.rows(`SELECT * FROM ${table('pireps')} WHERE pirepid = ?`, [filed.pirepId]);
  const log = String(row?.log);
  assert.match(log, /^line 0 é \? x{20}\*/);
  assert.match(log, /x\*\(The log is longer; the crew center holds no more\. Tracker keeps all of it\.\)\*$/);
  assert.ok(Buffer.byteLength(log, 'latin1') <= 65_535 && log.length > 65_000);
  assert.deepEqual([row?.arricao, row?.flighttime], ['KPVD', '0.45']);
  const [drawn] = [Number(row?.load)];
  assert.ok(drawn >= Math.ceil(180 * 0.77) && drawn <= Math.ceil(180 * 0.87), `${drawn} of 180`);
  const [comment] = await sql.rows(`SELECT comment FROM ${table('pirepcomments')} WHERE pirepid = ?`, [filed.pirepId]);
  assert.equal(comment?.comment, 'Diverted to KPVD; planned was KJFK.');
  const [pilot] = await sql.rows(`SELECT retired FROM ${table('pilots')} WHERE pilotid = 3`);
  assert.equal(pilot?.retired, 0);
}

/** What a client says of its arrival goes into a column that pages print as it is. */
export async function checkOddArrival({ platform, sql }: Opened, table: (word: string) => string): Promise<void> {
  const [bid] = await platform.listBids('1');
  const flight = flightOf('oddflight0000001', '1', bid as Bid);
  const diversion = { icao: "'-A\\<", name: null, lat: null, lon: null };
  const filed = await platform.filePirep(flight, { ...pirep, diversion });
  const [row] = await sql.rows(`SELECT arricao FROM ${table('pireps')} WHERE pirepid = ?`, [filed.pirepId]);
  assert.equal(row?.arricao, flight.plan.arrival.icao);
  const [said] = await sql.rows(`SELECT comment FROM ${table('pirepcomments')} WHERE pirepid = ?`, [filed.pirepId]);
  assert.equal(said?.comment, 'Diverted to ’-A/(; planned was KJFK. Pilot’s note');
}

export async function checkRefused({ platform }: Opened, bid: Bid): Promise<void> {
  const gone = flightOf('goneflight000001', '999', bid);
  await assert.rejects(platform.filePirep(gone, pirep), (error) => isRefusal(error, 'crew-center-refused'));
  const plan = { ...bid.plan, aircraft: { id: '77', icao: null, name: null, registration: 'N1' } };
  const without = { ...flightOf('goneflight000002', '1', bid), plan, aircraft: null };
  await assert.rejects(platform.filePirep(without, pirep), (error) => isRefusal(error, 'crew-center-refused'));
  assert.equal(await platform.authenticate('TVA0001', new Secret('wrong')), null);
  assert.equal((await platform.authenticate('TVA0001', new Secret(password)))?.id, '1');
}

import assert from 'node:assert/strict';
import { Secret } from '../../../src/lib/secret.ts';
import type { Bid } from '../../../src/tracking/model.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import { flightOf, liveRow, type Opened, pirep } from './opened.ts';

type Table = (word: string) => string;

/** Figures and letters that columns of the host cannot hold: under a strict `sql_mode` each is an error. */
export async function checkHardValues({ platform, sql }: Opened, table: Table, bid: Bid): Promise<void> {
  const flight = flightOf('hardflight000001', '1', bid);
  const hard = 'Иван ✈ 🛫 Žižka';
  const log = [{ at: null, text: hard }];
  const figures = { flightTimeMin: 100_000, distanceNm: 100_000, fuelUsedLb: 1e7, load: 1e6, landingRateFpm: -1e5 };
  const filed = await platform.filePirep(flight, { ...pirep, ...figures, notes: hard, log, fields: { network: hard } });
  const [row] = await sql.rows(
    `SELECT flighttime, flighttime_stamp AS stamp, distance, log, comment, value
      FROM ${table('pireps')} p JOIN ${table('pirepcomments')} c USING (pirepid) JOIN ${table('pirepvalues')} v USING (pirepid)
      WHERE pirepid = ?`,
    [filed.pirepId],
  );
  const held = '???? ? ? Žižka';
  assert.deepEqual(
    { ...row },
    { flighttime: '1666.40', stamp: '838:59:59', distance: 32_767, log: `${held}*`, comment: held, value: held },
  );
}

/** A name or a figure of one flight keeps no other off the map. */
export async function checkHardLiveRows({ platform, sql }: Opened, table: Table, bid: Bid): Promise<void> {
  const row = (id: string, pilotId: string, name: string) => {
    const made = liveRow(flightOf(id, pilotId, bid), { groundSpeedKt: 50_000, altitudeMslFt: 1e6 });
    return { ...made, pilot: { ...made.pilot, name }, minutesToGo: 1e9, distanceToGoNm: 1e9 };
  };
  const rows = [row('hardlive00000001', '1', 'Ada'), row('hardlive00000002', '3', `Žofie Иванова ${'x'.repeat(300)}`)];
  await platform.deliverLive(rows);
  const shown = await sql.rows(`SELECT pilotname, alt, timeremaining FROM ${table('acarsdata')} ORDER BY pilotid`);
  assert.deepEqual(
    shown.map((each) => ({ ...each, pilotname: String(each.pilotname).slice(0, 15) })),
    [
      { pilotname: 'Ada', alt: '999999', timeremaining: '999:00' },
      { pilotname: 'Žofie ??????? x', alt: '999999', timeremaining: '999:00' },
    ],
  );
  for (const { flight } of rows) await platform.suspendPirep(flight);
}

/** What a client asks for in letters that no row can have is not there; it is no failure. */
export async function checkHardQuestions({ platform }: Opened): Promise<void> {
  for (const text of ['Ж@example.org', '✈', '🛫', '１２', 'é']) {
    assert.equal(await platform.authenticate(text, new Secret(text)), null);
    assert.equal(await platform.findPilotId(text), null);
    assert.equal(await platform.findAirport({ icao: text }), null);
    const wish = { flightNumber: text, aircraft: text, registration: text, route: text };
    const planned = platform.planFreeFlight('1', { airline: text, departure: text, arrival: text, ...wish });
    await assert.rejects(planned, (error) => isRefusal(error, 'invalid'));
  }
}

/** A code that holds a digit tells whose number it is: version 5 reads another number there. */
export async function checkCodeWithDigit({ platform, sql }: Opened, table: Table): Promise<void> {
  const setCode = (code: string) => sql.run(`UPDATE ${table('pilots')} SET code = ? WHERE pilotid = 3`, [code]);
  const [before] = await sql.rows(`SELECT code FROM ${table('pilots')} WHERE pilotid = 3`);
  for (const code of ['B6', '4U', 'A9X']) {
    await setCode(code);
    for (const login of [`${code}0003`, `${code.toLowerCase()} 3`, '3'])
      assert.equal(await platform.findPilotId(login), '3', login);
    assert.equal(await platform.findPilotId(`${code}0001`), null, 'the code is of another pilot');
  }
  await setCode(String(before?.code));
}

/** What the database will never take is a no that says why, for a filing and for a row of the map. */
export async function checkRefusingHost({ platform, sql }: Opened, table: Table, bid: Bid): Promise<void> {
  const flight = flightOf('trigflight000001', '1', bid);
  const refusing = async (on: string, task: () => Promise<unknown>) => {
    await sql.session((session) =>
      session.run(`CREATE TRIGGER refusing BEFORE INSERT ON ${table(on)} FOR EACH ROW SIGNAL SQLSTATE '45000'`),
    );
    await assert.rejects(task(), (error) => isRefusal(error, 'crew-center-refused') && /ER_SIGNAL/.test(error.message));
    await sql.run('DROP TRIGGER refusing');
  };
  await refusing('acarsdata', () => platform.deliverLive([liveRow(flight)]));
  await refusing('pirepcomments', () => platform.filePirep(flight, pirep));
  const filed = await platform.filePirep(flight, pirep);
  const rows = await sql.rows(`SELECT pirepid FROM ${table('pireps')} WHERE LOCATE('trigflight000001', rawdata) > 0`);
  assert.deepEqual(
    rows.map(({ pirepid }) => String(pirepid)),
    [filed.pirepId],
    'the next try finishes what was begun',
  );
}

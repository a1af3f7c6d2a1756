// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultHostSettings, type HostSettings } from '../../src/platform/five/host-settings.ts';
import type { Page, Schedule } from '../../src/tracking/desk-model.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { charter, everything } from './phpvms5/desk-wishes.ts';
import { deskOf, flightOf, type Opened, openAdapter, pirep } from './phpvms5/opened.ts';
import { installation } from './phpvms5/seed.ts';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.strict);
});
after(() => server[Symbol.asyncDispose]());

const page = { page: 1, perPage: 50 };

async function open(
  settings: Partial<HostSettings> = {},
  bids: Parameters<typeof installation>[1] = [],
): Promise<Opened> {
  await server.createDatabase('crew', installation({ release: '5.5.2', prefix: 'phpvms_' }, bids));
  return openAdapter(server, 'crew', { host: { ...defaultHostSettings, ...settings } });
}

const shown = ({ items }: Page<Schedule>) => items.map((each) => each.id);
const search = async (opened: Opened, pilotId: string) =>
  shown(await deskOf(opened).searchSchedules(pilotId, everything, page));

async function markOf({ sql }: Opened, scheduleId: string): Promise<number> {
  const [row] = await sql.rows('SELECT bidid FROM phpvms_schedules WHERE id = ?', [scheduleId]);
  return Number(row?.bidid);
}

async function refusal(call: Promise<unknown>, word: RegExp): Promise<void> {
  await assert.rejects(call, (error) => isRefusal(error, 'crew-center-refused') && word.test(error.message));
}

test('a schedule that another pilot has booked is hidden, and cannot be booked', async () => {
  await using opened = await open();
  const desk = deskOf(opened);
  const { id } = await desk.book('1', { scheduleId: '4', aircraftId: null });
  assert.deepEqual(
    [await search(opened, '1'), await search(opened, '6')],
    [
      ['5', '1', '2', '3', '4'],
      ['5', '1', '2', '3'],
    ],
  );
  assert.equal(await markOf(opened, '4'), Number(id));
  await refusal(desk.book('6', { scheduleId: '4', aircraftId: null }), /Another pilot/);
  await desk.unbook('1', id);
  assert.equal(await markOf(opened, '4'), 0);
  await desk.book('6', { scheduleId: '4', aircraftId: null });
});

test('two servers at once give a schedule to one pilot', async () => {
  await using opened = await open();
  await using other = await openAdapter(server, 'crew');
  const calls = Array.from({ length: 12 }, (_, index) =>
    deskOf(index % 2 === 0 ? opened : other).book(index % 3 === 0 ? '1' : '6', { scheduleId: '4', aircraftId: null }),
  );
  const settled = await Promise.allSettled(calls);
  const [{ count } = { count: 0 }] = await opened.sql.rows('SELECT COUNT(*) AS count FROM phpvms_bids');
  assert.equal(Number(count), 1);
  const ids = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []));
  assert.equal(new Set(ids).size, 1);
  for (const each of settled)
    if (each.status === 'rejected') assert.match(String(each.reason.message), /Another pilot/);
});

test('where the crew center shares schedules, removing one bid leaves the mark of the other', async () => {
  await using opened = await open({ hidesBookedSchedules: false });
  const desk = deskOf(opened);
  const [first, second] = [
    await desk.book('1', { scheduleId: '4', aircraftId: null }),
    await desk.book('6', { scheduleId: '4', aircraftId: null }),
  ];
  assert.deepEqual(await search(opened, '6'), await search(opened, '1'));
  await desk.unbook('1', first.id);
  assert.equal(await markOf(opened, '4'), Number(second.id));
  await desk.unbook('6', second.id);
  assert.equal(await markOf(opened, '4'), 0);
});

test('a mark that was left behind hides nothing', async () => {
  await using opened = await open();
  await opened.sql.run('UPDATE phpvms_schedules SET bidid = 4711 WHERE id = 4');
  assert.ok((await search(opened, '1')).includes('4'));
  const { id } = await deskOf(opened).book('1', { scheduleId: '4', aircraftId: null });
  assert.equal(await markOf(opened, '4'), Number(id));
});

test('one bid at a time, where the crew center wants it so', async () => {
  await using opened = await open({ oneBidAtATime: true });
  const desk = deskOf(opened);
  const { id } = await desk.book('1', { scheduleId: '4', aircraftId: null });
  assert.equal((await desk.book('1', { scheduleId: '4', aircraftId: null })).id, id);
  await refusal(desk.book('1', { scheduleId: '5', aircraftId: null }), /one at a time/);
  await refusal(desk.charter('1', charter), /one at a time/);
  await desk.unbook('1', id);
  await desk.charter('1', charter);
});

test('only what departs where the last accepted flight ended, where the crew center wants it so', async () => {
  await using opened = await open({ onlyFromLastArrival: true });
  assert.deepEqual(await search(opened, '1'), ['5', '1', '2', '3', '4'], 'a new pilot departs anywhere');
  for (const [arrival, accepted, day] of [
    ['KPVD', 1, '02'],
    ['KBOS', 2, '03'],
    ['KJFK', 1, '01'],
  ] as const)
    await opened.sql.run(
      `INSERT INTO phpvms_pireps (pilotid, arricao, accepted, submitdate, route, route_details, flighttime_stamp, modifieddate, log,
          \`load\`, price, gross, pilotpay, expenses, expenselist, revenue, source, exported, rawdata)
        VALUES (1, ?, ?, ?, '', '', '01:00:00', NOW(), '', 0, 0, 0, 0, 0, '', 0, '', 0, '')`,
      [arrival, accepted, `2026-01-${day} 10:00:00`],
    );
  assert.deepEqual(await search(opened, '1'), ['5']);
  await refusal(deskOf(opened).book('1', { scheduleId: '4', aircraftId: null }), /KPVD/);
  await deskOf(opened).book('1', { scheduleId: '5', aircraftId: null });
});

test('a schedule whose aircraft is gone, or above the pilot’s rank, cannot be booked', async () => {
  await using opened = await open();
  const desk = deskOf(opened);
  await refusal(desk.book('1', { scheduleId: '3', aircraftId: null }), /aircraft \(77\)/);
  await refusal(desk.book('1', { scheduleId: '7', aircraftId: null }), /higher rank/);
  await using unranked = await openAdapter(server, 'crew', {
    host: { ...defaultHostSettings, restrictsAircraftByRank: false },
  });
  await deskOf(unranked).book('1', { scheduleId: '7', aircraftId: null });
});

test('a bid whose schedule or aircraft is gone can be removed', async () => {
  await using opened = await open({}, [
    { pilotId: 1, scheduleId: 1 },
    { pilotId: 1, scheduleId: 3 },
  ]);
  await opened.sql.run('DELETE FROM phpvms_schedules WHERE id = 1');
  for (const id of ['1', '2']) await deskOf(opened).unbook('1', id);
  assert.deepEqual([await opened.platform.listBids('1'), await markOf(opened, '3')], [[], 0]);
});

test('a charter that cannot get its bid leaves no schedule', async () => {
  await using opened = await open();
  const count = async () => Number((await opened.sql.rows('SELECT COUNT(*) AS n FROM phpvms_schedules'))[0]?.n);
  const before = await count();
  await opened.sql.session((session) =>
    session.run(`CREATE TRIGGER broken BEFORE INSERT ON phpvms_bids FOR EACH ROW SIGNAL SQLSTATE '45000'`),
  );
  await assert.rejects(deskOf(opened).charter('1', charter), (error) => isRefusal(error, 'crew-center-refused'));
  assert.equal(await count(), before);
  await opened.sql.run('DROP TRIGGER broken');
  await deskOf(opened).charter('1', charter);
  assert.equal(await count(), before + 1);
});

test('charters of smartCARS go with their bids; charters whose bid expired go after a month', async () => {
  await using opened = await open();
  const { sql } = opened;
  const desk = deskOf(opened);
  const isThere = async (id: string) =>
    (await sql.rows('SELECT 1 FROM phpvms_schedules WHERE id = ?', [id])).length > 0;
  await sql.run(`UPDATE phpvms_schedules SET notes = 'smartCARS Charter Flight' WHERE id = 6`);
  await sql.run('INSERT INTO phpvms_bids (pilotid, routeid, dateadded) VALUES (1, 6, CURDATE())');
  const [theirs] = await opened.platform.listBids('1');
  await desk.unbook('1', theirs?.id ?? '');
  assert.equal(await isThere('6'), false);

  const expired = (await desk.charter('1', charter)).plan.scheduleId ?? '';
  await sql.run('DELETE FROM phpvms_bids');
  const next = (await desk.charter('1', charter)).plan.scheduleId ?? '';
  assert.deepEqual([await isThere(expired), next === expired], [true, false]);
  await sql.run(
    `UPDATE phpvms_schedules SET notes = CONCAT('Tracker charter flight ', CURDATE() - INTERVAL 31 DAY) WHERE id IN (?, ?)`,
    [expired, next],
  );
  await desk.charter('6', charter);
  assert.deepEqual([await isThere(expired), await isThere(next)], [false, true], 'one that is booked stays');
});

test('a charter with the number of a scheduled flight is paid as a charter, and takes nothing of that flight away', async () => {
  await using opened = await open();
  const bid = await deskOf(opened).charter('1', { ...charter, flightNumber: 'TVA101' });
  await opened.platform.filePirep(flightOf('charterflight001', '1', bid), pirep);
  const [row] = await opened.sql.rows('SELECT price, arricao FROM phpvms_pireps');
  assert.deepEqual([row?.price, row?.arricao], [10, 'KBOS']);
  const rows = await opened.sql.rows(
    `SELECT id, enabled FROM phpvms_schedules WHERE code = 'TVA' AND flightnum = '101'`,
  );
  assert.deepEqual(
    rows.map((each) => [each.id, each.enabled]),
    [[1, 1]],
  );
});

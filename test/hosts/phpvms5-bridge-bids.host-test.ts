// needs: mariadb, php
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { deskOf, openAdapter } from './phpvms5/opened.ts';
import { StandIn } from './phpvms5/stand-in.ts';

let server: Mariadb;
let standIn: StandIn;
before(async () => {
  server = await startMariadb(sqlModes.empty);
  standIn = await StandIn.make(server);
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

const wish = { scheduleId: '4', aircraftId: null };
const added = [
  ['bid_preadd', 'Schedules', 4, 1],
  ['bid_added', 'Schedules', 4, 1],
];

const forks: readonly (readonly [kind: string, offers: boolean, heard: readonly unknown[]])[] = [
  ['static', true, [...added, ['removeBid', 1]]],
  ['noisy', true, [...added, ['removeBid', 1]]],
  ['missing', false, []],
  ['dying', true, added.slice(0, 1)],
  ['dying late', true, [...added.slice(0, 1), ['removeBid', 1]]],
];

for (const [kind, offers, heard] of forks) {
  test(`a fork whose functions are ${kind}: the bid is made and removed once, and its modules hear of it`, async () => {
    const bridge = await standIn.open(kind, []);
    assert.deepEqual([bridge.functions.addBid, bridge.functions.removeBid], [offers, offers]);
    const said: string[] = [];
    const log = (_level: string, message: string) => void said.push(message);
    await using opened = await openAdapter(server, 'crew', { bridge, log });
    const rows = async () =>
      (
        await opened.sql.rows(
          `SELECT b.bidid, b.pilotid, b.routeid, s.bidid AS mark FROM phpvms_schedules s
          LEFT JOIN phpvms_bids b ON b.routeid = s.id WHERE s.id = 4`,
        )
      ).map((row) => Object.values(row));
    const made = await Promise.all([1, 2, 3].map(() => deskOf(opened).book('1', wish)));
    assert.deepEqual([made.map(({ id }) => id), await rows()], [['1', '1', '1'], [[1, 1, 4, 1]]]);
    await deskOf(opened).unbook('1', '1');
    assert.deepEqual(await rows(), [[null, null, null, 0]]);
    assert.deepEqual(await standIn.heard(), heard);
    assert.equal(said.includes('booked by SQL'), kind.startsWith('dying'));
  });
}

test('a module that stops a booking is heeded, and nothing is made', async () => {
  const bridge = await standIn.open('stopping', []);
  await using opened = await openAdapter(server, 'crew', { bridge });
  await assert.rejects(deskOf(opened).book('1', wish), (error) => isRefusal(error, 'crew-center-refused'));
  assert.deepEqual(await opened.platform.listBids('1'), []);
});

test('what the rules forbid is never asked of the platform’s function, which knows no such rules', async () => {
  const bridge = await standIn.open('static', [{ pilotId: 6, scheduleId: 4 }]);
  await using opened = await openAdapter(server, 'crew', { bridge });
  await assert.rejects(deskOf(opened).book('1', wish), (error) => isRefusal(error, 'crew-center-refused'));
  await assert.rejects(deskOf(opened).unbook('1', '1'), (error) => isRefusal(error, 'bid-not-found'));
  assert.deepEqual(await standIn.heard(), []);
});

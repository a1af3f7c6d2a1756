// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defaultHostSettings } from '../../src/platform/five/host-settings.ts';
import type { Bid } from '../../src/tracking/model.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { checkFiling, checkLeave, checkOddArrival, checkRefused } from './phpvms5/check-filing.ts';
import {
  checkCodeWithDigit,
  checkHardLiveRows,
  checkHardQuestions,
  checkHardValues,
  checkRefusingHost,
} from './phpvms5/check-hard-texts.ts';
import { checkLive } from './phpvms5/check-live.ts';
import { type Opened, openAdapter } from './phpvms5/opened.ts';
import type { Installation } from './phpvms5/schema.ts';
import { installation } from './phpvms5/seed.ts';

const installations: readonly (Installation & { readonly name: string })[] = [
  { name: '5.5.2', release: '5.5.2', prefix: 'phpvms_' },
  { name: '2.1.936', release: '2.1.936', prefix: 'phpvms_' },
  {
    name: 'booking add-on, columns of its own, odd prefix',
    release: '5.5.2',
    prefix: 'VA-5_x%',
    bookingAddOn: true,
    ownColumns: true,
  },
  { name: 'empty prefix', release: '2.1.936', prefix: '' },
];
const bids = [
  { pilotId: 1, scheduleId: 3, aircraftId: 77 },
  { pilotId: 1, scheduleId: 1, aircraftId: 1 },
  { pilotId: 1, scheduleId: 2, aircraftId: 2 },
  { pilotId: 3, scheduleId: 2, aircraftId: 2 },
];

for (const [mode, sqlMode] of Object.entries(sqlModes)) {
  describe(`sql_mode ${mode}`, () => {
    let server: Mariadb;
    before(async () => {
      server = await startMariadb(sqlMode);
    });
    after(() => server[Symbol.asyncDispose]());

    for (const { name, ...options } of installations) {
      test(name, async (t) => {
        await server.createDatabase('crew', installation(options, bids));
        await using opened = await openAdapter(server, 'crew', {
          host: options.release === '5.5.2' ? defaultHostSettings : { ...defaultHostSettings, canLoginByRetired: null },
        });
        const table = (word: string) => `\`${options.prefix}${word}\``;
        const bid = (await opened.platform.listBids('1'))[1] as Bid;
        await t.test('bids', () => checkBids(opened));
        await t.test('live row', () => checkLive(opened, table));
        await t.test('filing', () => checkFiling(opened, table, options.release));
        await t.test('a pilot on leave', () => checkLeave(opened, table));
        await t.test('an arrival that is no airport', () => checkOddArrival(opened, table));
        await t.test('questions in other letters', () => checkHardQuestions(opened));
        await t.test('an airline code that holds a digit', () => checkCodeWithDigit(opened, table));
        await t.test('live rows that columns cannot hold', () => checkHardLiveRows(opened, table, bid));
        await t.test('figures and texts that columns cannot hold', () => checkHardValues(opened, table, bid));
        await t.test('a host that refuses', () => checkRefusingHost(opened, table, bid));
        await t.test('refused filings', () => checkRefused(opened, bid));
      });
    }
  });
}

async function checkBids({ platform }: Opened): Promise<void> {
  const list = await platform.listBids('1');
  assert.deepEqual(
    list.map((bid) => [bid.id, bid.plan.ident, bid.plan.aircraft?.registration ?? null, bid.blocked === null]),
    [
      ['3', 'TVA102', 'N320TV', true],
      ['2', 'TVA101', 'N738TV', true],
      ['1', 'TVA103', null, false],
    ],
  );
  const { plan } = list[1] as Bid;
  assert.deepEqual(
    [plan.distanceNm, plan.plannedFlightTimeMin, plan.departureTime, plan.departure.lat, plan.arrival.name],
    [162, 70, '10:00 EST', 40.63975, "Logan Int'l"],
  );
  const latest = await platform.latestBid('1');
  assert.deepEqual([latest.bid?.id, latest.blocked], ['2', null], 'the oldest whose aircraft is there');
  assert.deepEqual(await platform.latestBid('6'), { bid: null, blocked: null });
  assert.deepEqual(await platform.listBids('1abc'), []);
}

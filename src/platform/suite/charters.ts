import assert from 'node:assert/strict';
import type { Charter } from '../../tracking/desk-model.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { deskCase, deskOf, search } from './desk.ts';
import { flightOn, fullPirep, onlyPirep } from './flights.ts';
import type { SuiteCase } from './world.ts';

export const charterCases: readonly SuiteCase[] = [
  deskCase(
    'charter: one bid on a schedule as it was described; at once, again and after a crash it is the same',
    ['charter'],
    async (desk, { reopen, fixtures: { first }, host, wanted, view }) => {
      const before = await host.listBids(first.id);
      const together = await Promise.all([1, 2, 3].map(() => desk.charter(first.id, wanted.charter)));
      const later = await deskOf(await reopen(), ['charter'])?.charter(first.id, wanted.charter);
      const [bid = assert.fail()] = together;
      for (const each of [...together, later]) assert.equal(each?.id, bid.id);
      assert.deepEqual([...(await host.listBids(first.id))].sort(), [...before, bid.id].sort());
      const { plan } = bid;
      assert.deepEqual([plan.departure.icao, plan.arrival.icao], [wanted.charter.departure, wanted.charter.arrival]);
      assert.ok(wanted.charter.flightNumber.endsWith(plan.flightNumber) && plan.flightNumber !== '');
      assert.deepEqual([plan.aircraft?.id, bid.blocked], [wanted.charter.aircraftId, null]);
      assert.equal(plan.departureTime, wanted.charter.departureTime);
      assert.equal(bid.cruiseAltitudeFt, wanted.charter.cruiseAltitudeFt);
      assert.equal((await view.readBid(bid.id))?.scheduleId, plan.scheduleId);
      assert.ok(await view.hasSchedule(plan.scheduleId ?? ''));
    },
  ),
  deskCase(
    'charter: no other pilot sees it or books it; with its bid it is gone',
    ['charter', 'unbook', 'book', 'searchSchedules'],
    async (desk, { fixtures: { first, second }, host, wanted, view }) => {
      const bid = await desk.charter(first.id, wanted.charter);
      const scheduleId = bid.plan.scheduleId ?? '';
      const shown = (await search(desk, second.id)).map((each) => each.id);
      assert.ok(!shown.includes(scheduleId) && !(await view.listSchedules(second.id)).includes(scheduleId));
      const before = await host.listBids(second.id);
      await assert.rejects(desk.book(second.id, { scheduleId, aircraftId: null }));
      assert.deepEqual(await host.listBids(second.id), before);
      await desk.unbook(first.id, bid.id);
      assert.equal(await view.hasSchedule(scheduleId), false, 'the schedule is still there');
      const again = await desk.charter(first.id, wanted.charter);
      assert.ok((await host.listBids(first.id)).includes(again.id));
    },
  ),
  deskCase('charter: flown and filed, its bid and its schedule are gone', ['charter'], async (desk, world) => {
    const { platform, fixtures, host, wanted, view } = world;
    const bid = await desk.charter(fixtures.first.id, wanted.charter);
    const flight = await flightOn(world, fixtures.first, bid.id);
    const { pirepId } = await platform.openPirep(flight);
    await platform.filePirep({ ...flight, pirepId }, fullPirep());
    const pirep = await onlyPirep(world, fixtures.first.id);
    assert.equal(pirep.flightNumber, bid.plan.flightNumber);
    assert.ok(!(await host.listBids(fixtures.first.id)).includes(bid.id), 'the bid is still there');
    assert.equal(await view.hasSchedule(bid.plan.scheduleId ?? ''), false, 'the schedule is still there');
  }),
  deskCase(
    'charter: each field that is wrong is named, and nothing is made',
    ['charter'],
    async (desk, { fixtures: { first }, host, wanted, view }) => {
      const [bids, schedules] = [await host.listBids(first.id), await view.listSchedules(first.id)];
      const wrong: readonly (readonly [string, Partial<Charter>])[] = [
        ['airline', { airline: 'QQQ' }],
        ['flightNumber', { flightNumber: '' }],
        ['flightNumber', { flightNumber: 'A flight number that no column holds' }],
        ['departure', { departure: 'QQQQ' }],
        ['arrival', { arrival: "'; --" }],
        ['aircraft', { aircraftId: '999999999' }],
        ['aircraft', { aircraftId: '' }],
      ];
      for (const [field, part] of wrong) {
        const call = desk.charter(first.id, { ...wanted.charter, ...part });
        await assert.rejects(call, (error) => {
          const isNamed = isRefusal(error, 'invalid') && field in (error.detail.fields ?? {});
          return isNamed || assert.fail(`${field} is not named by ${String(error)}`);
        });
      }
      assert.deepEqual([await host.listBids(first.id), await view.listSchedules(first.id)], [bids, schedules]);
    },
  ),
];

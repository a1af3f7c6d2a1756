import assert from 'node:assert/strict';
import { isRefusal } from '../../tracking/refusals.ts';
import { deskCase, deskOf, search } from './desk.ts';
import { refused } from './flights.ts';
import type { SuiteCase } from './world.ts';

export const bookingCases: readonly SuiteCase[] = [
  deskCase(
    'book: one bid in the host, with its aircraft; at once, again and after a crash it is the same',
    ['book'],
    async (desk, { platform, reopen, fixtures: { first, second }, host, wanted, view }) => {
      const [before, others] = [await host.listBids(first.id), await host.listBids(second.id)];
      const [aircraftId] = wanted.aircraftIds;
      const wish = { scheduleId: wanted.scheduleId, aircraftId };
      const together = await Promise.all(Array.from({ length: 10 }, () => desk.book(first.id, wish)));
      const later = await deskOf(await reopen(), ['book'])?.book(first.id, wish);
      const [bid = assert.fail()] = together;
      for (const each of [...together, later]) assert.equal(each?.id, bid.id);
      assert.deepEqual([...(await host.listBids(first.id))].sort(), [...before, bid.id].sort());
      assert.deepEqual(await host.listBids(second.id), others);
      const inHost = await view.readBid(bid.id);
      assert.deepEqual([inHost?.pilotId, inHost?.scheduleId], [first.id, wanted.scheduleId]);
      assert.ok(inHost?.aircraftId === aircraftId || inHost?.aircraftId === null, 'another aircraft is booked');
      assert.deepEqual([bid.plan.scheduleId, bid.blocked], [wanted.scheduleId, null]);
      assert.equal(bid.plan.aircraft?.id, aircraftId);
      assert.deepEqual(
        (await platform.listBids(first.id)).find((each) => each.id === bid.id),
        bid,
      );
    },
  ),
  deskCase(
    'book: the bid is in the pilot’s search, and in nobody else’s',
    ['book', 'searchSchedules'],
    async (desk, { fixtures: { first, second }, wanted }) => {
      const bid = await desk.book(first.id, { scheduleId: wanted.scheduleId, aircraftId: null });
      const find = async (pilotId: string) =>
        (await search(desk, pilotId)).find((each) => each.id === wanted.scheduleId);
      assert.equal((await find(first.id))?.bidId, bid.id);
      assert.equal((await find(second.id))?.bidId ?? null, null);
    },
  ),
  deskCase(
    'book: the bid says what its schedule says: days, cruise altitude, notes',
    ['book', 'searchSchedules'],
    async (desk, { fixtures: { first }, platform, wanted }) => {
      const schedule = (await search(desk, first.id)).find((each) => each.id === wanted.scheduleId) ?? assert.fail();
      const { days, cruiseAltitudeFt, notes } = schedule;
      assert.ok(days.length > 0 && cruiseAltitudeFt !== null && notes !== null, 'the schedule says nothing');
      const bid = await desk.book(first.id, { scheduleId: wanted.scheduleId, aircraftId: null });
      const listed = (await platform.listBids(first.id)).find((each) => each.id === bid.id) ?? assert.fail();
      for (const each of [bid, listed])
        assert.deepEqual([each.days, each.cruiseAltitudeFt, each.notes], [days, cruiseAltitudeFt, notes]);
    },
  ),
  deskCase(
    'book: what is unknown or hidden is refused, and nothing is made',
    ['book'],
    async (desk, { fixtures: { first }, host, wanted }) => {
      const before = await host.listBids(first.id);
      for (const scheduleId of [...wanted.hiddenScheduleIds, '', 'x', '999999999', "' OR 1=1 --"])
        await refused(desk.book(first.id, { scheduleId, aircraftId: null }), 'not-found');
      for (const nobody of ['999999999', ''])
        await refused(desk.book(nobody, { scheduleId: wanted.scheduleId, aircraftId: null }), 'crew-center-refused');
      assert.deepEqual(await host.listBids(first.id), before);
    },
  ),
  deskCase(
    'book: an aircraft that is unknown, or not for this pilot, is named, and nothing is made',
    ['book'],
    async (desk, { fixtures: { first }, host, wanted }) => {
      const before = await host.listBids(first.id);
      const wrong = ['999999999', '', `${wanted.aircraftIds[0]}x`, wanted.forbiddenAircraftId];
      for (const aircraftId of wrong.filter((each) => each !== null))
        await namesAircraft(desk.book(first.id, { scheduleId: wanted.scheduleId, aircraftId }));
      assert.deepEqual(await host.listBids(first.id), before);
    },
  ),
  deskCase(
    'unbook: the bid is gone, twice and after a crash; then it can be booked by another pilot',
    ['book', 'unbook'],
    async (desk, { reopen, fixtures: { first, second }, host, wanted }) => {
      const before = await host.listBids(first.id);
      const wish = { scheduleId: wanted.scheduleId, aircraftId: null };
      const bid = await desk.book(first.id, wish);
      await Promise.all([1, 2, 3].map(() => desk.unbook(first.id, bid.id)));
      await deskOf(await reopen(), ['unbook'])?.unbook(first.id, bid.id);
      assert.deepEqual(await host.listBids(first.id), before);
      const theirs = await desk.book(second.id, wish);
      assert.ok((await host.listBids(second.id)).includes(theirs.id));
    },
  ),
  deskCase(
    'unbook: another pilot’s bid is refused, and stays',
    ['unbook'],
    async (desk, { fixtures: { first, second }, host }) => {
      const before = await host.listBids(second.id);
      await refused(desk.unbook(first.id, second.bidId), 'bid-not-found');
      assert.deepEqual(await host.listBids(second.id), before);
    },
  ),
  deskCase(
    'aircraft of a bid: the chosen one is on it, in the host too',
    ['book', 'chooseAircraft'],
    async (desk, { platform, fixtures: { first }, wanted, view }) => {
      const { id } = await desk.book(first.id, { scheduleId: wanted.scheduleId, aircraftId: null });
      for (const aircraftId of wanted.aircraftIds) {
        const bid = await desk.chooseAircraft(first.id, id, aircraftId);
        assert.deepEqual(await desk.chooseAircraft(first.id, id, aircraftId), bid);
        assert.deepEqual([bid.id, bid.plan.aircraft?.id, bid.blocked], [id, aircraftId, null]);
        assert.equal((await view.readBid(id))?.aircraftId, aircraftId);
        const listed = (await platform.listBids(first.id)).find((each) => each.id === id);
        assert.equal(listed?.plan.aircraft?.id, aircraftId);
      }
    },
  ),
  deskCase(
    'aircraft of a bid: an unknown one, a forbidden one and another pilot’s bid are refused, and stay as they are',
    ['book', 'chooseAircraft'],
    async (desk, { fixtures: { first, second }, wanted, view }) => {
      const { id } = await desk.book(first.id, { scheduleId: wanted.scheduleId, aircraftId: null });
      const [before, theirs] = [await view.readBid(id), await view.readBid(second.bidId)];
      for (const aircraftId of ['999999999', '', wanted.forbiddenAircraftId].filter((each) => each !== null))
        await namesAircraft(desk.chooseAircraft(first.id, id, aircraftId));
      for (const bidId of [second.bidId, '999999999', ''])
        await refused(desk.chooseAircraft(first.id, bidId, wanted.aircraftIds[0]), 'bid-not-found');
      assert.deepEqual([await view.readBid(id), await view.readBid(second.bidId)], [before, theirs]);
    },
  ),
];

async function namesAircraft(call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => {
    if (isRefusal(error, 'invalid') && 'aircraft' in (error.detail.fields ?? {})) return true;
    throw new Error(`expected Refusal invalid naming aircraft, got ${String(error)}`, { cause: error });
  });
}

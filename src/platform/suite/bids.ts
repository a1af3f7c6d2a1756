import assert from 'node:assert/strict';
import { refused } from './flights.ts';
import type { SuiteCase } from './world.ts';

export const bidCases: readonly SuiteCase[] = [
  {
    name: "bids: the pilot's own, all of them, with what is to be flown",
    async run({ platform, host, fixtures: { first, second } }) {
      for (const pilot of [first, second]) {
        const bids = await platform.listBids(pilot.id);
        assert.deepEqual(bids.map((bid) => bid.id).sort(), [...(await host.listBids(pilot.id))].sort());
        const bid = bids.find((each) => each.id === pilot.bidId);
        assert.equal(bid?.blocked, null);
        assert.ok(bid.plan.flightNumber !== '' && bid.plan.ident.includes(bid.plan.flightNumber));
        assert.match(bid.plan.departure.icao, /^[A-Z0-9]{3,8}$/);
        assert.match(bid.plan.arrival.icao, /^[A-Z0-9]{3,8}$/);
        assert.ok(bid.plan.aircraft !== null && bid.plan.aircraft.id !== '');
      }
      for (const nobody of ['999999999', '', 'x']) assert.deepEqual(await platform.listBids(nobody), []);
    },
  },
  {
    name: 'bids: one that cannot be flown is listed with the reason',
    async run({ platform, fixtures: { first, blockedBidId } }) {
      if (blockedBidId === null) return;
      const bid = (await platform.listBids(first.id)).find((each) => each.id === blockedBidId);
      assert.ok(bid !== undefined, 'the blocked bid is hidden');
      assert.ok(bid.blocked !== null && bid.blocked.length > 5, 'no reason is given');
    },
  },
  {
    name: 'bids: one without an aircraft offers those that the pilot may take, and each can be taken',
    async run({ platform, fixtures: { first, choiceBidId, forbiddenRegistration } }) {
      if (choiceBidId === null) return;
      const bid = (await platform.listBids(first.id)).find((each) => each.id === choiceBidId);
      assert.ok(bid !== undefined && bid.plan.aircraft === null && bid.aircraftChoices.length > 0);
      for (const choice of bid.aircraftChoices) {
        assert.notEqual(choice.registration, forbiddenRegistration);
        const byId = await platform.findAircraft(first.id, bid.plan, { aircraft: choice.id, registration: null });
        assert.deepEqual(byId, choice);
        const wanted = { aircraft: null, registration: choice.registration };
        assert.deepEqual(await platform.findAircraft(first.id, bid.plan, wanted), choice);
      }
    },
  },
  {
    name: 'bids: an aircraft that is unknown, or not for this pilot, is refused by name',
    async run({ platform, fixtures: { first, forbiddenRegistration } }) {
      const bid = (await platform.listBids(first.id)).find((each) => each.id === first.bidId);
      assert.ok(bid !== undefined);
      const find = (aircraft: string | null, registration: string | null) =>
        platform.findAircraft(first.id, bid.plan, { aircraft, registration });
      for (const text of ['999999999', 'ZZZZ', "' OR 1=1 --"]) {
        await refused(find(text, null), 'invalid');
        await refused(find(null, text), 'invalid');
        await assert.rejects(find(null, text), ({ detail }) => 'registration' in (detail.fields ?? {}));
        await assert.rejects(find(text, null), ({ detail }) => 'aircraft' in (detail.fields ?? {}));
      }
      if (forbiddenRegistration !== null) await refused(find(null, forbiddenRegistration), 'invalid');
    },
  },
  {
    name: 'bids: the latest is one of them; none is null; a deleted one is gone',
    async run({ platform, host, fixtures: { first, second } }) {
      const ids = (await platform.listBids(first.id)).map((bid) => bid.id);
      const latest = await platform.latestBid(first.id);
      assert.ok(latest.bid === null ? latest.blocked !== null : ids.includes(latest.bid.id));
      for (const id of await host.listBids(second.id)) await host.deleteBid(id);
      assert.deepEqual(await platform.listBids(second.id), []);
      assert.equal((await platform.latestBid(second.id)).bid, null);
    },
  },
];

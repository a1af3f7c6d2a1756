import { at, expect, expectEqual, expectShape, expectStatus, LeftOut, requireSome, type Shape } from '../expect.ts';
import type { StratosCheck } from './scene.ts';

const rowShape: Shape = {
  number: 'text',
  code: 'text',
  departure_airport: 'text',
  arrival_airport: 'text',
  distance: 'number',
  flight_time: 'number',
  days_of_week: 'list',
  type: 'text?',
};

/** What is booked, and with which aircraft. */
export const bookingChecks: readonly StratosCheck[] = [
  {
    id: 'bookings/shape',
    requires: '`GET flights/bookings` lists the bids: ids as numbers, the route as a list, notes as a text.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/flights/bookings');
      for (const row of rows) {
        expectShape('a bid', row, { ...rowShape, bid_id: 'whole', route: 'list', notes: 'text', aircraft: 'number?' });
        expect(typeof row.aircraft_changeable === 'boolean', 'aircraft_changeable is neither true nor false');
      }
      if (rows.length === 0) throw new LeftOut('the pilot has no bid');
    },
  },
  {
    id: 'bookings/aircraft',
    requires: '`GET flights/bookings/{bid}/aircraft` says what may be chosen; an unknown bid is 404.',
    writes: false,
    async run(scene) {
      expectStatus(await scene.ask('GET', '/flights/bookings/999999999/aircraft'), 404);
      const bidId = await scene.bid();
      const body = await scene.read(`/flights/bookings/${bidId}/aircraft`);
      expect(typeof at(body, 'changeable') === 'boolean', 'changeable is neither true nor false');
      for (const each of requireSome(await scene.choices(bidId), 'aircraft to choose')) {
        expectShape('an aircraft', each, {
          id: 'whole',
          name: 'text',
          registration: 'text',
          icao: 'text',
          subfleet: 'text',
        });
      }
    },
  },
  {
    id: 'bookings/stranger',
    requires: 'A bid of another pilot is refused: 403 or 404.',
    writes: false,
    async run(scene) {
      const path = `/flights/bookings/${await scene.bid()}/aircraft`;
      const answer = await scene.askAsStranger('GET', path);
      expect([403, 404].includes(answer.status), `the other pilot was answered ${answer.status}`);
    },
  },
  {
    id: 'change-aircraft/stays',
    requires: '`flights/change-aircraft` returns the bid with its new aircraft, which `flights/bookings` has too.',
    writes: true,
    async run(scene) {
      const bidId = await scene.bid();
      const taken = (await scene.readRows('/flights/bookings')).find(({ bid_id }) => bid_id === bidId)?.aircraft;
      const aircraftId = (await scene.choices(bidId)).find(({ id }) => id !== taken)?.id;
      if (typeof aircraftId !== 'number') throw new LeftOut('no other aircraft can be chosen for the bid');
      const changed = await scene.ask('POST', '/flights/change-aircraft', { bid_id: bidId, aircraft_id: aircraftId });
      expectStatus(changed, 200);
      expectShape('the body', changed.json, { ...rowShape, bid_id: 'whole', route: 'list' });
      expectEqual('aircraft', at(changed.json, 'aircraft'), aircraftId);
      const bid = (await scene.readRows('/flights/bookings')).find(({ bid_id }) => bid_id === bidId);
      expectEqual('aircraft in flights/bookings', bid?.aircraft, aircraftId);
    },
  },
  {
    id: 'change-aircraft/wrong',
    requires:
      '`flights/change-aircraft` is 422 without its two members and for an aircraft that may not be taken, 404 for an unknown bid.',
    writes: true,
    async run(scene) {
      const change = (body: object) => scene.ask('POST', '/flights/change-aircraft', body);
      const bidId = await scene.bid();
      expectStatus(await change({}), 422);
      expectStatus(await change({ bid_id: bidId, aircraft_id: 999_999_999 }), 422);
      expectStatus(await change({ bid_id: 999_999_999, aircraft_id: 1 }), 404);
    },
  },
  {
    id: 'flights/search',
    requires: '`GET flights/search` lists flights, with ids and routes as texts, and takes an airport and a limit.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/flights/search?limit=100');
      for (const row of rows) expectShape('a flight', row, { ...rowShape, route: 'text?', aircraft: 'text?' });
      const [first] = rows;
      if (first === undefined) throw new LeftOut('the crew center shows no flight');
      const from = String(first.departure_airport);
      const found = await scene.readRows(`/flights/search?departure_airport=${from}`);
      expect(
        found.length > 0 && found.every(({ departure_airport }) => departure_airport === from),
        `not only those from ${from}`,
      );
      expectEqual('flights with a limit of 1', (await scene.readRows('/flights/search?limit=1')).length, 1);
    },
  },
  {
    id: 'unbook/removes',
    requires: '`flights/unbook` is 200, and the bid is not in `flights/bookings` any more.',
    writes: true,
    async run(scene) {
      const bids = await scene.readRows('/flights/bookings');
      const bidId = bids.at(-1)?.bid_id;
      if (bids.length < 3 || typeof bidId !== 'number')
        throw new LeftOut('the pilot has fewer than three bids, and this contract cannot make one again');
      expectStatus(await scene.ask('POST', '/flights/unbook', { bid_id: bidId }), 200);
      const left = await scene.readRows('/flights/bookings');
      expect(!left.some(({ bid_id }) => bid_id === bidId), 'the bid is still there');
      expectEqual('the number of bids', left.length, bids.length - 1);
    },
  },
  {
    id: 'unbook/stranger',
    requires: '`flights/unbook` of another pilot’s bid is refused, and the bid stays.',
    writes: true,
    async run(scene) {
      const bidId = await scene.bid();
      const answer = await scene.askAsStranger('POST', '/flights/unbook', { bid_id: bidId });
      expect([403, 404].includes(answer.status), `the other pilot was answered ${answer.status}`);
      expectEqual('the first bid', await scene.bid(), bidId);
    },
  },
];

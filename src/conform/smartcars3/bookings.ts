import type { Answer } from '../answer.ts';
import { at, expect, expectEqual, expectShape, expectStatus, LeftOut } from '../expect.ts';
import type { SmartcarsCheck, SmartcarsScene } from './scene.ts';

/** What can be flown, and what is booked. */
export const bookingChecks: readonly SmartcarsCheck[] = [
  {
    id: 'flights/search',
    requires:
      '`GET flights/search` lists flights: id, number, code, airports, route as a list or null, times, aircraft as a number or a list.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/flights/search');
      for (const row of rows) {
        expectShape('a flight', row, {
          number: 'text',
          code: 'text',
          departureAirport: 'text',
          arrivalAirport: 'text',
          route: 'list?',
          flightLevel: 'number',
          distance: 'number',
          departureTime: 'text',
          arrivalTime: 'text',
          flightTime: 'number',
        });
        expect([row.aircraft].flat().every(Number.isInteger), `aircraft is ${JSON.stringify(row.aircraft)}`);
      }
      const [first] = rows;
      if (first === undefined) throw new LeftOut('no flight can be booked');
      const from = String(first.departureAirport);
      const found = await scene.readRows(`/flights/search?departureAirport=${from}`);
      expect(
        found.length > 0 && found.every(({ departureAirport }) => departureAirport === from),
        `not only those from ${from}`,
      );
      expectStatus(await scene.ask('GET', '/flights/search?departureAirport=ZZ%20'), 200);
    },
  },
  {
    id: 'flights/book-and-unbook',
    requires:
      '`flights/book` returns a whole number as `bidID`, which is in `flights/bookings` until `flights/unbook`.',
    writes: true,
    async run(scene) {
      const held = new Set((await scene.readRows('/flights/bookings')).map(({ flightID }) => String(flightID)));
      const flights = (await scene.readRows('/flights/search')).filter(({ id }) => !held.has(String(id)));
      const made = await bookOne(scene, flights);
      expectStatus(made, 200);
      expectShape('the body', made.json, { bidID: 'whole' });
      const bidID = at(made.json, 'bidID');
      scene.unbookLater(bidID);
      const during = await scene.readRows('/flights/bookings');
      expectStatus(await scene.ask('POST', '/flights/unbook', { bidID }), 200);
      const after = await scene.readRows('/flights/bookings');
      expect(
        during.some((bid) => bid.bidID === bidID),
        'the bid was not listed',
      );
      expect(!after.some((bid) => bid.bidID === bidID), 'the bid is still listed');
    },
  },
];

/** What is changed of a bid, and made for the pilot alone. */
export const charterChecks: readonly SmartcarsCheck[] = [
  {
    id: 'flights/charter',
    requires: 'What `flights/charter` says is in `flights/bookings`: number, airports, route, altitude, times.',
    writes: true,
    async run(scene) {
      const { bidID, sent } = await scene.charter();
      const bid = (await scene.readRows('/flights/bookings')).find((each) => each.bidID === bidID);
      expect(bid !== undefined, 'the bid is not listed');
      const seen = {
        ...bid,
        departure: bid.departureAirport,
        arrival: bid.arrivalAirport,
        cruise: String(bid.flightLevel),
        route: Array.isArray(bid.route) ? bid.route.join(' ') : bid.route,
      };
      for (const name of ['number', 'departure', 'arrival', 'cruise', 'departureTime', 'arrivalTime'] as const)
        expectEqual(name, at(seen, name), String(sent[name]));
      expectEqual('route', seen.route, sent.route.join(' '));
    },
  },
  {
    id: 'flights/rebook',
    requires: '`flights/rebook` changes the aircraft of the bid, which keeps its id.',
    writes: true,
    async run(scene) {
      const { bidID } = await scene.charter();
      const aircraftOf = async () =>
        (await scene.readRows('/flights/bookings')).find((each) => each.bidID === bidID)?.aircraft;
      const before = await aircraftOf();
      const others = (await scene.readRows('/data/aircraft')).filter(({ id }) => id !== before);
      for (const { id } of others.slice(0, 10)) {
        const answer = await scene.ask('POST', '/flights/rebook', { bidID, aircraftID: id });
        if (answer.status !== 200) continue;
        expectEqual('bidID', at(answer.json, 'bidID'), Number(bidID));
        return expectEqual('aircraft in flights/bookings', await aircraftOf(), Number(id));
      }
      throw new LeftOut('the pilot may take no other aircraft of the fleet');
    },
  },
];

/** Books the first that nobody has: some sites refuse one that another pilot has booked with 409. @throws LeftOut */
async function bookOne(scene: SmartcarsScene, flights: readonly Readonly<Record<string, unknown>>[]): Promise<Answer> {
  for (const { id } of flights.slice(0, 10)) {
    const made = await scene.ask('POST', '/flights/book', { flightID: String(id) });
    if (made.status !== 409) return made;
  }
  throw new LeftOut('no flight can be booked: remove the bids that aborted runs have left');
}

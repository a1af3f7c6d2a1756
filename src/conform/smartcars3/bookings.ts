import type { Answer } from '../answer.ts';
import { at, expect, expectEqual, expectShape, expectStatus, LeftOut, requireSome, rowsOf } from '../expect.ts';
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

/** The logbook, which is looked at when flights were filed. */
export const logbookChecks: readonly SmartcarsCheck[] = [
  {
    id: 'pireps/list',
    requires: '`GET pireps/search` is a list, and `pireps/latest` one row of it or an empty list.',
    writes: false,
    async run(scene) {
      const rows = await scene.readRows('/pireps/search');
      for (const row of requireSome(rows, 'PIREPs'))
        expectShape('a PIREP', row, { airlineCode: 'text', number: 'text', status: 'text', flightTime: 'number' });
      const latest = await scene.read('/pireps/latest');
      if (Array.isArray(latest)) expectEqual('the number of PIREPs', rowsOf('pireps/latest', latest).length, 0);
      else expectShape('pireps/latest', latest, { airlineCode: 'text', number: 'text' });
    },
  },
];

/** Books the first that nobody has: some sites refuse one that another pilot has booked with 409. @throws LeftOut */
async function bookOne(scene: SmartcarsScene, flights: readonly Readonly<Record<string, unknown>>[]): Promise<Answer> {
  for (const { id } of flights.slice(0, 10)) {
    const made = await scene.ask('POST', '/flights/book', { flightID: String(id) });
    if (made.status !== 409) return made;
  }
  throw new LeftOut('no flight can be booked');
}

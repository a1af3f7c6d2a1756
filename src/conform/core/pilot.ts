import { at, expect, expectEqual, expectShape, expectStatus, LeftOut, rowsOf } from '../expect.ts';
import type { CoreCheck, CoreScene, Row } from './scene.ts';

/** The pilot and the bids. */
export const pilotChecks: readonly CoreCheck[] = [
  {
    id: 'user/shape',
    requires:
      '`GET user` has what clients show: ident, name, airports without `_id`, rank.name, airline, flights, flight_time, state.',
    writes: false,
    async run(scene) {
      expectShape('data', await scene.read('user'), {
        id: 'number',
        pilot_id: 'number',
        ident: 'text',
        name: 'text',
        home_airport: 'text?',
        curr_airport: 'text?',
        'rank.name': 'text',
        'airline.id': 'number',
        'airline.icao': 'text',
        'airline.name': 'text',
        flights: 'number',
        flight_time: 'number',
        state: 'number',
      });
    },
  },
  {
    id: 'user/me',
    requires: '`GET users/me` is the same pilot.',
    writes: false,
    async run(scene) {
      const { id } = await scene.readRow('user?with=');
      expectEqual('id', (await scene.readRow('users/me')).id, Number(id));
    },
  },
  {
    id: 'bids/shape',
    requires:
      '`GET user/bids` lists bids with id as a number, flight_id as a text and the flight with airline and subfleets.',
    writes: false,
    async run(scene) {
      for (const bid of await scene.readRows('user/bids'))
        expectShape('a bid', bid, { id: 'number', flight_id: 'text', flight: 'object', 'flight.airline': 'object' });
    },
  },
  {
    id: 'bids/made-and-removed',
    requires: '`PUT user/bids` makes a bid, once; `DELETE user/bids` with a JSON body removes it.',
    writes: true,
    async run(scene) {
      const held = new Set((await scene.readRows('user/bids')).map((bid) => bid.flight_id));
      const flights = (await scene.readRows('flights?limit=100')).filter(
        ({ id, has_bid }) => !held.has(id) && has_bid !== true,
      );
      const { flight, made } = await bidOnOne(scene, flights);
      expectStatus(made, 200);
      const id = at(made.json, 'data.id');
      const again = await scene.ask('POST', 'user/bids', { flight_id: flight.id });
      if (again.status !== 409) expectEqual('the id of the same bid made again', at(again.json, 'data.id'), Number(id));
      const after = await scene.readRows('user/bids');
      const removed = await scene.ask('DELETE', 'user/bids', { bid_id: id });
      expectEqual('the number of bids on that flight', after.filter((bid) => bid.flight_id === flight.id).length, 1);
      expectStatus(removed, 200);
      const left = rowsOf('data', at(removed.json, 'data'));
      expect(!left.some((bid) => bid.flight_id === flight.id), 'the bid is still there');
    },
  },
  {
    id: 'bids/unknown-flight',
    requires: 'A bid on an unknown flight is 404.',
    writes: true,
    async run(scene) {
      expectStatus(await scene.ask('PUT', 'user/bids', { flight_id: 'conform-unknown' }), 404);
    },
  },
];

/** Bids on the first that nobody has: a phpVMS refuses one that another pilot holds with 409. @throws LeftOut */
async function bidOnOne(scene: CoreScene, flights: readonly Row[]) {
  for (const flight of flights.slice(0, 10)) {
    const made = await scene.ask('PUT', 'user/bids', { flight_id: flight.id });
    if (made.status !== 409) return { flight, made };
  }
  throw new LeftOut('every flight has a bid');
}

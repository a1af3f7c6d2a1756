import { at, expect, expectEqual, expectShape, expectStatus, LeftOut, requireSome, type Shape } from '../expect.ts';
import type { CoreCheck, CoreScene, Row } from './scene.ts';

const bidShape: Shape = {
  id: 'number',
  flight_id: 'text',
  flight: 'object',
  'flight.id': 'text',
  'flight.airline': 'object',
  'flight.dpt_airport_id': 'text',
  'flight.arr_airport_id': 'text',
};

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
      for (const bid of requireSome(await scene.readRows('user/bids'), 'bids')) expectShape('a bid', bid, bidShape);
    },
  },
  {
    id: 'bids/made-and-removed',
    requires: '`PUT user/bids` makes a bid, once; `DELETE user/bids` with a JSON body removes it.',
    writes: true,
    async run(scene) {
      const { flight, made } = await bidOnOne(scene);
      expectStatus(made, 200);
      const id = at(made.json, 'data.id');
      const again = await scene.ask('POST', 'user/bids', { flight_id: flight.id });
      if (again.status !== 409) expectEqual('the id of the same bid made again', at(again.json, 'data.id'), Number(id));
      const after = await scene.readRows('user/bids');
      const removed = await scene.ask('DELETE', 'user/bids', { bid_id: id });
      const those = after.filter((bid) => bid.flight_id === flight.id);
      expectEqual('the number of bids on that flight', those.length, 1);
      expectShape('the bid', those[0], bidShape);
      expectStatus(removed, 200);
      const left = await scene.readRows('user/bids');
      expect(!left.some((bid) => bid.flight_id === flight.id), 'the bid is still there');
    },
  },
  {
    id: 'flights/has-bid',
    requires:
      '`has_bid` of `GET flights/{id}` is true while there is a bid on the flight, and false when it was removed.',
    writes: true,
    async run(scene) {
      const { flight, made } = await bidOnOne(scene);
      expectStatus(made, 200);
      const hasBid = async () => (await scene.readRow(`flights/${flight.id}`)).has_bid;
      expectEqual('has_bid with a bid', await hasBid(), true);
      expectStatus(await scene.ask('DELETE', 'user/bids', { bid_id: at(made.json, 'data.id') }), 200);
      expectEqual('has_bid without a bid', await hasBid(), false);
    },
  },
  {
    id: 'user/network-ids',
    requires:
      '`GET user` has the pilot’s ids at networks as numbers, as texts of digits, or not at all: typed clients read nothing else.',
    writes: false,
    async run(scene) {
      const user = await scene.readRow('user');
      for (const name of ['vatsim_id', 'ivao_id']) {
        const value = user[name];
        const isRead = value === undefined || typeof value === 'number' || /^\d+$/.test(String(value));
        expect(isRead, `${name} is ${JSON.stringify(value)}`);
      }
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

/** Bids on the first flight that nobody has: a phpVMS refuses one that another pilot holds with 409. @throws LeftOut */
export async function bidOnOne(scene: CoreScene) {
  const held = new Set((await scene.readRows('user/bids')).map((bid) => bid.flight_id));
  const isFree = ({ id, has_bid }: Row) => !held.has(id) && has_bid !== true;
  for (const flight of (await scene.readRows('flights?limit=100')).filter(isFree).slice(0, 10)) {
    const made = await scene.ask('PUT', 'user/bids', { flight_id: flight.id });
    if (made.status === 409) continue;
    scene.removeBidLater(at(made.json, 'data.id'));
    return { flight, made };
  }
  throw new LeftOut('every flight has a bid: remove those that aborted runs have left');
}

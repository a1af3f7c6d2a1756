import { at, expect, expectEqual, expectShape, expectStatus, LeftOut, requireSome, rowsOf } from '../expect.ts';
import type { NativeCheck, NativeScene } from './scene.ts';

/** What the flight itself has of what was reported. @throws Deviation */
async function expectStored(scene: NativeScene, flightId: string, members: Readonly<Record<string, number | string>>) {
  const flight = await scene.readFlight(flightId);
  for (const [path, wanted] of Object.entries(members)) expectEqual(`${path} of the flight`, at(flight, path), wanted);
}

/** From the start of a flight to the end of its reports. */
export const flightChecks: readonly NativeCheck[] = [
  {
    id: 'bids/shape',
    requires: '`GET /bids` lists bids with ident, airports, aircraft or choices, and why one cannot be flown.',
    writes: false,
    async run(scene) {
      for (const bid of requireSome(rowsOf('bids', (await scene.call('GET', '/bids')).bids), 'bids')) {
        expectShape('a bid', bid, {
          id: 'text',
          flight_number: 'text',
          ident: 'text',
          'departure.icao': 'text',
          'arrival.icao': 'text',
          aircraft: 'object?',
          aircraft_choices: 'list',
          fares: 'list',
          blocked: 'text?',
        });
      }
    },
  },
  {
    id: 'start/opens',
    requires: '`POST /start` opens the flight of a bid: state `open`, `resumed` false; `GET /flight` is that flight.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id, started) => {
        expectEqual('state', started.state, 'open');
        expectEqual('resumed', started.resumed, false);
        expectEqual('flight_id of GET /flight', (await scene.readFlight())?.flight_id, id);
      }),
  },
  {
    id: 'start/again-resumes',
    requires: '`start` of the same bid again is the same flight, with `resumed` true.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id, { bid_id }) => {
        const again = await scene.call('POST', '/start', { bid_id });
        expectEqual('flight_id', again.flight_id, id);
        expectEqual('resumed', again.resumed, true);
        expectEqual('flight_id of GET /flight', (await scene.readFlight())?.flight_id, id);
      }),
  },
  {
    id: 'start/unknown-bid',
    requires: '`start` of an unknown bid is 404 `bid-not-found`.',
    writes: true,
    async run(scene) {
      const answer = await scene.ask('POST', '/start', { bid_id: '999999999' });
      expectStatus(answer, 404);
      expectEqual('error.code', at(answer.json, 'error.code'), 'bid-not-found');
    },
  },
  {
    id: 'position/stored-once',
    requires: 'Positions are `stored` once: the same `seq` again is a `duplicate`.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (flight_id) => {
        const positions = await scene.positions(3);
        await expectStored(scene, flight_id, { positions: 0 });
        const first = await scene.call('POST', '/position', { flight_id, positions });
        expectEqual('stored', first.stored, 3);
        const again = await scene.call('POST', '/position', { flight_id, positions });
        expectEqual('stored of the repeat', again.stored, 0);
        expectEqual('duplicate of the repeat', again.duplicate, 3);
        expectEqual('last_seq', again.last_seq, 3);
        const newest = positions.at(-1);
        await expectStored(scene, flight_id, {
          positions: 3,
          last_seq: 3,
          'last_position.lat': Number(newest?.lat),
          'last_position.fuel': Number(newest?.fuel),
          'last_position.recorded_at': String(newest?.recorded_at),
        });
      }),
  },
  {
    id: 'position/one-bad-item',
    requires: 'An invalid position of a list is named in `refused`, and the others are stored.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (flight_id) => {
        const [good] = await scene.positions(1);
        const answer = await scene.call('POST', '/position', {
          flight_id,
          positions: [{ ...good, seq: 7, lat: 95 }, good],
        });
        expectEqual('stored', answer.stored, 1);
        expectEqual('refused[0].index', rowsOf('refused', answer.refused)[0]?.index, 0);
        await expectStored(scene, flight_id, { positions: 1, last_seq: 1 });
      }),
  },
  {
    id: 'position/single',
    requires: 'A single position, without a list, is taken too.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (flight_id) => {
        const [one] = await scene.positions(1);
        expectEqual('stored', (await scene.call('POST', '/position', { flight_id, ...one })).stored, 1);
        await expectStored(scene, flight_id, { positions: 1, 'last_position.lat': Number(one?.lat) });
      }),
  },
  {
    id: 'position/late',
    requires: 'A position with a lower `seq` that comes late is stored.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (flight_id) => {
        const [first, second] = await scene.positions(2);
        await scene.call('POST', '/position', { flight_id, ...second });
        expectEqual('stored', (await scene.call('POST', '/position', { flight_id, ...first })).stored, 1);
        await expectStored(scene, flight_id, { positions: 2, last_seq: 2, 'last_position.lat': Number(second?.lat) });
      }),
  },
  {
    id: 'position/unknown-flight',
    requires: 'A position of an unknown flight is 404 `flight-not-found`.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async () => {
        const [one] = await scene.positions(1);
        const answer = await scene.ask('POST', '/position', { flight_id: 'conform-unknown', ...one });
        expectStatus(answer, 404);
        expectEqual('error.code', at(answer.json, 'error.code'), 'flight-not-found');
      }),
  },
  {
    id: 'position/stranger',
    requires: 'Another pilot’s position of the flight is refused, and is not stored.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (flight_id) => {
        const [one] = await scene.positions(1);
        const answer = await scene.askAsStranger('POST', '/position', { flight_id, ...one });
        expect([403, 404, 409].includes(answer.status), `the other pilot was answered ${answer.status}`);
        await expectStored(scene, flight_id, { positions: 0 });
      }),
  },
  {
    id: 'event/stored-once',
    requires: 'A flight event is stored once, whatever its `kind`.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (flight_id) => {
        const events = [{ seq: 1, kind: 'conform-kind', message: 'Gear <b>up</b>' }];
        expectEqual('stored', (await scene.call('POST', '/event', { flight_id, events })).stored, 1);
        expectEqual('duplicate', (await scene.call('POST', '/event', { flight_id, events })).duplicate, 1);
        await expectStored(scene, flight_id, { events: 1 });
      }),
  },
  {
    id: 'flight/aircraft',
    requires: '`PATCH /flight` refuses an aircraft that does not exist with 422.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (flight_id) => {
        const before = await scene.readFlight(flight_id);
        expectStatus(await scene.ask('PATCH', '/flight', { flight_id, registration: 'CONFORM-X' }), 422);
        const after = await scene.readFlight(flight_id);
        expectEqual('registration of the flight', after?.registration, (before?.registration ?? null) as string | null);
      }),
  },
  {
    id: 'cancel/ends',
    requires: '`POST /cancel` ends the flight: later reports are 409 `flight-ended`, and the bid is still there.',
    writes: true,
    async run(scene) {
      const { flight_id, bid_id } = await scene.start();
      await scene.call('POST', '/cancel', { flight_id });
      const [one] = await scene.positions(1);
      const answer = await scene.ask('POST', '/position', { flight_id, ...one });
      expectStatus(answer, 409);
      expectEqual('error.code', at(answer.json, 'error.code'), 'flight-ended');
      expectEqual('state of the flight', (await scene.readFlight(flight_id))?.state, 'cancelled');
      expectEqual('the open flight', await scene.readFlight(), null);
      if (bid_id === null) throw new LeftOut('the flight had no bid');
      const bids = rowsOf('bids', (await scene.call('GET', '/bids')).bids);
      expect(
        bids.some(({ id }) => String(id) === String(bid_id)),
        'the bid is gone',
      );
    },
  },
];

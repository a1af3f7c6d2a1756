import { at, expect, expectEqual, expectStatus, LeftOut, rowsOf } from '../expect.ts';
import { newFlightNumber } from '../flight-number.ts';
import type { Row } from '../signed-in.ts';
import type { NativeCheck, NativeScene } from './scene.ts';

/** Aircraft or schedules that are tried, one after the other: the pilot may not take every one. */
const maxTried = 10;

/** Takes the first other aircraft that the pilot may take. @param change - asks for one @returns its id @throws LeftOut */
async function takeAnother(
  scene: NativeScene,
  current: unknown,
  change: (aircraft: string) => ReturnType<NativeScene['ask']>,
): Promise<string> {
  const others = rowsOf('aircraft', (await scene.lookUp('/fleet')).aircraft).filter(({ id }) => id !== current);
  for (const { id } of others.slice(0, maxTried)) {
    const answer = await change(String(id));
    if (answer.status === 501) throw new LeftOut('the crew center does not offer it');
    if (answer.status === 200) return String(id);
    expectStatus(answer, 403, 409, 422);
  }
  throw new LeftOut('the pilot may take no other aircraft of the fleet');
}

/** What is booked, and changed of it. */
export const bookingChecks: readonly NativeCheck[] = [
  {
    id: 'bids/booked-and-removed',
    requires:
      '`POST /bids` books a schedule, once; the bid is in `GET /bids` and in the schedule until `DELETE /bids/{id}`.',
    writes: true,
    async run(scene) {
      const { schedule, id } = await bookOne(scene);
      const bookedIn = async () =>
        rowsOf('schedules', (await scene.lookUp('/schedules')).schedules).find((row) => row.id === schedule)?.bid_id;
      scene.removeLater(id);
      const again = await scene.call('POST', '/bids', { schedule_id: schedule });
      expectEqual('the id of the bid made again', at(again, 'bid.id'), id);
      expectEqual('the number of bids on it', (await bidsOf(scene, id)).length, 1);
      expectEqual('bid_id of the schedule', await bookedIn(), id);
      expectStatus(await scene.ask('DELETE', `/bids/${id}`), 200);
      expectEqual('the number of bids that are left of it', (await bidsOf(scene, id)).length, 0);
      expectEqual('bid_id of the schedule', (await bookedIn()) ?? null, null);
    },
  },
  {
    id: 'bids/aircraft',
    requires: '`PATCH /bids/{id}` changes the aircraft of the bid, in the answer and in `GET /bids`.',
    writes: true,
    async run(scene) {
      const bid = await scene.charter();
      const path = `/bids/${bid.id}`;
      const taken = await takeAnother(scene, at(bid, 'aircraft.id'), (aircraft) =>
        scene.ask('PATCH', path, { aircraft }),
      );
      const [kept] = await bidsOf(scene, bid.id);
      expectEqual('the aircraft of the bid', at(kept, 'aircraft.id'), taken);
    },
  },
  {
    id: 'charters/values',
    requires: 'What `POST /charters` says is in `GET /bids`: number, airports, route, cruise altitude, times.',
    writes: true,
    async run(scene) {
      const said = {
        flight_number: newFlightNumber(),
        route: 'DCT CONF DCT',
        cruise_altitude: 33_000,
        departure_time: '10:05',
        arrival_time: '12:10',
      };
      const bid = await scene.charter(said);
      const [kept] = await bidsOf(scene, bid.id);
      expect(kept !== undefined, 'the bid is not in the list');
      for (const [name, value] of Object.entries(said)) expectEqual(name, kept[name], value);
      for (const path of ['departure.icao', 'arrival.icao']) expectEqual(path, at(kept, path), String(at(bid, path)));
    },
  },
  {
    id: 'flight/aircraft-changes',
    requires: '`PATCH /flight` changes the aircraft of the open flight, in the answer and in `GET /flight`.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (flight_id, started) => {
        const taken = await takeAnother(scene, at(started, 'aircraft.id'), (aircraft) =>
          scene.ask('PATCH', '/flight', { flight_id, aircraft }),
        );
        expectEqual('the aircraft of the flight', at(await scene.readFlight(flight_id), 'aircraft.id'), taken);
      }),
  },
];

/** Books the first that nobody has: some sites refuse one that another pilot has booked with 409. @throws LeftOut */
async function bookOne(scene: NativeScene): Promise<{ readonly schedule: unknown; readonly id: string }> {
  const schedules = rowsOf('schedules', (await scene.lookUp('/schedules')).schedules);
  for (const { id: schedule } of schedules.filter(({ bid_id: bid }) => typeof bid !== 'string').slice(0, maxTried)) {
    const made = await scene.ask('POST', '/bids', { schedule_id: schedule });
    if (made.status === 501) throw new LeftOut('the crew center does not offer it');
    if (made.status === 409) continue;
    expectStatus(made, 200);
    return { schedule, id: String(at(made.json, 'bid.id')) };
  }
  throw new LeftOut('no schedule can be booked: remove the bids that aborted runs have left');
}

async function bidsOf(scene: NativeScene, id: unknown): Promise<readonly Row[]> {
  return rowsOf('bids', (await scene.call('GET', '/bids')).bids).filter((bid) => bid.id === id);
}

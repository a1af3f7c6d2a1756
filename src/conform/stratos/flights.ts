import type { Answer } from '../answer.ts';
import { at, expect, expectEqual, expectShape, expectStatus } from '../expect.ts';
import { complete, type StratosCheck, type StratosScene, update } from './scene.ts';

/** A flight of Stratos, from its bid to its PIREP. */
export const flightChecks: readonly StratosCheck[] = [
  {
    id: 'start/again',
    requires:
      '`flights/start` again, with the same bid or without one, is the same `tracking_id`: a restarted client continues.',
    writes: true,
    async run(scene) {
      const { bidId, id } = await scene.start();
      for (const body of [{ bid_id: bidId }, {}]) {
        const again = await scene.ask('POST', '/flights/start', body);
        expectStatus(again, 200);
        expectEqual('tracking_id', at(again.json, 'tracking_id'), id);
      }
    },
  },
  {
    id: 'start/unknown-bid',
    requires: '`flights/start` of an unknown bid is 404.',
    writes: true,
    run: async (scene) => expectStatus(await scene.ask('POST', '/flights/start', { bid_id: 999_999_999 }), 404),
  },
  {
    id: 'change-aircraft/started',
    requires: '`flights/change-aircraft` of a bid that is being flown is 409.',
    writes: true,
    async run(scene) {
      const { bidId } = await scene.start();
      const [choice] = await scene.readRows('/data/aircraft');
      const body = { bid_id: bidId, aircraft_id: choice?.id };
      expectStatus(await scene.ask('POST', '/flights/change-aircraft', body), 409);
    },
  },
  {
    id: 'update/empty-200',
    requires: '`flights/update` is 200 with an empty body, whether `uuid` or `tracking_id` names the flight.',
    writes: true,
    async run(scene) {
      const { id } = await scene.start();
      for (const name of [{ uuid: id }, { tracking_id: id }]) {
        const answer = await scene.ask('POST', '/flights/update', { ...name, ...update });
        expectStatus(answer, 200);
        expectEqual('the body', answer.text, '');
      }
    },
  },
  {
    id: 'update/words',
    requires: 'A phase in any spelling, numbers as texts, absent figures and unknown members are no reason to refuse.',
    writes: true,
    async run(scene) {
      const { id: uuid } = await scene.start();
      const { latitude, longitude } = update;
      const odd = { phase: 'Something_New', altitude: '9000', ground_speed: 250.5, somethingNew: { a: 1 } };
      expectStatus(await scene.ask('POST', '/flights/update', { uuid, ...update, ...odd }), 200);
      expectStatus(await scene.ask('POST', '/flights/update', { uuid, latitude, longitude, phase: 'TAXI_IN' }), 200);
    },
  },
  {
    id: 'update/unnamed-or-unknown',
    requires:
      '`flights/update` and `flights/complete` are 400 without a flight, 404 for an unknown one, with an `error`.',
    writes: true,
    async run(scene) {
      for (const path of ['/flights/update', '/flights/complete']) {
        const unnamed = await scene.ask('POST', path, update);
        expectStatus(unnamed, 400);
        expectShape('the body', unnamed.json, { error: 'text' });
        expectStatus(await scene.ask('POST', path, { uuid: 'conform-unknown', ...update }), 404);
      }
    },
  },
  {
    id: 'flight/stranger',
    requires: 'Update, complete and cancel of another pilot’s flight are refused, and the flight continues.',
    writes: true,
    async run(scene) {
      const { id: uuid } = await scene.start();
      for (const path of ['/flights/update', '/flights/complete', '/flights/cancel']) {
        const answer = await scene.askAsStranger('POST', path, { uuid, ...update });
        expect([401, 403, 404].includes(answer.status), `the other pilot was answered ${answer.status} by ${path}`);
      }
      expectStatus(await scene.ask('POST', '/flights/update', { uuid, ...update }), 200);
    },
  },
  {
    id: 'cancel/ends',
    requires:
      '`flights/cancel` with an empty body ends the flight and keeps the bid; an update then is 409, a cancel 404.',
    writes: true,
    async run(scene) {
      const { bidId, id } = await scene.start();
      const cancelled = await scene.ask('POST', '/flights/cancel', {});
      expectStatus(cancelled, 200);
      expectEqual('status', at(cancelled.json, 'status'), 200);
      expectEnded(await scene.ask('POST', '/flights/update', { uuid: id, ...update }));
      expectStatus(await scene.ask('POST', '/flights/cancel', {}), 404);
      expect(await hasBid(scene, bidId), 'the bid is gone');
    },
  },
  {
    id: 'complete/files-once',
    requires:
      '`flights/complete` returns the PIREP, the same one when it is sent again; then the bid is gone, an update is 409, and `pilot/statistics` counts it.',
    writes: true,
    async run(scene) {
      const before = await countFiled(scene);
      const { bidId, id: tracking_id } = await scene.start();
      for (const latitude of [47.5, 47.6, 47.7])
        expectStatus(await scene.ask('POST', '/flights/update', { tracking_id, ...update, latitude }), 200);
      const filed = await scene.ask('POST', '/flights/complete', { tracking_id, ...complete });
      expectStatus(filed, 200);
      expectShape('the body', filed.json, {
        pirep_id: 'text',
        flight_number: 'text',
        route: 'text',
        aircraft: 'text',
        aircraft_icao: 'text',
        registration: 'text',
        airline: 'text',
        airline_icao: 'text',
      });
      const again = await scene.ask('POST', '/flights/complete', { tracking_id, ...complete });
      expectStatus(again, 200);
      expectEqual('pirep_id of the repeat', at(again.json, 'pirep_id'), String(at(filed.json, 'pirep_id')));
      expect(!(await hasBid(scene, bidId)), 'the bid is still there');
      const late = await scene.ask('POST', '/flights/update', { tracking_id, ...update });
      expectEnded(late);
      expect(
        [1, 2].includes(Number(at(late.json, 'state'))),
        `its state is ${at(late.json, 'state')}: it is not filed`,
      );
      expectEqual('pirep_id afterwards', at(late.json, 'pirep_id'), String(at(filed.json, 'pirep_id')));
      expectEqual('pireps_filed', await countFiled(scene), before + 1);
    },
  },
];

/** As `pilot/statistics` counts them. */
async function countFiled(scene: StratosScene): Promise<number> {
  return Number(at(await scene.read('/pilot/statistics'), 'pireps_filed'));
}

async function hasBid(scene: StratosScene, bidId: number): Promise<boolean> {
  return (await scene.readRows('/flights/bookings')).some(({ bid_id }) => bid_id === bidId);
}

/** Its client ends the flight by this answer. */
function expectEnded(answer: Answer): void {
  expectStatus(answer, 409);
  expectShape('the body', answer.json, { error: 'text', state: 'whole', pirep_id: 'text' });
}

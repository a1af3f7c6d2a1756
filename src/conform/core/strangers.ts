import { at, expect, expectEqual, expectStatus } from '../expect.ts';
import { bidOnOne } from './pilot.ts';
import type { CoreCheck, CoreScene } from './scene.ts';

/** A call on another pilot’s flight, which must be refused as one and leave the flight as it is. */
interface Trespass {
  readonly name: string;
  readonly method: string;
  readonly end: string;
  readonly body?: object;
  /** What is found of it in the flight. */
  trace?(scene: CoreScene, id: string): Promise<boolean>;
}

function refused({ name, method, end, body, trace = async () => false }: Trespass): CoreCheck {
  return {
    id: `stranger/${name}`,
    requires: `\`${method} pireps/{id}${end}\` of another pilot is 403 or 404, and changes nothing.`,
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const answer = await scene.askAsStranger(method, `pireps/${id}${end}`, body);
        const pirep = await scene.readRow(`pireps/${id}`);
        expectEqual('state', pirep.state, 0);
        expectEqual('status', pirep.status, 'INI');
        expect(answer.status === 403 || answer.status === 404, `the other pilot was answered ${answer.status}`);
        expect(!(await trace(scene, id)), 'it is in the flight');
      }),
  };
}

/** What one pilot may do to the flight of another. */
export const strangerChecks: readonly CoreCheck[] = [
  refused({ name: 'update', method: 'POST', end: '/update', body: { status: 'ENR' } }),
  refused({
    name: 'position',
    method: 'POST',
    end: '/acars/position',
    body: { positions: [{ lat: 1, lon: 1, altitude: 1000 }] },
    trace: async (scene, id) => (await scene.readTrack(id)).length > 0,
  }),
  refused({
    name: 'logs',
    method: 'POST',
    end: '/acars/logs',
    body: { logs: [{ log: 'mine' }] },
    trace: async (scene, id) => (await scene.readLog(id)).includes('mine'),
  }),
  refused({ name: 'file', method: 'POST', end: '/file', body: { distance: 1, flight_time: 1 } }),
  refused({ name: 'cancel', method: 'DELETE', end: '/cancel' }),
  refused({
    name: 'comment',
    method: 'POST',
    end: '/comments',
    body: { comment: 'conform-mine' },
    trace: async (scene, id) => (await scene.ask('GET', `pireps/${id}/comments`)).text.includes('conform-mine'),
  }),
  refused({
    name: 'fields',
    method: 'POST',
    end: '/fields',
    body: { fields: { Mine: '1' } },
    trace: async (scene, id) => 'Mine' in (await scene.readFields(id)),
  }),
  {
    id: 'stranger/bid',
    requires: 'A bid of another pilot cannot be read.',
    writes: true,
    async run(scene) {
      const { made } = await bidOnOne(scene);
      expectStatus(made, 200);
      const path = `user/bids/${at(made.json, 'data.id')}`;
      expectStatus(await scene.askAsStranger('GET', path), 403, 404);
      expectStatus(await scene.ask('GET', path), 200);
    },
  },
];

import { at, expect, expectEqual, expectStatus } from '../expect.ts';
import type { CoreCheck } from './scene.ts';

/** A call on another pilot’s flight, which must be refused as one and leave the flight as it is. */
function refused(name: string, method: string, end: string, body?: object): CoreCheck {
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
      }),
  };
}

const point = { lat: 1, lon: 1, altitude: 1000 };

/** What one pilot may do to the flight of another. */
export const strangerChecks: readonly CoreCheck[] = [
  refused('update', 'POST', '/update', { status: 'ENR' }),
  refused('position', 'POST', '/acars/position', { positions: [point] }),
  refused('logs', 'POST', '/acars/logs', { logs: [{ log: 'mine' }] }),
  refused('file', 'POST', '/file', { distance: 1, flight_time: 1 }),
  refused('cancel', 'DELETE', '/cancel'),
  refused('comment', 'POST', '/comments', { comment: 'mine' }),
  refused('fields', 'POST', '/fields', { fields: { Mine: '1' } }),
  {
    id: 'stranger/bid',
    requires: 'A bid of another pilot cannot be read.',
    writes: true,
    async run(scene) {
      const flight = await scene.anyFlight();
      const made = await scene.ask('PUT', 'user/bids', { flight_id: flight.id });
      const id = at(made.json, 'data.id');
      expect(made.status === 200 || made.status === 409, `the bid was answered ${made.status}`);
      if (made.status === 409) return;
      scene.removeBidLater(id);
      expectStatus(await scene.askAsStranger('GET', `user/bids/${id}`), 403, 404);
    },
  },
];

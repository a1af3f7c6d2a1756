import { at, expect, expectEqual, expectStatus } from '../expect.ts';
import { type CoreCheck, pirepOf } from './scene.ts';

/** A method and path by which a PIREP is updated. */
function update(method: string, end: string): CoreCheck {
  return {
    id: `update/${method.toLowerCase()}${end === '' ? '' : '-update'}`,
    requires: `\`${method} pireps/{id}${end}\` changes the PIREP, and the answer has the new values.`,
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const answer = await scene.ask(method, `pireps/${id}${end}`, {
          status: 'ENR',
          distance: 12.5,
          fuel_used: 400,
          flight_time: 15,
        });
        expectStatus(answer, 200);
        const pirep = pirepOf(answer);
        expectEqual('id', pirep.id, id);
        expectEqual('status', pirep.status, 'ENR');
      }),
  };
}

/** While a flight is under way. */
export const updateChecks: readonly CoreCheck[] = [
  update('POST', '/update'),
  update('PUT', '/update'),
  update('PUT', ''),
  update('POST', ''),
  update('PATCH', ''),
  {
    id: 'update/lenient',
    requires: 'An update with floats, an empty body, or a free text as `state` is taken.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        for (const body of [{ flight_time: 72.0, distance: 0.01 }, {}, { state: 'in_progress', status: 'ENR' }]) {
          expectStatus(await scene.ask('POST', `pireps/${id}/update`, body), 200);
        }
        expectEqual('state', (await scene.readRow(`pireps/${id}`)).state, 0);
      }),
  },
  {
    id: 'update/state-is-not-the-clients',
    requires: 'An update cannot accept a PIREP: `state` 2 has no effect.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        await scene.ask('POST', `pireps/${id}/update`, { state: 2 });
        expectEqual('state', (await scene.readRow(`pireps/${id}`)).state, 0);
      }),
  },
  {
    id: 'update/unset-times',
    requires: 'Times that are not known yet are null: `submitted_at` and `block_on_time` of a flight under way.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (_id, _sent, pirep) => {
        for (const name of ['submitted_at', 'block_on_time'] as const)
          expect(pirep[name] == null, `${name} is ${pirep[name]}`);
      }),
  },
  {
    id: 'update/unknown',
    requires: 'An update of an unknown PIREP is 404.',
    writes: true,
    async run(scene) {
      expectStatus(await scene.ask('POST', 'pireps/conform-unknown/update', { status: 'ENR' }), 404);
    },
  },
  {
    id: 'comments/kept',
    requires: '`POST pireps/{id}/comments` keeps a comment (200 or 201), and `GET` lists it.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const comment = 'Conform <b>comment</b>';
        expectStatus(await scene.ask('POST', `pireps/${id}/comments`, { comment }), 200, 201);
        const list = await scene.ask('GET', `pireps/${id}/comments`);
        expectStatus(list, 200);
        expect(JSON.stringify(list.json).includes('Conform'), 'the comment is not listed');
      }),
  },
  {
    id: 'fields/kept',
    requires: '`POST pireps/{id}/fields` keeps values, and `GET` has them by name.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectStatus(await scene.ask('POST', `pireps/${id}/fields`, { fields: { 'Conform later': '42' } }), 200);
        const answer = await scene.ask('GET', `pireps/${id}/fields`);
        const values = (at(answer.json, 'data') ?? answer.json) as Record<string, unknown>;
        expectEqual('Conform later', values?.['Conform later'], '42');
      }),
  },
  {
    id: 'route/kept',
    requires: '`POST pireps/{id}/route` keeps the fixes, `GET` lists them in order, `DELETE` removes them.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const route = ['ALFA', 'BRAVO'].map((name, order) => ({ name, order, lat: 40 + order, lon: -73 - order }));
        expectStatus(await scene.ask('POST', `pireps/${id}/route`, { route }), 200);
        const names = (await scene.readRows(`pireps/${id}/route`)).map(({ name }) => name).join(' ');
        expectEqual('the route', names, 'ALFA BRAVO');
        expectStatus(await scene.ask('DELETE', `pireps/${id}/route`), 200);
        expectEqual('the number of fixes left', (await scene.readRows(`pireps/${id}/route`)).length, 0);
      }),
  },
];

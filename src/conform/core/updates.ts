import { expect, expectEqual, expectStatus } from '../expect.ts';
import { type CoreCheck, pirepOf } from './scene.ts';

/** A method and path by which a PIREP is updated. */
function update(method: string, end: string): CoreCheck {
  return {
    id: `update/${method.toLowerCase()}${end === '' ? '' : '-update'}`,
    requires: `\`${method} pireps/{id}${end}\` changes the PIREP: the answer and \`GET pireps/{id}\` have the new values.`,
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectEqual('status before', (await scene.readRow(`pireps/${id}`)).status, 'INI');
        const answer = await scene.ask(method, `pireps/${id}${end}`, {
          status: 'ENR',
          distance: 12.5,
          fuel_used: 400,
          flight_time: 15,
          score: 87,
        });
        expectStatus(answer, 200);
        for (const pirep of [pirepOf(answer), await scene.readRow(`pireps/${id}`)]) {
          expectEqual('id', pirep.id, id);
          expectEqual('status', pirep.status, 'ENR');
          expectEqual('score', pirep.score, 87);
        }
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
        const pirep = await scene.readRow(`pireps/${id}`);
        expectEqual('state', pirep.state, 0);
        expectEqual('status', pirep.status, 'ENR');
      }),
  },
  {
    id: 'update/arrival',
    requires: '`arr_airport_id` of an update is the arrival from then on: the pilot says where the flight ends.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id, { dpt_airport_id: place }) => {
        expectStatus(await scene.ask('POST', `pireps/${id}/update`, { arr_airport_id: place }), 200);
        expectEqual('arr_airport_id', (await scene.readRow(`pireps/${id}`)).arr_airport_id, String(place));
      }),
  },
  {
    id: 'update/files',
    requires:
      'An update with `state` 1 leaves the PIREP to the staff, with its figures: state 1. So clients end a diverted flight, and send `fields` afterwards.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id, { dpt_airport_id: place }) => {
        const figures = { distance: 111, flight_time: 47, fuel_used: 2100, landing_rate: -187, arr_airport_id: place };
        expectStatus(
          await scene.ask('POST', `pireps/${id}/update`, { state: 1, source: 1, status: 'ONB', ...figures }),
          200,
        );
        expectStatus(await scene.ask('POST', `pireps/${id}/fields`, { fields: { 'Conform gate': 'A12' } }), 200);
        const pirep = await scene.readRow(`pireps/${id}`);
        expectEqual('state', pirep.state, 1);
        expectEqual('arr_airport_id', pirep.arr_airport_id, String(place));
        expectEqual('flight_time', pirep.flight_time, 47);
        expectEqual('landing_rate', Number(pirep.landing_rate), -187);
        expectEqual('Conform gate', (await scene.readFields(id))['Conform gate'], 'A12');
        expectEqual('the number of open PIREPs', (await scene.readRows('user/pireps?state=0')).length, 0);
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
      scene.withFlight(async (id, _sent, answered) => {
        for (const pirep of [answered, await scene.readRow(`pireps/${id}`)]) {
          for (const name of ['submitted_at', 'block_on_time'] as const)
            expect(pirep[name] == null, `${name} is ${pirep[name]}`);
        }
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
    requires:
      '`POST pireps/{id}/fields` keeps values beside those that were there, the newest of each name, and `GET` has them by name.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        for (const [name, value] of [
          ['Conform first', '41'],
          ['Conform later', '42'],
          ['Conform later', '43'],
        ] as const)
          expectStatus(await scene.ask('POST', `pireps/${id}/fields`, { fields: { [name]: value } }), 200);
        const values = await scene.readFields(id);
        expectEqual('Conform first', values['Conform first'], '41');
        expectEqual('Conform later', values['Conform later'], '43');
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
        const fixes = (await scene.readRows(`pireps/${id}/route`)).map(
          ({ name, lat, lon }) => `${name} ${Number(lat)} ${Number(lon)}`,
        );
        expectEqual('the route', fixes.join(', '), 'ALFA 40 -73, BRAVO 41 -74');
        expectStatus(await scene.ask('DELETE', `pireps/${id}/route`), 200);
        expectEqual('the number of fixes left', (await scene.readRows(`pireps/${id}/route`)).length, 0);
      }),
  },
];

import { at, expect, expectEqual, expectShape, expectStatus } from '../expect.ts';
import { type CoreCheck, type CoreScene, pirepOf } from './scene.ts';

const named = ['dpt_airport_id', 'arr_airport_id', 'aircraft_id', 'flight_number'] as const;

/** How a flight begins. */
export const prefileChecks: readonly CoreCheck[] = [
  {
    id: 'prefile/without-bid',
    requires:
      'A flight without a bid is prefiled with airline, aircraft, number and airports: 200 and a PIREP in state 0, status INI, which is read again.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id, sent, answered) => {
        for (const pirep of [answered, await scene.readRow(`pireps/${id}`)]) {
          expectShape('data', pirep, {
            id: 'text',
            state: 'number',
            status: 'text',
            airline: 'object',
            aircraft: 'object',
            distance: 'object?',
            planned_distance: 'object?',
            block_fuel: 'object?',
            fuel_used: 'object?',
            fields: 'object',
          });
          expectEqual('id', pirep.id, id);
          expectEqual('state', pirep.state, 0);
          expectEqual('status', pirep.status, 'INI');
          for (const name of named) expectEqual(name, String(pirep[name]), String(sent[name]));
        }
      }),
  },
  {
    id: 'prefile/decodable',
    requires:
      'Clients with typed decoders read the PIREP of a flight under way: level and flight_time are numbers, the airline has a name, no text is empty.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        const pirep = await scene.readRow(`pireps/${id}`);
        expectShape('data', pirep, { level: 'number', flight_time: 'number', 'airline.name': 'text' });
        for (const name of ['alt_airport_id', 'route', 'notes', 'source_name'])
          expect(pirep[name] !== '', `${name} is an empty text`);
      }),
  },
  {
    id: 'prefile/units',
    requires:
      'Distances of a PIREP are `{m, km, mi, nmi}`, fuel is `{kg, lbs}`, and numbers sent are nautical miles and pounds.',
    writes: true,
    run: (scene) =>
      scene.withFlight(
        async (id) => {
          const pirep = await scene.readRow(`pireps/${id}`);
          expectShape('data', pirep, {
            'planned_distance.nmi': 'number',
            'block_fuel.lbs': 'number',
            'block_fuel.kg': 'number',
          });
          expectEqual('planned_distance.nmi', Math.round(Number(at(pirep, 'planned_distance.nmi'))), 321);
          expectEqual('block_fuel.lbs', Math.round(Number(at(pirep, 'block_fuel.lbs'))), 9000);
          expectEqual('block_fuel.kg', Math.round(Number(at(pirep, 'block_fuel.kg'))), 4082);
        },
        { planned_distance: 321, block_fuel: 9000 },
      ),
  },
  {
    id: 'prefile/lenient',
    requires:
      'Empty, null and zero members are no reason to refuse: `alt_airport_id` "", `route` null, `level` 0, `flight_id` null, `flight_time` 72.0.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => expectEqual('state', (await scene.readRow(`pireps/${id}`)).state, 0), {
        alt_airport_id: '',
        route: null,
        level: 0,
        flight_id: null,
        planned_distance: 0,
        distance: 0.01,
        flight_time: 72.0,
        state: 'in_progress',
        flight_type: 'J',
      }),
  },
  {
    id: 'prefile/missing-member',
    requires: 'A prefile without an aircraft is refused with 400, names the member in `errors`, and opens nothing.',
    writes: true,
    async run(scene) {
      const { aircraft_id: _left, ...rest } = await scene.freeFlight();
      const answer = await scene.ask('POST', 'pireps/prefile', rest);
      const open = await scene.readRows('user/pireps?state=0');
      expectStatus(answer, 400);
      expect(at(answer.json, 'errors.aircraft_id') !== undefined, '`errors` has no aircraft_id');
      expect(!open.some((row) => String(row.flight_number) === String(rest.flight_number)), 'the flight was opened');
    },
  },
  {
    id: 'prefile/in-lists',
    requires:
      '`GET user/pireps` and `GET pireps` begin with the flight under way: many clients find it there after a crash; `?state=0` has it alone.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        for (const path of ['user/pireps', 'pireps']) {
          const [first] = await scene.readRows(path);
          expectEqual(`the first of ${path}`, first?.id, id);
          expectEqual('its state', first?.state, 0);
          expectShape('its row', first, { created_at: 'text', flight_time: 'number', 'distance.nmi': 'number' });
        }
        const open = await scene.readRows('user/pireps?state=0');
        expectEqual('the flights with state=0', open.map((row) => row.id).join(' '), id);
      }),
  },
  {
    id: 'prefile/repeat',
    requires: 'The same prefile again, while the flight is open, is the same PIREP.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id, sent) => {
        const again = await scene.ask('POST', 'pireps/prefile', sent);
        expectStatus(again, 200);
        expectEqual('the id of the repeat', pirepOf(again).id, id);
        expectEqual('the number of open PIREPs', (await scene.readRows('user/pireps?state=0')).length, 1);
      }),
  },
  {
    id: 'prefile/not-a-filed-one',
    requires:
      'The same prefile after the flight was filed is never the filed PIREP: it is a new one, or 409 for some minutes.',
    writes: true,
    async run(scene) {
      const { id, sent } = await scene.prefile();
      expectStatus(await fileIt(scene, id), 200);
      const again = await scene.ask('POST', 'pireps/prefile', { ...(await scene.freeFlight()), ...sent });
      const other = String(at(again.json, 'data.id'));
      if (other !== id && again.status === 200) scene.cancelLater(other);
      expectStatus(again, 200, 409);
      expect(other !== id, 'it is the filed one');
    },
  },
  {
    id: 'prefile/fields',
    requires: 'Custom `fields` of a prefile stand in the PIREP and in `GET pireps/{id}/fields`.',
    writes: true,
    run: (scene) =>
      scene.withFlight(
        async (id) => {
          expectEqual('Conform field', (await scene.readFields(id))['Conform field'], 'X-Plane 12');
          const pirep = await scene.readRow(`pireps/${id}`);
          expectEqual('Conform field of the PIREP', at(pirep, 'fields.Conform field'), 'X-Plane 12');
        },
        { fields: { 'Conform field': 'X-Plane 12' } },
      ),
  },
];

/** The least that files a flight. */
export function fileIt(scene: CoreScene, id: string, more: object = {}) {
  return scene.ask('POST', `pireps/${id}/file`, {
    distance: 100,
    flight_time: 60,
    fuel_used: 3000,
    landing_rate: -213,
    ...more,
  });
}

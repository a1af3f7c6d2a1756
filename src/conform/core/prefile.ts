import { at, expect, expectEqual, expectShape, expectStatus } from '../expect.ts';
import { type CoreCheck, type CoreScene, pirepOf } from './scene.ts';

/** How a flight begins. */
export const prefileChecks: readonly CoreCheck[] = [
  {
    id: 'prefile/without-bid',
    requires:
      'A flight without a bid is prefiled with airline, aircraft, number and airports: 200 and a PIREP in state 0, status INI.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (_id, sent, pirep) => {
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
        expectEqual('state', pirep.state, 0);
        expectEqual('status', pirep.status, 'INI');
        for (const name of ['dpt_airport_id', 'arr_airport_id', 'aircraft_id', 'flight_number'] as const)
          expectEqual(name, String(pirep[name]), String(sent[name]));
      }),
  },
  {
    id: 'prefile/units',
    requires:
      'Distances of a PIREP are `{m, km, mi, nmi}`, fuel is `{kg, lbs}`, and numbers sent are nautical miles and pounds.',
    writes: true,
    run: (scene) =>
      scene.withFlight(
        async (_id, _sent, pirep) => {
          expectShape('data', pirep, {
            'planned_distance.nmi': 'number',
            'block_fuel.lbs': 'number',
            'block_fuel.kg': 'number',
          });
          expectEqual('planned_distance.nmi', Math.round(Number(at(pirep, 'planned_distance.nmi'))), 321);
          expectEqual('block_fuel.lbs', Math.round(Number(at(pirep, 'block_fuel.lbs'))), 9000);
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
      scene.withFlight(async () => {}, {
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
    requires: 'A prefile without an aircraft is refused with 400 and names the member in `errors`.',
    writes: true,
    async run(scene) {
      const { aircraft_id: _left, ...rest } = await scene.freeFlight();
      const answer = await scene.ask('POST', 'pireps/prefile', rest);
      expectStatus(answer, 400);
      expect(at(answer.json, 'errors.aircraft_id') !== undefined, '`errors` has no aircraft_id');
    },
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
          const fields = await scene.ask('GET', `pireps/${id}/fields`);
          expectStatus(fields, 200);
          const values = (at(fields.json, 'data') ?? fields.json) as Record<string, unknown>;
          expectEqual('Conform field', values?.['Conform field'], 'X-Plane 12');
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

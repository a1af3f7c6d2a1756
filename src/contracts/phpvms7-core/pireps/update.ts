import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { loose } from '../values.ts';
import { chooseAircraft } from './choose-aircraft.ts';
import { earlyFigures, figureFields } from './figures.ts';
import { byMethods, pirepRoute, reporting } from './pirep-route.ts';
import { encodePirep, pirepSchema } from './resource.ts';

const updateBody = Type.Object({
  aircraft_id: loose('Id of the aircraft that is flown'),
  flight_time: loose('Flight time so far: computed from the positions'),
  distance: loose('Distance so far: computed from the positions'),
  ...figureFields,
});

const shared: Omit<SessionRoute, 'method' | 'path'> = {
  ...reporting,
  summary: 'Say something of the PIREP of an open flight',
  description:
    'What it says is stored where it is new, and completes `file`: figures, custom fields, fares, the aircraft. `status` is the phase of positions that have none. Running totals are not kept, because `file` says them. Counts as a sign of life.',
  body: { kind: 'object', schema: updateBody },
  answers: { 200: pirepSchema },
  async handle(calls, session, request) {
    const body = bodyAs(updateBody, request.body);
    const name = pirepRoute(request);
    const view = await calls.describe(session, { name, said: earlyFigures(body) });
    const { holdsWorker } = request;
    await chooseAircraft(calls, session, view.flight, { aircraft: body.aircraft_id, holdsWorker });
    const now = (await calls.readFlight(session, name)) ?? view;
    return { status: 200, body: { data: encodePirep(now) } };
  },
};

/** phpVMS has it with and without `update`. */
export const update: readonly SessionRoute[] = [
  ...byMethods(['PUT', 'POST', 'PATCH'], { ...shared, path: '/pireps/{id}' }),
  ...byMethods(['PUT', 'POST'], { ...shared, path: '/pireps/{id}/update' }),
];

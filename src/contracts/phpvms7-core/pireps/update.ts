import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { loose } from '../values.ts';
import { chooseAircraft } from './choose-aircraft.ts';
import { arrivalField, earlyFigures, figureFields } from './figures.ts';
import { fileWith } from './file-with.ts';
import { byMethods, pirepRoute, reporting } from './pirep-route.ts';
import { encodePirep, pirepSchema } from './resource.ts';

const updateBody = Type.Object(
  {
    state: loose('number', '1 files the PIREP with these figures, for review; others have no effect'),
    aircraft_id: loose('id', 'Id of the aircraft that is flown'),
    flight_time: loose('number', 'Flight time so far: computed from the positions'),
    distance: loose('number', 'Distance so far: computed from the positions'),
    level: loose('number', 'Cruise level; counts with `state` 1 alone, because many clients say the altitude so far'),
    ...arrivalField,
    ...figureFields,
  },
  { title: 'UpdateRequest' },
);

const shared: Omit<SessionRoute, 'method' | 'path'> = {
  ...reporting,
  summary: 'Say something of the PIREP of an open flight',
  description:
    'What it says is stored where it is new, and completes `file`: figures, custom fields, fares, the aircraft, the arrival. `status` is the phase of positions that have none. Running totals are not kept, because `file` says them. Counts as a sign of life. With `state` 1 it is `file` with its figures, once, and the PIREP waits for review, also where the rank of the pilot would have it accepted: so clients end a diverted flight.',
  body: { kind: 'object', schema: updateBody },
  answers: { 200: pirepSchema },
  bodyLimit: 'finish',
  async handle(calls, session, request) {
    const body = bodyAs(updateBody, request.body);
    const name = pirepRoute(request);
    if (isFiling(body.state)) return fileWith(calls, session, request, { body, more: { isForReview: true } });
    const view = await calls.describe(session, { name, said: earlyFigures(body) });
    const { holdsWorker } = request;
    await chooseAircraft(calls, session, view.flight, { aircraft: body.aircraft_id, holdsWorker });
    const now = (await calls.readFlight(session, name)) ?? view;
    return { status: 200, body: { data: encodePirep(now) } };
  },
};

/**
 * PirepState 1 is pending. AeroACARS ends a diverted flight so, because phpVMS then leaves the PIREP to its staff, and
 * expects that state when it reads it again (src/lib.rs, "divert finalize").
 */
function isFiling(state: unknown): boolean {
  return state === 1 || state === '1';
}

/** phpVMS has it with and without `update`. */
export const update: readonly SessionRoute[] = [
  ...byMethods(['PUT', 'POST', 'PATCH'], { ...shared, path: '/pireps/{id}' }),
  ...byMethods(['PUT', 'POST'], { ...shared, path: '/pireps/{id}/update' }),
];

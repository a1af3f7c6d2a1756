import { Type } from 'typebox';
import { nothingReported } from '../../../tracking/pirep.ts';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { loose } from '../values.ts';
import { chooseAircraft } from './choose-aircraft.ts';
import { figureFields, lastFigures } from './figures.ts';
import { byMethods, pirepRoute, reporting } from './pirep-route.ts';
import { encodePirep, pirepSchema } from './resource.ts';

const fileBody = Type.Object({
  distance: Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Distance flown, nautical miles' }),
  flight_time: Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Flight time, minutes; may be a fraction' }),
  aircraft_id: loose('Id of the aircraft that was flown'),
  ...figureFields,
});

export const file: readonly SessionRoute[] = byMethods(['POST', 'PUT'], {
  ...reporting,
  path: '/pireps/{id}/file',
  summary: 'Finish the flight and file its PIREP',
  description:
    'Once, however often it is sent: a repeat is 200 with the same PIREP. 200 also while the crew center cannot be reached: then it is filed later. Figures that are missing are computed from the positions.',
  body: { kind: 'object', schema: fileBody },
  answers: { 200: pirepSchema },
  refusals: ['no-open-flight', 'flight-not-found', 'flight-ended', 'journal-full'],
  bodyLimit: 'finish',
  async handle(calls, session, request) {
    const body = bodyAs(fileBody, request.body);
    const name = pirepRoute(request);
    const { holdsWorker } = request;
    const open = await calls.readFlight(session, name);
    if (open !== null) await chooseAircraft(calls, session, open.flight, { aircraft: body.aircraft_id, holdsWorker });
    const { phase: _phase, ...figures } = lastFigures(body);
    await calls.finish(session, { name, figures: { ...nothingReported, ...figures }, opening: null, holdsWorker });
    const view = await calls.readFlight(session, name);
    return { status: 200, body: { data: view === null ? null : encodePirep(view) } };
  },
});

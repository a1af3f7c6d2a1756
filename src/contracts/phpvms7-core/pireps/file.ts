import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { loose } from '../values.ts';
import { arrivalField, figureFields } from './figures.ts';
import { fileWith } from './file-with.ts';
import { byMethods, reporting } from './pirep-route.ts';
import { pirepSchema } from './resource.ts';

const fileBody = Type.Object(
  {
    distance: Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Distance flown, nautical miles' }),
    flight_time: Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Flight time, minutes; may be a fraction',
    }),
    aircraft_id: loose('id', 'Id of the aircraft that was flown'),
    level: loose('number', 'Cruise level'),
    ...arrivalField,
    ...figureFields,
  },
  { title: 'FileRequest' },
);

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
  handle: (calls, session, request) => fileWith(calls, session, request, { body: bodyAs(fileBody, request.body) }),
});

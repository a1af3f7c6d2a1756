import { type Static, Type } from 'typebox';
import type { PirepFilter, PirepSummary } from '../../tracking/desk-model.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { optionalId, optionalInstant, optionalText } from '../fields.ts';
import { parseInstant } from '../instant.ts';
import { decodeId, decodeText } from '../reports.ts';
import { decodePage, deskRefusals, deskRoute, encodePage, pageFields, pageSchema } from './desk-route.ts';
import { encodePirep, pirepSchema, pirepStates } from './pirep-wire.ts';

export const pirepQuery = Type.Object({
  departure: optionalText('Departure, ICAO code', 8),
  arrival: optionalText('Arrival, ICAO code', 8),
  state: Type.Optional(
    Type.Unsafe<PirepSummary['state']>({ type: 'string', enum: pirepStates, description: 'State of the review' }),
  ),
  aircraft: optionalId('Id of the aircraft'),
  from: optionalInstant('Filed at or after this time'),
  to: optionalInstant('Filed before this time'),
  ...pageFields,
});

export const listPireps: SessionRoute = {
  ...deskRoute,
  method: 'GET',
  path: '/pireps',
  summary: "The pilot's logbook",
  description: 'Filed PIREPs, those filed last first. The latest alone: `per_page=1`.',
  query: pirepQuery,
  answers: { 200: pageSchema('pireps', pirepSchema) },
  refusals: deskRefusals,
  async handle({ desk }, session, request) {
    const query = bodyAs(pirepQuery, request.query);
    const page = await desk.listPireps(session, decodeFilter(query), decodePage(query));
    return { status: 200, body: encodePage('pireps', page, encodePirep) };
  },
};

function decodeFilter(query: Static<typeof pirepQuery>): PirepFilter {
  return {
    departure: decodeText(query.departure)?.toUpperCase() ?? null,
    arrival: decodeText(query.arrival)?.toUpperCase() ?? null,
    state: query.state ?? null,
    aircraftId: decodeId(query.aircraft),
    from: parseInstant(query.from ?? ''),
    to: parseInstant(query.to ?? ''),
  };
}

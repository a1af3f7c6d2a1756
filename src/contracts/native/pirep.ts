import { type Static, Type } from 'typebox';
import type { PirepDetail, TrackPoint } from '../../tracking/desk-model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { encodeFare, fareSchema } from '../fare-wire.ts';
import { nullable, nullableInstant } from '../fields.ts';
import { formatInstantOrNull } from '../instant.ts';
import { decodeId } from '../reports.ts';
import { deskRefusals, deskRoute, idParams } from './desk-route.ts';
import { encodePirep, pirepSchema } from './pirep-wire.ts';
import { success } from './success.ts';

const pointSchema = Type.Object(
  {
    recorded_at: nullableInstant('Time of the report'),
    lat: Type.Number({ description: 'Latitude, degrees' }),
    lon: Type.Number({ description: 'Longitude, degrees' }),
    altitude_msl: nullable<number>('number', { description: 'Altitude above sea level, feet' }),
    gs: nullable<number>('number', { description: 'Ground speed, knots' }),
    heading: nullable<number>('number', { description: 'Heading, degrees' }),
  },
  { title: 'TrackPoint' },
);

export const detailSchema = Type.Object(
  {
    ...pirepSchema.properties,
    notes: nullable<string>('string', { description: 'Notes of the pilot' }),
    log: Type.Array(
      Type.Object(
        {
          at: nullableInstant('Time of the line'),
          text: Type.String({ description: 'The line, as plain text' }),
        },
        { title: 'LogLine' },
      ),
      { description: 'Log of the flight, in order' },
    ),
    fields: Type.Record(Type.String(), Type.String(), {
      title: 'CustomFields',
      description: 'Custom fields of the crew center, by name',
    }),
    fares: Type.Array(fareSchema, { description: 'What was sold aboard' }),
    comments: Type.Array(
      Type.Object(
        {
          at: nullableInstant('When it was written'),
          author: Type.String({ description: 'Who wrote it' }),
          text: Type.String({ description: 'The comment, as plain text' }),
        },
        { title: 'PirepComment' },
      ),
      { description: 'Comments of the staff and the pilot' },
    ),
    track: Type.Array(pointSchema, { description: 'Track of the flight, in order; empty when none is kept' }),
  },
  { title: 'PirepDetail' },
);

const params = idParams('Id of the PIREP');

export const readPirep: SessionRoute = {
  ...deskRoute,
  method: 'GET',
  path: '/pireps/{id}',
  params,
  summary: "One of the pilot's PIREPs",
  description:
    "With its figures, log and track. Log and track are the crew center's, or those that this server kept of the flight.",
  answers: { 200: Type.Object({ success, pirep: detailSchema }) },
  refusals: ['not-found', ...deskRefusals],
  async handle({ desk }, session, request) {
    const pirep = await desk.readPirep(session, decodeId(bodyAs(params, request.params).id) ?? '');
    if (pirep === null) throw new Refusal('not-found', { message: 'You have filed no such PIREP.' });
    return { status: 200, body: { success: true, pirep: encodeDetail(pirep) } };
  },
};

function encodeDetail(pirep: PirepDetail): Static<typeof detailSchema> {
  return {
    ...encodePirep(pirep),
    notes: pirep.notes,
    log: pirep.log.map(({ at, text }) => ({ at: formatInstantOrNull(at), text })),
    fields: { ...pirep.fields },
    fares: pirep.fares.map(encodeFare),
    comments: pirep.comments.map(({ at, author, text }) => ({ at: formatInstantOrNull(at), author, text })),
    track: pirep.track.map(encodePoint),
  };
}

function encodePoint(point: TrackPoint): Static<typeof pointSchema> {
  return {
    recorded_at: formatInstantOrNull(point.at),
    lat: point.lat,
    lon: point.lon,
    altitude_msl: point.altitudeFt,
    gs: point.groundSpeedKt,
    heading: point.headingDeg,
  };
}

import { type Static, Type } from 'typebox';
import type { Position } from '../../tracking/model.ts';
import { decodePosition } from '../../tracking/position/position-code.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { optionalNumber, optionalText } from '../fields.ts';
import { noBody, writing } from '../params.ts';
import { positionSchemas } from '../position-wire.ts';
import { encodeReport } from '../report-answer.ts';
import { positionWords } from '../reports.ts';
import { readState, stateSchemas } from '../state-wire.ts';
import { flightFields, requireFlightName } from './flight-names.ts';
import { stratosPhase } from './phases.ts';

const words = positionWords(stratosPhase);

const updateBody = Type.Object({
  ...flightFields,
  phase: optionalText('Phase of flight, in the words of its desktop program', 64),
  latitude: positionSchemas.lat,
  longitude: positionSchemas.lon,
  heading: optionalNumber('Heading, degrees', { minimum: -360, maximum: 720 }),
  altitude: positionSchemas.altitude_msl,
  altitude_agl: positionSchemas.altitude_agl,
  vertical_speed: positionSchemas.vs,
  ground_speed: positionSchemas.gs,
  indicated_airspeed: positionSchemas.ias,
  ...stateSchemas,
  distance_remaining: optionalNumber('Distance to go, nautical miles: not used', {}),
});

export const update: SessionRoute = {
  ...writing,
  path: '/flights/update',
  summary: 'Report where the aircraft is',
  description:
    'A 200 response, without a body, means that the report is on disk. A report has no time of its own and is dated when it arrives; one that equals a report of the last second is ignored. 409 with the state of the PIREP when the flight is no longer active.',
  body: { kind: 'object', schema: updateBody },
  answers: { 200: noBody },
  refusals: [
    'no-open-flight',
    'flight-not-found',
    'flight-open',
    'flight-filing',
    'flight-filed',
    'flight-ended',
    'crew-center-unavailable',
    'journal-full',
  ],
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const body = bodyAs(updateBody, request.body);
    const name = requireFlightName(body);
    const positions = [positionOf(body, request.now)];
    const result = await calls.report(session, { name, positions, opening: null, holdsWorker: request.holdsWorker });
    encodeReport(result, request, 'positions');
    return { status: 200, body: '' };
  },
};

function positionOf(body: Static<typeof updateBody>, now: number): Position {
  const { heading } = body;
  const wire = {
    lat: body.latitude,
    lon: body.longitude,
    altitude_msl: body.altitude ?? null,
    altitude_agl: body.altitude_agl ?? null,
    vs: body.vertical_speed ?? null,
    gs: body.ground_speed ?? null,
    ias: body.indicated_airspeed ?? null,
    phase: body.phase ?? null,
    heading: heading === undefined || heading === null ? null : (heading + 360) % 360,
    ...readState(body),
  };
  return decodePosition(wire, now, words);
}

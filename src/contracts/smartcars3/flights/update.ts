import { type Static, Type } from 'typebox';
import type { Position } from '../../../tracking/model.ts';
import { decodePosition } from '../../../tracking/position/position-code.ts';
import { bodyAs, type SessionRoute, type WireAnswer } from '../../contract.ts';
import { optionalId, optionalNumber, optionalText } from '../../fields.ts';
import { noBody, writing } from '../../params.ts';
import { positionSchemas } from '../../position-wire.ts';
import { encodeReport } from '../../report-answer.ts';
import { positionWords } from '../../reports.ts';
import { correctAircraft } from '../correct-aircraft.ts';
import type { Flavour } from '../flavour.ts';
import { flightFields, withFlight } from '../flight-names.ts';
import { decodeNetwork, networkField } from '../network.ts';
import { smartcarsPhase } from '../phases.ts';

const words = positionWords(smartcarsPhase);

const updateBody = Type.Object({
  ...flightFields,
  latitude: positionSchemas.lat,
  longitude: positionSchemas.lon,
  heading: optionalNumber('Heading, degrees', { minimum: -360, maximum: 720 }),
  altitude: positionSchemas.altitude_msl,
  groundSpeed: positionSchemas.gs,
  phase: optionalText('Phase of flight, in the words of smartCARS', 64),
  network: networkField,
  aircraft: optionalId('Id of the aircraft that is flown'),
  distanceRemaining: optionalNumber('Distance to go, nautical miles: not used', {}),
  timeRemaining: optionalNumber('Time to go, hours: not used', {}),
  // Every update contains all of them, so they are not checked.
  route: Type.Optional(Type.Unsafe<unknown>({ description: 'Fixes of the route, a list or one text: not used' })),
});

const done: WireAnswer = { status: 200, body: '' };

export function update(flavour: Flavour): SessionRoute {
  return {
    ...writing,
    path: '/flights/update',
    summary: 'Report where the aircraft is',
    description:
      'A 200 response, without a body, means that the report is on disk. A report has no time of its own and is dated when it arrives; one that equals a report of the last second is ignored. Without a previous `flights/start`, the first update starts the flight of its bid. The first update also contains the aircraft and the network.',
    body: { kind: 'object', schema: updateBody },
    answers: { 200: noBody },
    refusals: [
      'no-open-flight',
      'flight-not-found',
      'bid-not-found',
      'bid-blocked',
      'flight-open',
      'flight-filing',
      'flight-filed',
      'flight-ended',
      'crew-center-unavailable',
      'journal-full',
    ],
    servesWhenDisabled: true,
    // Not an async function: while many updates wait for the disk, each keeps little.
    handle(calls, session, request) {
      const body = bodyAs(updateBody, request.body);
      const { holdsWorker, isEnabled } = request;
      const opening = isEnabled ? { freeFlight: null, network: decodeNetwork(body.network) } : null;
      const positions = [positionOf(body, request.now)];
      const stored = withFlight(flavour, body, (name) =>
        calls.report(session, { name, positions, opening, holdsWorker }),
      );
      return stored.then((result) => {
        // Refuses a report that is not valid; what it would answer is not sent.
        encodeReport(result, request, 'positions');
        const { flight, positionCount } = result.view;
        if (positionCount > result.stored) return done;
        return correctAircraft(calls, session, flight, { aircraft: body.aircraft, holdsWorker }).then(() => done);
      });
    },
  };
}

function positionOf(body: Static<typeof updateBody>, now: number): Position {
  const { latitude: lat, longitude: lon, heading, altitude, groundSpeed, phase } = body;
  const wire = {
    lat,
    lon,
    altitude_msl: altitude ?? null,
    gs: groundSpeed ?? null,
    phase: phase ?? null,
    heading: heading === undefined || heading === null ? null : (heading + 360) % 360,
  };
  return decodePosition(wire, now, words);
}

import { type Static, Type } from 'typebox';
import type { FinishResult } from '../../../tracking/calls.ts';
import { nothingReported } from '../../../tracking/figures/pirep.ts';
import type { ReportedFigures } from '../../../tracking/model.ts';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { figureFields, optionalId, optionalNumber } from '../../fields.ts';
import { decodeRoute, optionalHours, routeField, writing } from '../../params.ts';
import { decodeText } from '../../reports.ts';
import { correctAircraft } from '../correct-aircraft.ts';
import type { Flavour } from '../flavour.ts';
import { blockFuelOf, decodeFlightLog } from '../flight-log.ts';
import { flightFields, withFlight } from '../flight-names.ts';

const logField = (description: string, items: object) =>
  Type.Optional(
    Type.Unsafe<string | readonly unknown[] | null>({
      type: ['string', 'array', 'null'],
      items,
      maxItems: 100_000,
      description,
    }),
  );

const completeBody = Type.Object({
  ...flightFields,
  aircraft: optionalId('Id of the aircraft that was flown'),
  flightTime: optionalHours('Flight time'),
  landingRate: figureFields.landing_rate,
  fuelUsed: figureFields.fuel_used,
  blockFuel: figureFields.block_fuel,
  route: routeField,
  comments: figureFields.notes,
  flightLog: logField('The log: base64 of lines, or a list of them', {}),
  flightData: logField('The events: base64 of a JSON list, or the list', {}),
  remainingLoad: optionalNumber('Not used: its meaning is unknown', {}),
});

const refusals = [
  'no-open-flight',
  'flight-not-found',
  'bid-not-found',
  'flight-open',
  'flight-ended',
  'crew-center-unavailable',
  'journal-full',
] as const;

export function complete(flavour: Flavour): SessionRoute {
  return {
    ...writing,
    path: '/flights/complete',
    summary: 'Finish the flight and file its PIREP',
    description:
      'Once, however often it is sent: a repeat returns the same id. 200 also while the crew center cannot be reached: then it is filed later. No `flights/update` needs to have come before. What is missing is computed from what was reported; where most positions are impossible, or none was sent, the distance is the schedule’s. Fuel at block-off is taken from the sentence of the log, where `blockFuel` does not say it.',
    body: { kind: 'object', schema: completeBody },
    answers: {
      200: Type.Object({
        pirepID: Type.Unsafe<string | number>({
          type: ['string', 'integer'],
          description:
            'Id of the PIREP; while a phpVMS 5 has none yet, the id of the flight, which `pireps/details` knows',
        }),
      }),
    },
    refusals,
    bodyLimit: 'finish',
    servesWhenDisabled: true,
    async handle(calls, session, request) {
      const body = bodyAs(completeBody, request.body);
      const { holdsWorker, isEnabled } = request;
      const figures = figuresOf(body);
      const opening = isEnabled ? { freeFlight: null, network: null } : null;
      const open = await calls.readFlight(session, null);
      if (open !== null && isNamed(open.flight, body, flavour))
        await correctAircraft(calls, session, open.flight, { aircraft: body.aircraft, holdsWorker });
      const result = await withFlight(flavour, body, (name) =>
        calls.finish(session, { name, figures, opening, holdsWorker }),
      );
      return { status: 200, body: { pirepID: flavour.pirepId(idOf(result)) } };
    },
  };
}

function isNamed(flight: FinishResult['flight'], body: Static<typeof completeBody>, flavour: Flavour): boolean {
  return String(body.uuid ?? '') === flavour.trackingId(flight) || String(body.bidID ?? '') === flight.bidId;
}

function idOf(result: FinishResult): string {
  return result.state === 'filed' ? result.receipt.pirepId : (result.flight.pirepId ?? result.flight.id);
}

function figuresOf(body: Static<typeof completeBody>): ReportedFigures {
  const log = decodeFlightLog(body.flightLog, body.flightData);
  const { flightTime, landingRate, fuelUsed, blockFuel } = body;
  return {
    ...nothingReported,
    flightTimeMin: flightTime === undefined || flightTime === null ? null : Math.round(flightTime * 60),
    landingRateFpm: landingRate ?? null,
    fuelUsedLb: fuelUsed ?? null,
    blockFuelLb: blockFuel ?? blockFuelOf(log),
    route: decodeRoute(body.route),
    notes: decodeText(body.comments),
    log,
    isDistancePlanned: true,
  };
}

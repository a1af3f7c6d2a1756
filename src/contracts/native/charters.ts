import { type Static, Type } from 'typebox';
import type { Charter } from '../../tracking/desk-model.ts';
import { encodeBid } from '../bid-wire.ts';
import { invalid } from '../body.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { optionalId, optionalNumber, optionalText, requiredId } from '../fields.ts';
import { decodeId, decodeText } from '../reports.ts';
import { bidAnswers } from './bids.ts';
import { deskRefusals, deskRoute } from './desk-route.ts';

export const charterSchema = Type.Object({
  airline: optionalText("Airline, id or ICAO code; the default is the pilot's own", 64),
  flight_number: requiredId('Flight number'),
  departure: Type.String({ minLength: 1, maxLength: 8, description: 'Departure, ICAO code' }),
  arrival: Type.String({ minLength: 1, maxLength: 8, description: 'Arrival, ICAO code' }),
  route: optionalText('Route', 8000),
  aircraft: optionalId('Id of the aircraft'),
  cruise_altitude: optionalNumber('Cruise altitude, feet', { minimum: 0, maximum: 100_000 }),
  kind: Type.Optional(
    Type.Unsafe<Charter['kind'] | null>({
      type: ['string', 'null'],
      enum: ['passenger', 'cargo', null],
      description: 'What is carried; the default is `passenger`',
    }),
  ),
  departure_time: optionalText('Departure, `HH:MM`, UTC', 5),
  arrival_time: optionalText('Arrival, `HH:MM`, UTC', 5),
});

export const charter: SessionRoute = {
  ...deskRoute,
  method: 'POST',
  path: '/charters',
  summary: "Book a flight of the pilot's own",
  description:
    'Makes a schedule that nobody else sees, and a bid on it. The call is idempotent: the same charter returns the bid that is there.',
  body: { kind: 'object', schema: charterSchema },
  answers: bidAnswers,
  refusals: ['invalid', 'pilot-not-allowed', 'crew-center-refused', ...deskRefusals],
  async handle({ desk }, session, request) {
    const bid = await desk.charter(session, decodeCharter(bodyAs(charterSchema, request.body)));
    return { status: 200, body: { success: true, bid: encodeBid(bid) } };
  },
};

function decodeCharter(body: Static<typeof charterSchema>): Charter {
  return {
    airline: decodeText(body.airline),
    flightNumber: decodeId(body.flight_number) ?? '',
    departure: body.departure.trim().toUpperCase(),
    arrival: body.arrival.trim().toUpperCase(),
    route: decodeText(body.route),
    aircraftId: decodeId(body.aircraft),
    cruiseAltitudeFt: body.cruise_altitude ?? null,
    kind: body.kind ?? 'passenger',
    departureTime: decodeClock('departure_time', body.departure_time),
    arrivalTime: decodeClock('arrival_time', body.arrival_time),
  };
}

function decodeClock(field: string, text: string | null | undefined): string | null {
  const clock = decodeText(text);
  if (clock === null || /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(clock)) return clock;
  throw invalid({ [field]: 'must be a time of day such as 09:30' });
}

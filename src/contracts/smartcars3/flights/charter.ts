import { type Static, Type } from 'typebox';
import type { Airline, Charter } from '../../../tracking/desk-model.ts';
import { invalid } from '../../body.ts';
import { wireId } from '../../client-rows.ts';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { optionalId, optionalNumber, optionalText, requiredId } from '../../fields.ts';
import { decodeCode, decodeRoute, routeField, writing } from '../../params.ts';
import { decodeId } from '../../reports.ts';
import { bookedSchema } from './book.ts';

const charterBody = Type.Object({
  airlineID: optionalId("The vendor's own id of the airline: not used"),
  number: requiredId('Callsign or flight number: `DAL123`, `123`'),
  departure: requiredId('Departure, ICAO code'),
  arrival: requiredId('Arrival, ICAO code'),
  route: routeField,
  aircraft: optionalId('Id of the aircraft'),
  cruise: optionalNumber('Cruise altitude, feet', { minimum: 0, maximum: 100_000 }),
  type: optionalText('`P` passengers, `C` cargo', 16),
  departureTime: optionalText('`HH:MM`', 16),
  arrivalTime: optionalText('`HH:MM`', 16),
});

export const charter: SessionRoute = {
  ...writing,
  path: '/flights/charter',
  summary: "Book a flight of the pilot's own making",
  description:
    "Other pilots do not see it, and it is removed once it is filed or unbooked. The airline is the one whose ICAO or IATA code the number begins with, otherwise the pilot's.",
  body: { kind: 'object', schema: charterBody },
  answers: { 200: bookedSchema },
  refusals: [...writing.refusals, 'crew-center-refused'],
  async handle({ desk }, session, request) {
    const body = bodyAs(charterBody, request.body);
    const airlines = desk.offers('listAirlines') ? await desk.listAirlines() : [];
    const bid = await desk.charter(session, decodeCharter(body, airlines));
    return { status: 200, body: { bidID: wireId(bid.id) } };
  },
};

function decodeCharter(body: Static<typeof charterBody>, airlines: readonly Airline[]): Charter {
  const { airline, flightNumber } = splitNumber(decodeId(body.number) ?? '', airlines);
  const type = (body.type ?? 'P').trim().toUpperCase();
  if (type !== 'P' && type !== 'C') throw invalid({ type: 'must be P or C' });
  return {
    airline,
    flightNumber,
    departure: decodeCode(body.departure) ?? '',
    arrival: decodeCode(body.arrival) ?? '',
    route: decodeRoute(body.route),
    aircraftId: decodeId(body.aircraft),
    cruiseAltitudeFt: body.cruise ?? null,
    kind: type === 'C' ? 'cargo' : 'passenger',
    departureTime: decodeClock('departureTime', body.departureTime),
    arrivalTime: decodeClock('arrivalTime', body.arrivalTime),
  };
}

/** `DAL123` and `DL123` are Delta's 123; what begins with no airline of this crew center is a number of the pilot's own. */
function splitNumber(number: string, airlines: readonly Airline[]) {
  const text = number.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const codes = airlines.flatMap(({ icao, iata }) => [icao, iata ?? ''].map((code) => ({ icao, code })));
  const airline = codes.find(({ code }) => {
    const begins = code !== '' && text.startsWith(code.toUpperCase());
    return begins && /^\d/.test(text.slice(code.length));
  });
  const flightNumber = text.slice(airline?.code.length ?? 0).replace(/\D/g, '');
  if (flightNumber === '') throw invalid({ number: 'must hold the digits of a flight number' });
  return { airline: airline?.icao ?? null, flightNumber };
}

function decodeClock(name: string, text: string | null | undefined): string | null {
  const given = text?.trim() ?? '';
  if (given === '') return null;
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(given) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) throw invalid({ [name]: 'must be a time as HH:MM' });
  return `${hours.padStart(2, '0')}:${minutes}`;
}

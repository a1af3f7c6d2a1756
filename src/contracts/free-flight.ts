import { type Static, Type } from 'typebox';
import type { FreeFlight } from '../tracking/model.ts';
import { optionalId, optionalText } from './fields.ts';
import { decodeId, decodeText } from './reports.ts';

/** Fields that describe a flight without a bid. */
export const freeFlightFields = {
  aircraft: optionalId(
    'Aircraft, by id or ICAO type; needed if the bid names none, and replaces the one that it names',
  ),
  registration: optionalText('Aircraft, by registration', 32),
  airline: optionalText('For a flight without a bid: airline, ICAO or IATA code', 16),
  flight_number: optionalId('For a flight without a bid: flight number'),
  departure: optionalText('For a flight without a bid: departure, ICAO code', 8),
  arrival: optionalText('For a flight without a bid: arrival, ICAO code', 8),
  route: optionalText('For a flight without a bid: route', 8000),
};
const freeFlightSchema = Type.Object(freeFlightFields);

/** What nearly every report says of it. */
const noFlight = { flight: null, missing: [] } as const;

/** Decodes a flight without a bid, and names the required fields that are missing; null and empty when it has none of the fields. */
export function decodeFreeFlight(wire: Static<typeof freeFlightSchema>): {
  readonly flight: FreeFlight | null;
  readonly missing: readonly string[];
} {
  const flightNumber = decodeId(wire.flight_number);
  const departure = decodeText(wire.departure);
  const arrival = decodeText(wire.arrival);
  if (flightNumber === null && departure === null && arrival === null) return noFlight;
  if (flightNumber === null || departure === null || arrival === null) {
    const named = Object.entries({ flight_number: flightNumber, departure, arrival });
    return { flight: null, missing: named.filter(([, value]) => value === null).map(([name]) => name) };
  }
  const flight = {
    airline: decodeText(wire.airline),
    flightNumber,
    departure: departure.toUpperCase(),
    arrival: arrival.toUpperCase(),
    aircraft: decodeId(wire.aircraft),
    registration: decodeText(wire.registration),
    route: decodeText(wire.route),
  };
  return { flight, missing: [] };
}

import { type Static, Type } from 'typebox';
import type { PirepSummary } from '../../tracking/desk-model.ts';
import { nullable, nullableInstant, nullableObject } from '../fields.ts';
import { aircraftSchema, encodeAircraft } from '../flight-wire.ts';
import { formatInstantOrNull } from '../instant.ts';

export const pirepStates: readonly PirepSummary['state'][] = ['pending', 'accepted', 'rejected'];

/** A filed PIREP on the wire. */
export const pirepSchema = Type.Object(
  {
    id: Type.String({ description: "The platform's id of the PIREP" }),
    state: Type.Enum(['pending', 'accepted', 'rejected'], { description: 'State of the review' }),
    filed_at: nullableInstant('When it was filed'),
    airline: nullable<string>('string', { description: 'Airline, by its code' }),
    flight_number: Type.String({ description: 'Flight number' }),
    ident: Type.String({ description: 'As shown to people: `VM101`' }),
    departure: Type.String({ description: 'Departure, ICAO code' }),
    arrival: Type.String({ description: 'Arrival, ICAO code' }),
    aircraft: nullableObject(aircraftSchema, 'The aircraft'),
    flight_type: nullable<string>('string', { description: "The platform's flight type code" }),
    route: nullable<string>('string', { description: 'Route' }),
    flight_time: nullable<number>('number', { description: 'Flight time, minutes' }),
    distance: nullable<number>('number', { description: 'Distance flown, nautical miles' }),
    fuel_used: nullable<number>('number', { description: 'Fuel used, pounds' }),
    landing_rate: nullable<number>('number', { description: 'Vertical speed at touchdown, feet per minute' }),
    score: nullable<number>('number', { description: 'Score' }),
  },
  { title: 'Pirep' },
);

export function encodePirep(pirep: PirepSummary): Static<typeof pirepSchema> {
  return {
    id: pirep.id,
    state: pirep.state,
    filed_at: formatInstantOrNull(pirep.filedAt),
    airline: pirep.airlineCode,
    flight_number: pirep.flightNumber,
    ident: pirep.ident,
    departure: pirep.departure,
    arrival: pirep.arrival,
    aircraft: pirep.aircraft === null ? null : encodeAircraft(pirep.aircraft),
    flight_type: pirep.flightType,
    route: pirep.route,
    flight_time: pirep.flightTimeMin,
    distance: pirep.distanceNm,
    fuel_used: pirep.fuelUsedLb,
    landing_rate: pirep.landingRateFpm,
    score: pirep.score,
  };
}

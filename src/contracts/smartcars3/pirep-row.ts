import { type Static, Type } from 'typebox';
import type { PirepSummary } from '../../tracking/desk-model.ts';
import { wireId } from '../client-rows.ts';
import { nullable } from '../fields.ts';
import { formatInstantOrNull } from '../instant.ts';
import type { Flavour } from './flavour.ts';

/** A PIREP in the logbook. */
export const pirepRowSchema = Type.Object(
  {
    id: Type.Unsafe<string | number>({ type: ['string', 'integer'], description: 'Id of the PIREP' }),
    submitDate: nullable<string>('string', { description: 'When it was filed, UTC' }),
    airlineCode: Type.String({ description: 'Code of the airline' }),
    number: Type.String({ description: 'Flight number' }),
    route: Type.String({ description: 'Route' }),
    distance: Type.Number({ description: 'Statute miles for phpVMS 7, nautical miles for phpVMS 5' }),
    flightType: nullable<string>('string', { description: "The crew center's letter of the kind of flight" }),
    departureAirport: Type.String({ description: 'ICAO code' }),
    arrivalAirport: Type.String({ description: 'ICAO code' }),
    aircraft: nullable<number>('integer', { description: 'Id of the aircraft' }),
    status: Type.String({ description: '`Pending`, `Accepted` or `Rejected`' }),
    flightTime: Type.Number({ description: 'Hours' }),
    landingRate: nullable<number>('number', { description: 'Feet per minute' }),
    fuelUsed: Type.Number({ description: 'Pounds' }),
  },
  { title: 'Pirep' },
);

const statuses = { pending: 'Pending', accepted: 'Accepted', rejected: 'Rejected' } as const;

export function encodePirep(flavour: Flavour, pirep: PirepSummary): Static<typeof pirepRowSchema> {
  return {
    id: flavour.pirepId(pirep.id),
    submitDate: formatInstantOrNull(pirep.filedAt),
    airlineCode: pirep.airlineCode ?? '',
    number: pirep.flightNumber,
    route: pirep.route ?? '',
    distance: flavour.pirepDistance(pirep.distanceNm ?? 0),
    flightType: pirep.flightType,
    departureAirport: pirep.departure,
    arrivalAirport: pirep.arrival,
    aircraft: pirep.aircraft === null ? null : wireId(pirep.aircraft.id),
    status: statuses[pirep.state],
    flightTime: Math.round(((pirep.flightTimeMin ?? 0) / 60) * 100) / 100,
    landingRate: pirep.landingRateFpm ?? flavour.unknown,
    fuelUsed: pirep.fuelUsedLb ?? 0,
  };
}

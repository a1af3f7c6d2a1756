import { Type } from 'typebox';
import { nullable, nullableObject } from '../../fields.ts';
import { positionRowSchema } from '../acars/position-resource.ts';
import { distanceSchema, massSchema } from '../units.ts';
import { aircraftSchema } from './aircraft.ts';
import { airlineSchema } from './airline.ts';
import { airportSchema } from './airport.ts';
import { plannedFlightSchema } from './flight.ts';
import { nullableIdSchema } from './ids.ts';
import { keptRowTimes } from './times.ts';
import { pilotSchema } from './user.ts';

/** A PIREP, tracked or of the logbook. */
const pirepFields = {
  id: Type.String({ description: 'Id of the PIREP' }),
  user_id: nullableIdSchema('Id of the pilot'),
  airline_id: nullableIdSchema('Id of the airline'),
  aircraft_id: nullableIdSchema('Id of the aircraft'),
  event_id: nullableIdSchema('Id of its event'),
  flight_id: nullable<string>('string', { description: 'Id of the scheduled flight' }),
  flight_number: Type.String({ description: 'Flight number' }),
  route_code: nullable<string>('string', { description: 'Route code' }),
  route_leg: nullable<string>('string', { description: 'Route leg' }),
  flight_type: Type.String({ description: 'Letter of the kind of flight' }),
  ident: Type.String({ description: 'As shown to people: `VM101`' }),
  dpt_airport_id: Type.String({ description: 'Departure' }),
  arr_airport_id: Type.String({ description: 'Arrival' }),
  alt_airport_id: nullable<string>('string', { description: 'Alternate' }),
  level: nullable<number>('integer', { description: 'Cruise level' }),
  distance: distanceSchema,
  planned_distance: distanceSchema,
  flight_time: Type.Optional(Type.Integer({ description: 'Flight time, minutes; of an open one the minutes so far' })),
  planned_flight_time: nullable<number>('integer', { description: 'Planned flight time, minutes' }),
  zfw: nullable<number>('integer', { description: 'Zero-fuel weight, pounds' }),
  block_fuel: massSchema,
  fuel_used: massSchema,
  landing_rate: nullable<number>('number', { description: 'Feet per minute, down negative' }),
  score: nullable<number>('integer', { description: 'Score' }),
  route: nullable<string>('string', { description: 'Route' }),
  notes: nullable<string>('string', { description: 'Notes of the pilot' }),
  source: Type.Integer({ description: '1: a client' }),
  source_name: nullable<string>('string', { description: 'Who filed it' }),
  state: Type.Integer({ description: '0 in progress, 1 pending, 2 accepted, 3 cancelled, 6 rejected' }),
  status: Type.String({ description: 'Code of the phase: `TXI`' }),
  phase: Type.String({ description: 'The same' }),
  status_text: Type.String({ description: 'The phase in words; of a PIREP of the logbook its state' }),
  submitted_at: nullable<string>('string', { description: 'When it was filed' }),
  block_off_time: nullable<string>('string', { description: 'Block-off' }),
  block_on_time: nullable<string>('string', { description: 'Block-on' }),
  ...keptRowTimes,
  aircraft: Type.Optional(aircraftSchema),
  airline: nullableObject(airlineSchema, 'Airline'),
  dpt_airport: nullableObject(airportSchema, 'Departure'),
  arr_airport: nullableObject(airportSchema, 'Arrival'),
  fields: Type.Record(Type.String(), Type.Unknown(), {
    title: 'PirepFields',
    description: 'Values of custom fields, by name',
  }),
};

/** One that is tracked here. */
const trackedFields = {
  flight: nullableObject(plannedFlightSchema, 'The flight of the schedule'),
  user: pilotSchema,
  position: nullableObject(positionRowSchema, 'Newest position'),
  comments: Type.Array(Type.Unknown(), { description: 'Empty: see `pireps/{id}/comments`' }),
  simbrief: Type.Null({ description: 'Always null' }),
};

export const trackedPirepSchema = Type.Object({ ...pirepFields, ...trackedFields }, { title: 'Pirep' });

/** One of a list: that of the flight under way has what it is tracked with. */
export const listedPirepSchema = Type.Object(
  { ...pirepFields, ...Type.Partial(Type.Object(trackedFields)).properties },
  { title: 'ListedPirep' },
);

import { type Static, Type } from 'typebox';
import { requiredId } from '../../fields.ts';
import { loose } from '../values.ts';
import { figureFields } from './figures.ts';

export const prefileBody = Type.Object(
  {
    airline_id: requiredId('Id of the airline'),
    aircraft_id: requiredId('Id of the aircraft'),
    flight_number: requiredId('Flight number'),
    dpt_airport_id: requiredId('Departure, ICAO code'),
    arr_airport_id: requiredId('Arrival, ICAO code'),
    flight_id: loose(
      'id',
      'Id of the schedule; its bid is flown, or made. Without it the flight is of the pilot’s own making',
    ),
    source_name: loose('text', 'Name of the client: not used'),
    alt_airport_id: loose('text', 'Alternate, ICAO code'),
    flight_type: loose('text', 'Letter of the kind of flight'),
    route_code: loose('text', 'Code of the route'),
    route_leg: loose('text', 'Leg of the route'),
    level: loose('number', 'Cruise level'),
    planned_distance: loose('number', 'Planned distance, nautical miles'),
    planned_flight_time: loose('number', 'Planned flight time, minutes'),
    ...figureFields,
  },
  { title: 'PrefileRequest' },
);
export type PrefileBody = Static<typeof prefileBody>;

import { Type } from 'typebox';
import type { Session } from '../../../tracking/calls.ts';
import type { Bid } from '../../../tracking/model.ts';
import { nullableObject } from '../../fields.ts';
import { aircraftRow, aircraftSchema } from './aircraft.ts';
import { flightOfBid, flightSchema, type Surroundings } from './flight.ts';
import { nullableIdSchema, numberId, numberIdSchema } from './ids.ts';
import { rowTimes } from './times.ts';

export const bidSchema = Type.Object(
  {
    id: numberIdSchema('Id of the bid'),
    user_id: numberIdSchema('Id of the pilot'),
    flight_id: Type.String({ description: 'Id of the scheduled flight' }),
    aircraft_id: nullableIdSchema('Id of the aircraft, if the bid has one'),
    ...rowTimes,
    flight: flightSchema,
    aircraft: nullableObject(aircraftSchema, 'The aircraft, if the bid has one'),
  },
  { title: 'Bid' },
);

export function bidRow(session: Session, bid: Bid, around: Surroundings) {
  const { aircraft, scheduleId } = bid.plan;
  const known = around.fleet.find(({ id }) => id === aircraft?.id) ?? aircraft;
  return {
    id: numberId(bid.id),
    user_id: numberId(session.pilot.id),
    flight_id: scheduleId ?? '',
    aircraft_id: numberId(aircraft?.id ?? null),
    created_at: null,
    updated_at: null,
    flight: flightOfBid(bid, around),
    aircraft: known === null ? null : aircraftRow(known),
  };
}

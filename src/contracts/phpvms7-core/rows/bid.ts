import { Type } from 'typebox';
import type { Session } from '../../../tracking/calls.ts';
import type { Bid } from '../../../tracking/model.ts';
import { nullableObject } from '../../fields.ts';
import { aircraftRow, aircraftSchema } from './aircraft.ts';
import { flightOfBid, flightSchema, type Surroundings } from './flight.ts';
import { numberId, numberIdSchema } from './ids.ts';

export const bidSchema = Type.Object({
  id: numberIdSchema('Id of the bid'),
  user_id: numberIdSchema('Id of the pilot'),
  flight_id: Type.String({ description: 'Id of the scheduled flight' }),
  aircraft_id: Type.Unsafe<number | string | null>({
    type: ['integer', 'string', 'null'],
    description: 'Id of the aircraft, if the bid has one',
  }),
  flight: flightSchema,
  aircraft: nullableObject(aircraftSchema, 'The aircraft, if the bid has one'),
});

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

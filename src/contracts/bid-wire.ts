import { type Static, Type } from 'typebox';
import type { Bid } from '../tracking/model.ts';
import { briefingSchema, encodeBriefing } from './briefing-wire.ts';
import { detailFields, encodeDetails } from './details-wire.ts';
import { encodeFare, fareSchema } from './fare-wire.ts';
import { nullable, nullableObject } from './fields.ts';
import { aircraftSchema, encodeAircraft } from './flight-wire.ts';
import { encodePlan, planFields } from './plan-wire.ts';

/** A bid on the wire, the same in every contract. */
export const bidSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the bid, for `start`' }),
    ...planFields,
    ...detailFields,
    aircraft_choices: Type.Array(aircraftSchema, {
      description: 'If the bid names no aircraft: the aircraft that this pilot may choose',
    }),
    fares: Type.Array(fareSchema, { description: 'What may be sold aboard; empty when the platform does not say' }),
    briefing: nullableObject(briefingSchema, 'Flight plan that the pilot made for this bid with SimBrief'),
    blocked: nullable<string>('string', { description: 'Why the bid cannot be flown now; null when it can' }),
  },
  { title: 'Bid' },
);

export function encodeBid(bid: Bid): Static<typeof bidSchema> {
  return {
    id: bid.id,
    ...encodePlan(bid.plan),
    ...encodeDetails(bid),
    aircraft_choices: bid.aircraftChoices.map(encodeAircraft),
    fares: bid.fares.map(encodeFare),
    briefing: bid.briefing === null ? null : encodeBriefing(bid.briefing),
    blocked: bid.blocked,
  };
}

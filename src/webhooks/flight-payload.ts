import { Type } from 'typebox';
import { nullable, nullableInstant } from '../contracts/fields.ts';
import { encodeFlight, flightSchema } from '../contracts/flight-wire.ts';
import { formatInstantOrNull } from '../contracts/instant.ts';
import type { Flight } from '../tracking/model.ts';

const { reason: _clientsOwnWords, ...paper } = flightSchema.properties;

/** A flight in an event: as in the native contract, without free texts of clients. */
export const flightPayloadSchema = Type.Object({
  ...paper,
  pilot: Type.Object({
    id: Type.String({ description: "The crew center's id of the pilot" }),
    ident: Type.String({ description: 'As shown to people: `VMS0002`; `erased` once the pilot was erased' }),
  }),
  takeoff_at: nullableInstant('Newest take-off'),
  landing_at: nullableInstant('Landing; null while it flies'),
  landing_rate: nullable<number>('number', { description: 'Vertical speed at touchdown, feet per minute' }),
  landing_rate_basis: nullable<string>('string', {
    description: '`reported` by the client, or `estimated` from the positions',
  }),
});

/** Returns the flight as `flightPayloadSchema` has it. */
export function encodeFlightPayload(flight: Flight) {
  const { id, ident } = flight.pilot;
  // The reason may be the pilot's own words.
  const { reason: _reason, ...paper } = encodeFlight(flight);
  return { ...paper, ...encodeAir(flight.air), pilot: { id, ident } };
}

function encodeAir(air: Flight['air']) {
  const landing = air?.landing ?? null;
  return {
    takeoff_at: formatInstantOrNull(air?.takeoffAt ?? null),
    landing_at: formatInstantOrNull(landing?.at ?? null),
    landing_rate: landing?.rateFpm ?? null,
    landing_rate_basis:
      landing === null || landing.rateFpm === null ? null : landing.isRateEstimated ? 'estimated' : 'reported',
  };
}

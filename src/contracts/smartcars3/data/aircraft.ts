import { type Static, Type } from 'typebox';
import type { FleetAircraft } from '../../../tracking/desk-model.ts';
import { wireId } from '../../client-rows.ts';
import type { SessionRoute } from '../../contract.ts';
import { listKnownAircraft } from '../../known-places.ts';
import { byGetAndPost, noParams, reading } from '../../params.ts';
import type { Flavour } from '../flavour.ts';

const aircraftSchema = Type.Object(
  {
    id: Type.Integer({ description: "The crew center's id of the aircraft" }),
    code: Type.String({ description: 'ICAO type' }),
    name: Type.String({ description: 'Name, for phpVMS 7 with the registration' }),
    registration: Type.Optional(Type.String({ description: 'Registration; phpVMS 5 only' })),
    serviceCeiling: Type.String({ description: 'Feet; 40000 where it is not known, for phpVMS 5 0' }),
    maximumPassengers: Type.Integer({ description: 'Seats; 300 where they are not known, for phpVMS 5 0' }),
    maximumCargo: Type.Integer({ description: 'Pounds; 1000 where it is not known, for phpVMS 5 0' }),
    minimumRank: Type.Unsafe<string | number | null>({
      type: ['string', 'integer', 'null'],
      description: '0; for phpVMS 5 the name of the lowest rank that may fly it, null: any',
    }),
    status: Type.Optional(Type.String({ description: '`Active`; phpVMS 7 only' })),
  },
  { title: 'Aircraft' },
);

export function aircraft(flavour: Flavour): readonly SessionRoute[] {
  return byGetAndPost(noParams, {
    ...reading,
    path: '/data/aircraft',
    summary: 'The fleet',
    description:
      'All aircraft in service, and every one that a bid of this pilot names: the screen of a bid breaks on an id that is not in this list.',
    answers: { 200: Type.Array(aircraftSchema) },
    async handle(calls, session) {
      const known = await listKnownAircraft(calls, session);
      return { status: 200, body: known.map((each) => encodeAircraft(flavour, each)) };
    },
  });
}

function encodeAircraft(flavour: Flavour, each: FleetAircraft): Static<typeof aircraftSchema> {
  const code = each.icao ?? '';
  const unknown = flavour.unknownAircraft;
  return {
    id: wireId(each.id),
    code,
    ...flavour.nameAircraft(each.name ?? code, each.registration),
    serviceCeiling: String(Math.round(each.serviceCeilingFt ?? unknown.serviceCeilingFt)),
    maximumPassengers: Math.round(each.maxPassengers ?? unknown.maxPassengers),
    maximumCargo: Math.round(each.maxCargoLb ?? unknown.maxCargoLb),
    minimumRank: flavour.minimumRank(each.minRank),
    ...(flavour.handler === 'phpvms7' ? { status: 'Active' } : {}),
  };
}

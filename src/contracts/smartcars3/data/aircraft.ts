import { type Static, Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import type { FleetAircraft } from '../../../tracking/desk-model.ts';
import type { Aircraft } from '../../../tracking/model.ts';
import type { SessionRoute } from '../../contract.ts';
import { nullable } from '../../fields.ts';
import type { Flavour } from '../flavour.ts';
import { wireId } from '../ids.ts';
import { byGetAndPost, noParams, reading } from '../params.ts';

const aircraftSchema = Type.Object({
  id: Type.Integer({ description: "The crew center's id of the aircraft" }),
  code: Type.String({ description: 'ICAO type' }),
  name: Type.String({ description: 'Name, for phpVMS 7 with the registration' }),
  registration: Type.Optional(Type.String({ description: 'Registration; phpVMS 5 only' })),
  serviceCeiling: Type.String({ description: 'Feet; 0 where it is not known' }),
  maximumPassengers: Type.Integer({ description: 'Seats; 0 where they are not known' }),
  maximumCargo: Type.Integer({ description: 'Pounds; 0 where it is not known' }),
  minimumRank: nullable<string>('string', { description: 'Name of the lowest rank that may fly it; null: any' }),
  status: Type.Optional(Type.String({ description: '`Active`; phpVMS 7 only' })),
});

export function aircraft(flavour: Flavour): readonly SessionRoute[] {
  return byGetAndPost(noParams, {
    ...reading,
    path: '/data/aircraft',
    summary: 'The fleet',
    description:
      'All aircraft in service, and every one that a bid of this pilot names: the screen of a bid breaks on an id that is not in this list.',
    answers: { 200: Type.Array(aircraftSchema) },
    async handle(calls, session) {
      const byId = new Map<string, FleetAircraft>();
      for (const each of await allAircraft(calls, session)) if (!byId.has(each.id)) byId.set(each.id, each);
      return { status: 200, body: [...byId.values()].map((each) => encodeAircraft(flavour, each)) };
    },
  });
}

async function allAircraft(calls: Calls, session: Session): Promise<readonly FleetAircraft[]> {
  const fleet = calls.desk.offers('listFleet') ? await calls.desk.listFleet(session) : [];
  const bids = await calls.listBids(session);
  const ofBids = bids.flatMap(({ plan, aircraftChoices }) => [plan.aircraft, ...aircraftChoices]);
  return [...fleet, ...ofBids.flatMap((each) => (each === null ? [] : [unlisted(each)]))];
}

function unlisted(each: Aircraft): FleetAircraft {
  const unknown = { subfleet: null, airport: null, serviceCeilingFt: null, maxPassengers: null, maxCargoLb: null };
  return { ...each, ...unknown, minRank: null, isAllowed: true };
}

/** What is not known is 0, as the phpVMS 5 API says it: smartCARS expects numbers. The phpVMS 7 module says 40000, 300 and 1000 of every aircraft. */
function encodeAircraft(flavour: Flavour, each: FleetAircraft): Static<typeof aircraftSchema> {
  const code = each.icao ?? '';
  return {
    id: wireId(each.id),
    code,
    ...flavour.nameAircraft(each.name ?? code, each.registration),
    serviceCeiling: String(Math.round(each.serviceCeilingFt ?? 0)),
    maximumPassengers: Math.round(each.maxPassengers ?? 0),
    maximumCargo: Math.round(each.maxCargoLb ?? 0),
    minimumRank: each.minRank,
    ...(flavour.handler === 'phpvms7' ? { status: 'Active' } : {}),
  };
}

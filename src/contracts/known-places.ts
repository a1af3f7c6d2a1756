import { type Static, Type } from 'typebox';
import type { Calls, Session } from '../tracking/calls.ts';
import type { FleetAircraft } from '../tracking/desk-model.ts';
import type { Aircraft, Airport } from '../tracking/model.ts';

/** Lists for clients whose screen of a bid breaks on an aircraft or airport that they were not given. */

export const airportRowSchema = Type.Object(
  {
    id: Type.String({ description: 'The same as `code`' }),
    code: Type.String({ description: 'ICAO code' }),
    name: Type.String({ description: 'Name' }),
    latitude: Type.Number({ description: 'Degrees; 0 where it is not known' }),
    longitude: Type.Number({ description: 'Degrees; 0 where it is not known' }),
  },
  { title: 'Airport' },
);

/** Returns the fleet, and every aircraft that a bid of this pilot names, each once. */
export async function listKnownAircraft(calls: Calls, session: Session): Promise<readonly FleetAircraft[]> {
  const fleet = calls.desk.offers('listFleet') ? await calls.desk.listFleet(session) : [];
  const bids = await calls.listBids(session);
  const ofBids = bids.flatMap(({ plan, aircraftChoices }) => [plan.aircraft, ...aircraftChoices]);
  const unlisted = ofBids.flatMap((each) => (each === null ? [] : [unlistedAircraft(each)]));
  const byId = new Map<string, FleetAircraft>();
  for (const each of [...fleet, ...unlisted]) if (!byId.has(each.id)) byId.set(each.id, each);
  return [...byId.values()];
}

function unlistedAircraft(each: Aircraft): FleetAircraft {
  const unknown = { subfleet: null, airport: null, serviceCeilingFt: null, maxPassengers: null, maxCargoLb: null };
  return { ...each, ...unknown, minRank: null, isAllowed: true };
}

/** Returns all airports, and every one that a bid of this pilot names, each once. */
export async function listKnownAirports(
  calls: Calls,
  session: Session,
): Promise<readonly Static<typeof airportRowSchema>[]> {
  const listed = calls.desk.offers('listAirports') ? await calls.desk.listAirports(session) : [];
  const bids = await calls.listBids(session);
  const ofBids = bids.flatMap(({ plan }) => [plan.departure, plan.arrival]);
  const byCode = new Map<string, Static<typeof airportRowSchema>>();
  for (const airport of [...listed, ...ofBids]) {
    const row = encodeAirport(airport);
    if (row.code !== '' && !byCode.has(row.code)) byCode.set(row.code, row);
  }
  return [...byCode.values()];
}

function encodeAirport({ icao, name, lat, lon }: Airport): Static<typeof airportRowSchema> {
  const code = icao.trim();
  return { id: code, code, name: name ?? code, latitude: lat ?? 0, longitude: lon ?? 0 };
}

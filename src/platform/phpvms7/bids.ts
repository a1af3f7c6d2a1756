import { type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Aircraft, Bid, Plan } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { Database } from './database.ts';
import { type Fleet, noAircraft } from './fleet.ts';
import type { Host } from './host.ts';
import { missingPlan, planColumns, planJoins, toPlan, wishOf } from './schedule-plans.ts';
import { readSiteRules, type SiteRules } from './site-settings.ts';

/**
 * The pilot's bids, newest first, each judged by what the platform's `prefile` would say. The aircraft is the bid's own,
 * else the one of the pilot's SimBrief briefing for that flight.
 */
export async function listBids(
  database: Database,
  fleet: Fleet,
  rules: SiteRules,
  pilotId: string,
  bidId: string | null = null,
): Promise<readonly Bid[]> {
  const rows = await database.rows(
    `SELECT b.id AS bid_id, b.flight_id AS bid_flight_id, c.id AS aircraft_id, c.icao AS aircraft_icao, c.name AS aircraft_name,
       c.registration AS aircraft_registration, COALESCE({?b.bids.aircraft_id}, s.aircraft_id) AS named_aircraft_id,
       u.curr_airport_id AS place, ${planColumns}
     FROM {bids} b JOIN {users} u ON u.id = b.user_id LEFT JOIN {flights} f ON f.id = b.flight_id ${planJoins}
     LEFT JOIN (SELECT flight_id, MAX({?o.simbrief.aircraft_id}) AS aircraft_id FROM {simbrief} o
       WHERE user_id = ? AND pirep_id IS NULL GROUP BY flight_id) s ON s.flight_id = b.flight_id
     LEFT JOIN {aircraft} c ON c.id = COALESCE({?b.bids.aircraft_id}, s.aircraft_id) AND {?c.aircraft.deleted_at} IS NULL
     WHERE b.user_id = ? AND (? IS NULL OR b.id = ?) ORDER BY b.created_at DESC, b.id DESC`,
    [pilotId, pilotId, bidId, bidId],
  );
  const bids: Bid[] = [];
  for (const row of rows) bids.push(await toBid(row, fleet, rules, pilotId));
  return bids;
}

/**
 * A bid of this pilot.
 * @throws Refusal `bid-not-found`
 */
export async function readBid({ database, fleet }: Host, pilotId: string, bidId: string): Promise<Bid> {
  const [bid] = await listBids(database, fleet, await readSiteRules(database), pilotId, bidId);
  if (bid === undefined) throw new Refusal('bid-not-found', { message: 'You have no such bid.' });
  return bid;
}

async function toBid(row: Row, fleet: Fleet, rules: SiteRules, pilotId: string): Promise<Bid> {
  const id = textOf(row, 'bid_id');
  const nothing = { id, aircraftChoices: [], fares: [], briefing: null };
  if (textOrNull(row, 'schedule_id') === null) {
    return {
      ...nothing,
      plan: missingPlan(textOf(row, 'bid_flight_id')),
      blocked: 'The flight of this bid no longer exists.',
    };
  }
  const plan = toPlan(row, aircraftOf(row));
  const blocked = objectionToFlight(row, plan, rules);
  if (blocked !== null) return { ...nothing, plan, blocked };
  const wish = wishOf(pilotId, plan);
  const named = textOrNull(row, 'named_aircraft_id');
  if (named !== null) return { ...nothing, plan, blocked: await fleet.objectionTo(named, wish, rules) };
  const aircraftChoices = await fleet.listChoices(wish, rules);
  return { ...nothing, plan, aircraftChoices, blocked: aircraftChoices.length === 0 ? noAircraft : null };
}

/** What the platform's `prefile` has against this flight, whatever the aircraft, in words. @param row - with `planColumns` and `place` */
export function objectionToFlight(row: Row, plan: Plan, rules: SiteRules): string | null {
  if (textOrNull(row, 'flight_deleted_at') !== null) return 'The flight of this bid was deleted.';
  const place = textOrNull(row, 'place');
  if (rules.onlyFromCurrentAirport && place !== plan.departure.icao) {
    return `This flight leaves from ${plan.departure.icao}, and you are at ${place ?? 'no airport'}.`;
  }
  const unknown = ['dpt', 'arr'].find((end) => textOrNull(row, `${end}_known`) === null);
  if (unknown === undefined || rules.allowsUnknownAirports) return null;
  return `The crew center does not know the airport ${textOf(row, `${unknown}_airport_id`)}.`;
}

function aircraftOf(row: Row): Aircraft | null {
  const id = textOrNull(row, 'aircraft_id');
  if (id === null) return null;
  return {
    id,
    icao: textOrNull(row, 'aircraft_icao'),
    name: textOrNull(row, 'aircraft_name'),
    registration: textOrNull(row, 'aircraft_registration'),
  };
}

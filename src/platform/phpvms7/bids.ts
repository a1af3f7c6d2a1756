import { numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { type Bid, noDetails, type Plan } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { joinedAircraft } from '../seven/logbook.ts';
import { detailsOf } from '../seven/schedule-details.ts';
import { bookedPlan, detailColumns, planColumns, planJoins, toPlan, wishOf } from '../seven/schedule-plan.ts';
import { inPounds } from './fare-pounds.ts';
import { readFareTable } from './fare-table.ts';
import { noAircraft } from './fleet.ts';
import type { Host } from './host.ts';
import { missingPlan } from './missing-plan.ts';
import { readSiteRules, type SiteRules } from './site-settings.ts';

/** Aircraft of the pilot's newest briefing for the bid's flight. */
const briefed = `(SELECT {?o.simbrief.aircraft_id} FROM {simbrief} o WHERE o.user_id = b.user_id AND o.flight_id = b.flight_id
  AND o.pirep_id IS NULL ORDER BY o.created_at DESC, o.id DESC LIMIT 1)`;

/**
 * The pilot's bids, newest first, each judged by what the platform's `prefile` would say. The aircraft is the bid's own,
 * else the one of the pilot's SimBrief briefing for that flight; the fares are those of the aircraft, or of the first that
 * may be taken.
 */
export async function listBids(
  host: Host,
  rules: SiteRules,
  pilotId: string,
  bidId: string | null = null,
): Promise<readonly Bid[]> {
  const rows = await host.database.rows(
    `SELECT b.id AS bid_id, b.flight_id AS bid_flight_id, b.created_at AS booked_at, c.id AS aircraft_id, c.icao AS aircraft_icao, c.name AS aircraft_name,
       c.registration AS aircraft_registration, c.subfleet_id, COALESCE({?b.bids.aircraft_id}, ${briefed}) AS named_aircraft_id,
       u.curr_airport_id AS place, ${planColumns}, ${detailColumns}
     FROM {bids} b JOIN {users} u ON u.id = b.user_id LEFT JOIN {flights} f ON f.id = b.flight_id ${planJoins}
     LEFT JOIN {aircraft} c ON c.id = COALESCE({?b.bids.aircraft_id}, ${briefed}) AND {?c.aircraft.deleted_at} IS NULL
     WHERE b.user_id = ? AND (? IS NULL OR b.id = ?) ORDER BY b.created_at DESC, b.id DESC`,
    [pilotId, bidId, bidId],
  );
  const judged: Judged[] = [];
  for (const row of rows) judged.push(await judge(host, row, rules, pilotId));
  return rows.length === 0 ? [] : addLoads(host, rules, pilotId, judged);
}

/**
 * A bid of this pilot.
 * @throws Refusal `bid-not-found`
 */
export async function readBid(host: Host, pilotId: string, bidId: string): Promise<Bid> {
  const [bid] = await listBids(host, await readSiteRules(host.database), pilotId, bidId);
  if (bid === undefined) throw new Refusal('bid-not-found', { message: 'You have no such bid.' });
  return bid;
}

/** A bid without what is sold on it, and the subfleet of its aircraft. */
interface Judged {
  readonly bid: Omit<Bid, 'fares' | 'briefing'>;
  readonly subfleetId: number | null;
}

async function judge({ fleet }: Host, row: Row, rules: SiteRules, pilotId: string): Promise<Judged> {
  const [id, subfleetId] = [textOf(row, 'bid_id'), numberOrNull(row, 'subfleet_id')];
  const nothing = { id, aircraftChoices: [] };
  if (textOrNull(row, 'schedule_id') === null) {
    const plan = missingPlan(textOf(row, 'bid_flight_id'));
    return { bid: { ...nothing, ...noDetails, plan, blocked: 'The flight of this bid no longer exists.' }, subfleetId };
  }
  const [plan, details] = [bookedPlan(row, toPlan(row, joinedAircraft(row))), detailsOf(row)];
  const blocked = objectionToFlight(row, plan, rules);
  if (blocked !== null) return { bid: { ...nothing, ...details, plan, blocked }, subfleetId };
  const wish = wishOf(pilotId, plan);
  const named = textOrNull(row, 'named_aircraft_id');
  if (named !== null)
    return { bid: { ...nothing, ...details, plan, blocked: await fleet.objectionTo(named, wish, rules) }, subfleetId };
  const [choices = []] = await fleet.listChoicesOfEach(pilotId, [wish], rules);
  const aircraftChoices = choices.map(({ aircraft }) => aircraft);
  const bid = { id, ...details, plan, aircraftChoices, blocked: choices.length === 0 ? noAircraft : null };
  return { bid, subfleetId: choices[0]?.subfleetId ?? null };
}

/** How much is sold is known from a briefing that was made for the same aircraft. */
async function addLoads(
  { database, briefings }: Host,
  rules: SiteRules,
  pilotId: string,
  judged: readonly Judged[],
): Promise<readonly Bid[]> {
  const scheduleIds = judged.flatMap(({ bid }) => bid.plan.scheduleId ?? []);
  const subfleetIds = judged.flatMap(({ subfleetId }) => subfleetId ?? []);
  const fares = await readFareTable(database, scheduleIds, subfleetIds);
  const prepared = await briefings.readAll(pilotId);
  return judged.map(({ bid, subfleetId }) => {
    const { scheduleId, aircraft } = bid.plan;
    const briefing = prepared.get(scheduleId ?? '') ?? null;
    const sold = briefing?.plan.aircraft?.id === aircraft?.id ? briefing?.sold : undefined;
    const own = fares.of(scheduleId, subfleetId).map((fare) => ({ ...fare, count: sold?.get(fare.id) ?? null }));
    return { ...bid, fares: inPounds(own, rules), briefing: briefing?.plan ?? null };
  });
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

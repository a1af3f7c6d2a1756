import { textOf, textOrNull } from '../../../lib/row.ts';
import type { Bid } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { planColumns, planJoins, toPlan, wishOf } from '../../seven/schedule-plan.ts';
import { toSqlTime } from '../../seven/sql-time.ts';
import { objectionToFlight, readBid } from '../bids.ts';
import { noAircraft, refuseAircraft } from '../fleet.ts';
import { ask, type Host, toRefusal } from '../host.ts';
import { type RestAnswer, unavailable } from '../rest-answer.ts';
import { readSiteRules, type SiteRules } from '../site-settings.ts';
import { removeCharter } from './charter-removal.ts';
import { findShownSchedule } from './schedules.ts';

export interface Booking {
  readonly pilotId: string;
  readonly scheduleId: string;
  readonly aircraftId: string | null;
}

/**
 * Books by the platform's own bid service what the pilot's list of flights shows; the bid that is there is returned, and
 * gets the aircraft if it has none (so that a booking which broke off is finished).
 * @throws Refusal `not-found`, `invalid` naming `aircraft`, `crew-center-refused` with the rule that is against it
 */
export async function book(host: Host, booking: Booking): Promise<Bid> {
  const { pilotId, scheduleId, aircraftId } = booking;
  const own = await findOwnBid(host, pilotId, scheduleId);
  if (own === null) {
    await requireFlyable(host, booking);
    return placeBid(host, booking);
  }
  const bid = await readBid(host, pilotId, own);
  if (aircraftId === null || bid.plan.aircraft !== null || !(await keepsAircraft(host))) return bid;
  return chooseAircraft(host, pilotId, own, aircraftId);
}

/** The platform's API takes bids that can never be flown. */
async function requireFlyable(host: Host, { pilotId, scheduleId, aircraftId }: Booking): Promise<void> {
  const { database, fleet } = host;
  await requirePilot(host, pilotId);
  const row = await findShownSchedule(host, pilotId, scheduleId);
  if (row === null) throw new Refusal('not-found', { message: 'There is no such schedule.' });
  const rules = await readSiteRules(database);
  const plan = toPlan(row, null);
  const wish = wishOf(pilotId, plan);
  if (aircraftId !== null) await fleet.findChoice(aircraftId, wish, rules);
  const reason = objectionToFlight(row, plan, rules);
  if (reason !== null) throw new Refusal('crew-center-refused', { message: reason });
  if ((await fleet.listChoices(wish, rules)).length === 0)
    throw new Refusal('crew-center-refused', { message: noAircraft });
}

/** @throws Refusal `crew-center-refused` */
export async function requirePilot({ database }: Host, pilotId: string): Promise<void> {
  const sql = 'SELECT u.id FROM {users} u WHERE u.id = ? AND {?u.users.deleted_at} IS NULL';
  if ((await database.rows(sql, [pilotId])).length === 0)
    throw new Refusal('crew-center-refused', { message: 'The crew center has no such pilot.' });
}

/** Asks the platform for the bid, and believes only the database about what came of it. What is booked was checked before. */
export async function placeBid(host: Host, booking: Booking): Promise<Bid> {
  const { pilotId, scheduleId, aircraftId } = booking;
  const rules = await readSiteRules(host.database);
  if (aircraftId !== null && rules.bidBlocksAircraft) await requireUnbooked(host, aircraftId, null);
  const asker = askerOf(pilotId, scheduleId);
  const body = { flight_id: scheduleId, ...(aircraftId === null ? {} : { aircraft_id: Number(aircraftId) }) };
  const answer = await ask(host, asker, { action: 'add-bid', pirepId: '', body, lane: 'urgent' });
  const bidId = await findOwnBid(host, pilotId, scheduleId);
  if (bidId === null) {
    const required =
      rules.bidBlocksAircraft && isAboutAircraft(answer) ? await firstChoice(host, booking, rules) : null;
    if (required !== null) return placeBid(host, { ...booking, aircraftId: required });
    throw unbooked(answer);
  }
  host.doubts.end(asker.id);
  // It keeps the aircraft only where bids block aircraft (app/Http/Controllers/Api/UserController.php, `bids`).
  if (aircraftId !== null && (await keepsAircraft(host))) await writeAircraft(host, { bidId, pilotId, aircraftId });
  return readBid(host, pilotId, bidId);
}

/** On main a bid has to name its aircraft where bids block aircraft (app/Services/BidService.php, `addBid`). */
function isAboutAircraft(answer: RestAnswer): boolean {
  return answer.kind === 'refused' && answer.slug === 'validation-exception';
}

/** The first aircraft in no bid that the pilot may take for one that names none; null when it names one, or there is none. */
async function firstChoice(
  { database, fleet }: Host,
  { pilotId, scheduleId, aircraftId }: Booking,
  rules: SiteRules,
): Promise<string | null> {
  if (aircraftId !== null) return null;
  const [row] = await database.rows(`SELECT ${planColumns} FROM {flights} f ${planJoins} WHERE f.id = ?`, [scheduleId]);
  const choices = row === undefined ? [] : await fleet.listChoices(wishOf(pilotId, toPlan(row, null)), rules);
  const bids = await database.rows('SELECT {?b.bids.aircraft_id} AS aircraft_id FROM {bids} b');
  const booked = new Set(bids.map((each) => textOrNull(each, 'aircraft_id')));
  return choices.find(({ id }) => !booked.has(id))?.id ?? null;
}

/** Whether a call for this booking got no answer, and may still be under way. */
export function isInDoubt(host: Host, { pilotId, scheduleId }: Omit<Booking, 'aircraftId'>): boolean {
  return host.doubts.has(askerOf(pilotId, scheduleId).id);
}

/**
 * By SQL, because the platform's API cannot change a bid, and a new one would lose the pilot's briefing.
 * @throws Refusal `bid-not-found`, `invalid` naming `aircraft`
 */
export async function chooseAircraft(host: Host, pilotId: string, bidId: string, aircraftId: string): Promise<Bid> {
  const { database, fleet } = host;
  if ((await findOwner(host, bidId)) !== pilotId)
    throw new Refusal('bid-not-found', { message: 'You have no such bid.' });
  if (!(await keepsAircraft(host)))
    throw new Refusal('not-offered', { message: 'This release of the crew center keeps no aircraft with a bid.' });
  const bid = await readBid(host, pilotId, bidId);
  if (bid.plan.aircraft?.id === aircraftId) return bid;
  const rules = await readSiteRules(database);
  await fleet.findChoice(aircraftId, wishOf(pilotId, bid.plan), rules);
  if (rules.bidBlocksAircraft) await requireUnbooked(host, aircraftId, bidId);
  await writeAircraft(host, { bidId, pilotId, aircraftId });
  return readBid(host, pilotId, bidId);
}

/**
 * Removes the pilot's bid, and a charter with it.
 * @throws Refusal `bid-not-found` when it is another pilot's
 */
export async function unbook(host: Host, pilotId: string, bidId: string): Promise<void> {
  const owner = await findOwner(host, bidId);
  if (owner === null) return;
  if (owner !== pilotId) throw new Refusal('bid-not-found', { message: 'You have no such bid.' });
  const [row] = await host.database.rows('SELECT b.flight_id FROM {bids} b WHERE b.id = ?', [bidId]);
  const scheduleId = row === undefined ? '' : textOf(row, 'flight_id');
  const asker = askerOf(pilotId, scheduleId);
  const body = { bid_id: Number(bidId) };
  const answer = await ask(host, asker, { action: 'remove-bid', pirepId: '', body, lane: 'urgent' });
  if (isAboutMissing(answer)) await removeStrayBid(host, pilotId, bidId);
  if ((await findOwner(host, bidId)) !== null)
    throw answer.kind === 'done' ? unavailable('it removed a bid and still has it') : toRefusal(answer);
  host.doubts.end(asker.id);
  await removeCharter(host, scheduleId);
}

function askerOf(pilotId: string, scheduleId: string) {
  return { id: `bid ${pilotId} ${scheduleId}`, pilotId };
}

/** Id of the pilot's bid on this schedule: two are possible, of which the platform uses the first. */
async function findOwnBid({ database }: Host, pilotId: string, scheduleId: string): Promise<string | null> {
  const sql = 'SELECT b.id FROM {bids} b WHERE b.user_id = ? AND b.flight_id = ? ORDER BY b.id LIMIT 1';
  const [row] = await database.rows(sql, [pilotId, scheduleId]);
  return row === undefined ? null : textOf(row, 'id');
}

/** Null when there is no such bid. */
async function findOwner({ database }: Host, bidId: string): Promise<string | null> {
  if (!/^\d{1,10}$/.test(bidId)) return null;
  const [row] = await database.rows('SELECT b.user_id FROM {bids} b WHERE b.id = ?', [bidId]);
  return row === undefined ? null : textOrNull(row, 'user_id');
}

async function requireUnbooked({ database }: Host, aircraftId: string, butBidId: string | null): Promise<void> {
  const rows = await database.rows(
    'SELECT b.id FROM {bids} b WHERE {?b.bids.aircraft_id} = ? AND NOT b.id <=> ? LIMIT 1',
    [aircraftId, butBidId],
  );
  if (rows.length > 0) throw refuseAircraft('aircraft', 'It is taken by another bid.');
}

/** The first release has no such column. */
async function keepsAircraft({ database }: Host): Promise<boolean> {
  return (await database.columns('bids')).has('aircraft_id');
}

async function writeAircraft(
  { database, clock }: Host,
  { bidId, pilotId, aircraftId }: { readonly bidId: string; readonly pilotId: string; readonly aircraftId: string },
): Promise<void> {
  await database.run(
    'UPDATE {bids} SET aircraft_id = ?, updated_at = ? WHERE id = ? AND user_id = ? AND NOT aircraft_id <=> ?',
    [aircraftId, toSqlTime(clock.now()), bidId, pilotId, aircraftId],
  );
}

/** The platform cannot remove a bid on a flight that is deleted; its own page of bids does (FlightController, `bids`). */
async function removeStrayBid({ database }: Host, pilotId: string, bidId: string): Promise<void> {
  await database.run('DELETE FROM {bids} WHERE id = ? AND user_id = ?', [bidId, pilotId]);
}

function isAboutMissing(answer: RestAnswer): boolean {
  return answer.kind === 'refused' && answer.slug === 'not-found';
}

function unbooked(answer: RestAnswer): Refusal {
  if (isAboutMissing(answer)) return new Refusal('not-found', { message: 'There is no such schedule.' });
  if (answer.kind === 'refused' && answer.slug === 'bid-exists' && /aircraft/.test(answer.reason))
    return refuseAircraft('aircraft', answer.reason);
  return answer.kind === 'done' ? unavailable('it took a bid and does not have it') : toRefusal(answer);
}

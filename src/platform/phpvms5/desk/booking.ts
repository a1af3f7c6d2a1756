import type { MysqlRow, MysqlSession } from '../../../lib/mysql.ts';
import type { Bid } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { OpenLog } from '../../crew-center.ts';
import { findBid, whyBlocked } from '../../five/bids.ts';
import { readChoices } from '../../five/choices.ts';
import { isKey } from '../../five/host.ts';
import { numberOf, textOf } from '../../five/rows.ts';
import { keepsAircraft, planColumns, planJoins } from '../../five/schedule-rows.ts';
import { readViewer, type Viewer } from '../../five/schedule-rules.ts';
import type { BidOutcome, Bridge } from '../bridge.ts';
import type { Host } from '../host.ts';
import { readPilots } from '../pilots.ts';
import { type BidWish, completeBid, findBidOn, removeBidRows, setAircraft } from './bid-rows.ts';

/** Why no call sets the aircraft of a bid here. */
export const noAircraftInBids =
  'A booking has no aircraft of its own in this crew center: its schedule names one, and another can be chosen when the flight starts.';

/** Where bids are made, one at a time: `session` has the lock on them. */
export interface Counter {
  readonly session: MysqlSession;
  readonly host: Host;
  readonly bridge: Bridge | null;
  readonly log: OpenLog;
}

/** @throws Refusal as the port says; see `PilotDesk.book` */
export async function book(
  counter: Counter,
  pilotId: string,
  wanted: { readonly scheduleId: string; readonly aircraftId: string | null },
): Promise<Bid> {
  const { session, host } = counter;
  await requirePilot(host, pilotId);
  const schedule = await readSchedule(session, host, wanted.scheduleId);
  const wish = { pilotId, scheduleId: textOf(schedule.scheduleId), aircraftId: null };
  const known = await findBidOn(session, host, wish);
  if (known !== null) return requireBid(session, host, pilotId, known);
  const viewer = await readViewer(session, host, pilotId);
  const aircraftId = await chooseFor(session, host, viewer, schedule, wanted.aircraftId);
  await requireBookable(session, host, viewer, schedule);
  const bidId = await placeBid(counter, { ...wish, aircraftId });
  return requireBid(session, host, pilotId, bidId);
}

/** A bid that is gone is no error. @throws Refusal `bid-not-found` when it is another pilot's */
export async function unbook({ session, host, bridge, log }: Counter, pilotId: string, bidId: string): Promise<void> {
  const [row] = isKey(bidId)
    ? await session.rows(`SELECT pilotid, routeid FROM ${host.tables.bids.quoted} WHERE bidid = ?`, [bidId])
    : [];
  if (row === undefined) return;
  if (textOf(row.pilotid) !== pilotId) throw new Refusal('bid-not-found', { message: 'You have no such booking.' });
  if (bridge?.functions.removeBid === true) say(log, 'removeBid', await bridge.removeBid(bidId));
  await removeBidRows(session, host, { bidId, scheduleId: textOf(row.routeid) });
}

/** @throws Refusal `bid-not-found`, `invalid` naming `aircraft`; `crew-center-refused` where bids name no aircraft */
export async function chooseAircraft(
  { session, host }: Counter,
  pilotId: string,
  bidId: string,
  aircraftId: string,
): Promise<Bid> {
  if (!keepsAircraft(host)) throw refused(noAircraftInBids);
  const bid = await requireBid(session, host, pilotId, bidId);
  const [row] = await selectSchedules(session, host, bid.plan.scheduleId ?? '0', '');
  if (row === undefined) throw refused(bid.blocked ?? 'Its schedule is no longer in the crew center.');
  await chooseFor(session, host, await readViewer(session, host, pilotId), row, aircraftId);
  await setAircraft(session, host, bidId, aircraftId);
  return requireBid(session, host, pilotId, bidId);
}

/** @throws Refusal `crew-center-refused` when nobody has this id */
export async function requirePilot(host: Host, pilotId: string): Promise<void> {
  if ((await readPilots(host, [pilotId])).size === 0) throw refused('The crew center has no such pilot.');
}

/** @throws Refusal `crew-center-refused` */
export async function requireNoOtherBid(session: MysqlSession, host: Host, pilotId: string): Promise<void> {
  if (!host.settings.oneBidAtATime) return;
  const [row] = await session.rows(`SELECT 1 FROM ${host.tables.bids.quoted} WHERE pilotid = ? LIMIT 1`, [pilotId]);
  if (row !== undefined) throw refused('You have another booking, and the crew center allows one at a time.');
}

export async function requireBid(session: MysqlSession, host: Host, pilotId: string, bidId: string): Promise<Bid> {
  const bid = await findBid(session, host, pilotId, bidId);
  if (bid === undefined) throw new Refusal('bid-not-found', { message: 'You have no such booking.' });
  return bid;
}

async function readSchedule(session: MysqlSession, host: Host, scheduleId: string): Promise<MysqlRow> {
  const rows = isKey(scheduleId) ? await selectSchedules(session, host, scheduleId, 'AND s.enabled = 1') : [];
  if (rows[0] === undefined) throw new Refusal('not-found', { message: 'There is no such schedule.' });
  return rows[0];
}

function selectSchedules(session: MysqlSession, host: Host, scheduleId: string, and: string) {
  const level = host.tables.aircraft.columns.has('ranklevel') ? 'a.ranklevel' : '0';
  return session.rows(
    `SELECT ${planColumns(host)}, s.id AS routeid, s.aircraft AS wantedAircraft, ${level} AS rankLevel
      FROM ${host.tables.schedules.quoted} s ${planJoins(host, 's.aircraft')} WHERE s.id = ? ${and}`,
    [scheduleId],
  );
}

/** The aircraft for the bid; null where bids name none. @throws Refusal `invalid` naming `aircraft` */
async function chooseFor(
  session: MysqlSession,
  host: Host,
  viewer: Viewer,
  schedule: MysqlRow,
  wanted: string | null,
): Promise<string | null> {
  const ids = (await readChoices(session, host, viewer.rankLevel)).of(schedule);
  if (wanted !== null && !ids.includes(wanted)) {
    const named = textOf(schedule.registration);
    const message =
      keepsAircraft(host) || named === ''
        ? 'You may not take this aircraft for this schedule.'
        : `This schedule is flown with ${named}.`;
    throw new Refusal('invalid', { message, fields: { aircraft: message } });
  }
  if (!keepsAircraft(host)) return null;
  const chosen = wanted ?? ids[0];
  if (chosen === undefined) throw refused(whyBlocked(schedule) ?? 'There is no aircraft that you may take for it.');
  return chosen;
}

/** @throws Refusal `crew-center-refused` with the rule that is against it */
async function requireBookable(session: MysqlSession, host: Host, viewer: Viewer, schedule: MysqlRow): Promise<void> {
  const blocked = whyBlocked(schedule);
  if (blocked !== null) throw refused(blocked);
  if (host.settings.restrictsAircraftByRank && (numberOf(schedule.rankLevel) ?? 0) > viewer.rankLevel)
    throw refused(`Its aircraft (${textOf(schedule.registration)}) needs a higher rank.`);
  const { lastArrival } = viewer;
  if (lastArrival !== null && textOf(schedule.depicao).toUpperCase() !== lastArrival.toUpperCase())
    throw refused(`Your last flight ended at ${lastArrival}, and your next one departs there.`);
  await requireNoOtherBid(session, host, viewer.pilotId);
  if (!host.settings.hidesBookedSchedules) return;
  const [other] = await session.rows(`SELECT 1 FROM ${host.tables.bids.quoted} WHERE routeid = ? LIMIT 1`, [
    textOf(schedule.scheduleId),
  ]);
  if (other !== undefined) throw refused('Another pilot has booked this flight.');
}

/** By the platform's own function, so that its modules hear of it; then what that did not do. */
async function placeBid({ session, host, bridge, log }: Counter, wish: BidWish): Promise<string> {
  if (bridge?.functions.addBid === true) {
    const outcome = await bridge.addBid(wish.pilotId, wish);
    if (outcome.kind === 'stopped') throw refused('A module of the crew center does not allow this booking.');
    say(log, 'addBid', outcome);
  }
  return completeBid(session, host, wish);
}

function say(log: OpenLog, name: string, outcome: BidOutcome): void {
  if (outcome.kind === 'failed') log('info', 'booked by SQL', { function: name, reason: outcome.reason });
}

function refused(message: string): Refusal {
  return new Refusal('crew-center-refused', { message });
}

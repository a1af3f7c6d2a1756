import type { MysqlRow, MysqlSession } from '../../../lib/mysql.ts';
import { inTransaction } from '../../../lib/mysql-session.ts';
import type { Charter } from '../../../tracking/desk-model.ts';
import type { Bid, Plan } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { hoursPointMinutes, minutesBetween } from '../../five/flight-words.ts';
import { isKey } from '../../five/host.ts';
import { distanceInUnits } from '../../five/host-settings.ts';
import { plainCode } from '../../five/plain-text.ts';
import { textOf } from '../../five/rows.ts';
import { keepsAircraft, presentColumns } from '../../five/schedule-rows.ts';
import type { Host } from '../host.ts';
import { planFreeFlight } from '../plans.ts';
import { charterNotes, isCharter, markSchedule, removeStrayCharters } from '../settle-schedule.ts';
import { type ColumnValues, completeInsert, expression } from '../statements.ts';
import { insertBid } from './bid-rows.ts';
import { type Counter, requireBid, requireNoOtherBid, requirePilot } from './booking.ts';

/**
 * A hidden schedule with the pilot's bid, as smartCARS 3 makes it (its phpVMS 5 handler, flights/charter.php); both go with the
 * bid. The platform has no function for one.
 * @throws Refusal `invalid` naming every field that is wrong, `crew-center-refused` with the rule that is against it
 */
export async function charterFlight({ session, host }: Counter, pilotId: string, charter: Charter): Promise<Bid> {
  await requirePilot(host, pilotId);
  const schedule = scheduleOf(host, charter, await planCharter(host, pilotId, charter));
  const known = await findCharter(session, host, pilotId, schedule);
  if (known !== null) return requireBid(session, host, pilotId, known);
  await requireNoOtherBid(session, host, pilotId);
  const bidId = await inTransaction(session, async () => {
    await removeStrayCharters(session, host);
    const values = { ...schedule, ...beside(charter) };
    const insert = await completeInsert(session, host.tables.schedules, [values]);
    const scheduleId = String((await session.run(insert.sql, insert.values)).insertId);
    const aircraftId = keepsAircraft(host) ? charter.aircraftId : null;
    const id = await insertBid(session, host, { pilotId, scheduleId, aircraftId });
    await markSchedule(session, host, scheduleId);
    return id;
  });
  return requireBid(session, host, pilotId, bidId);
}

/** @throws Refusal `invalid` */
async function planCharter(host: Host, pilotId: string, charter: Charter): Promise<Plan> {
  const aircraft = charter.aircraftId !== null && isKey(charter.aircraftId) ? charter.aircraftId : null;
  const plan = await planFreeFlight(host, pilotId, { ...charter, aircraft, registration: null });
  if (plan.aircraft?.id === aircraft) return plan;
  const message = 'The crew center has no such aircraft in service for this pilot.';
  throw new Refusal('invalid', { message, fields: { aircraft: message } });
}

type Texts = Readonly<Record<string, string>>;

/** What identifies a charter. */
function scheduleOf(host: Host, charter: Charter, plan: Plan): Texts {
  const { departureTime, arrivalTime, cruiseAltitudeFt, kind } = charter;
  const minutes = minutesBetween(departureTime, arrivalTime);
  const all: Texts = {
    code: plan.airlineCode ?? '',
    flightnum: plan.flightNumber,
    depicao: plan.departure.icao,
    arricao: plan.arrival.icao,
    route: plainCode(charter.route ?? ''),
    aircraft: plan.aircraft?.id ?? '',
    flightlevel: cruiseAltitudeFt === null ? '' : String(Math.round(cruiseAltitudeFt / 100)),
    distance: String(Math.round(distanceInUnits(host.settings, plan.distanceNm ?? 0) * 10) / 10),
    deptime: departureTime ?? '',
    arrtime: arrivalTime ?? '',
    flighttime: String(Number(hoursPointMinutes(minutes ?? 0))),
    flighttype: kind === 'cargo' ? 'C' : 'P',
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => host.tables.schedules.columns.has(name)));
}

/** A seat or a pound costs what smartCARS 3 takes for it. */
function beside({ kind }: Charter): ColumnValues {
  return {
    route_details: '',
    daysofweek: '0123456',
    price: kind === 'cargo' ? 0.1 : 10,
    payforflight: 0,
    timesflown: 0,
    notes: expression(`CONCAT('${charterNotes} ', CURDATE())`),
    enabled: 0,
    bidid: 0,
  };
}

/** Id of the pilot's bid on such a charter. Distance and time follow from the rest, and come back from their columns rounded. */
async function findCharter(
  session: MysqlSession,
  host: Host,
  pilotId: string,
  schedule: Texts,
): Promise<string | null> {
  const { bids, schedules } = host.tables;
  const names = Object.keys(schedule).filter((name) => name !== 'distance' && name !== 'flighttime');
  const rows = await session.rows(
    `SELECT b.bidid, ${presentColumns(schedules, 's', names)} FROM ${bids.quoted} b
      JOIN ${schedules.quoted} s ON s.id = b.routeid WHERE b.pilotid = ? AND ${isCharter} ORDER BY b.bidid`,
    [pilotId],
  );
  const isSame = (row: MysqlRow) => names.every((name) => textOf(row[name]) === schedule[name]);
  return textOf(rows.find(isSame)?.bidid) || null;
}

import type { MysqlSession } from '../../lib/mysql.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { numberOf } from '../five/rows.ts';
import type { HostFlight } from '../port.ts';
import type { Bridge, FilingGuard } from './bridge.ts';
import type { Filing } from './filing-form.ts';
import type { Host } from './host.ts';
import { isCharter } from './settle-schedule.ts';
import { unavailable } from './unavailable.ts';

/** Logs how a flight was filed, and why not by the platform's own function. */
export type FilingLog = (message: string, details: Readonly<Record<string, unknown>>) => void;

/** Whether the platform's own function files this flight. @throws Refusal while its duplicate check would return an older PIREP */
export async function isForHost(
  session: MysqlSession,
  host: Host,
  bridge: Bridge | null,
  flight: HostFlight,
  filing: Filing,
  log: FilingLog,
): Promise<boolean> {
  if (bridge?.functions.filePirep !== true) return false;
  const obstacle = await obstacleForHost(session, host, flight, filing);
  if (obstacle !== null) {
    log('filed by SQL', { flightId: flight.id, reason: obstacle });
    return false;
  }
  await awaitDuplicateCheck(session, host, flight, filing);
  return true;
}

/**
 * Has the platform file the flight. Nobody may hold the pilot's lock meanwhile: its PHP takes it.
 * @returns null when that went well, else why it did not; prepared SQL may file then, under the lock.
 */
export async function fileByHost(
  bridge: Bridge,
  flight: HostFlight,
  filing: Filing,
  guard: FilingGuard,
): Promise<string | null> {
  const outcome = await bridge.filePirep(flight.pilotId, filing, guard);
  if (outcome.kind === 'stopped') {
    throw new Refusal('crew-center-refused', { message: `The crew center refused the PIREP: ${outcome.reason}` });
  }
  if (outcome.kind === 'busy') throw unavailable('Another filing of this pilot is under way.', 10);
  return outcome.kind === 'done' ? null : outcome.reason;
}

/** Where its function would do something else than file this flight. */
async function obstacleForHost(session: MysqlSession, host: Host, flight: HostFlight, filing: Filing) {
  // It puts code and number into statements as they are (SchedulesData::getBidWithRoute).
  if (!/^[A-Z0-9]{1,3}$/.test(filing.code) || !/^[A-Z0-9-]+$/.test(filing.flightnum)) {
    return 'the flight number has letters that its function does not take';
  }
  const { airports, bids, schedules } = host.tables;
  // It asks a service that is gone for airports that it does not know, and waits for it.
  const known = await session.rows(`SELECT icao FROM ${airports.quoted} WHERE icao IN (?, ?)`, [
    filing.depicao,
    filing.arricao,
  ]);
  const needed = new Set([filing.depicao, filing.arricao]).size;
  if (known.length < needed) return 'an airport is not in the crew center';
  // It closes the first bid of this code and number, which may be another one.
  const [row] = await session.rows(
    `SELECT COUNT(*) AS others FROM ${bids.quoted} b JOIN ${schedules.quoted} s ON s.id = b.routeid
      WHERE b.pilotid = ? AND s.code = ? AND s.flightnum = ? AND b.bidid <> ?`,
    [flight.pilotId, filing.code, filing.flightnum, flight.bidId ?? '0'],
  );
  if ((numberOf(row?.others) ?? 0) > 0) return 'the pilot has another bid of this flight number';
  return (await sharesNumber(session, host, flight)) ? 'a scheduled flight has the number of this charter' : null;
}

/** It takes the price of the first schedule of this code and number; a charter's own may be another one. */
async function sharesNumber(session: MysqlSession, host: Host, { plan }: HostFlight): Promise<boolean> {
  if (plan.scheduleId === null) return false;
  const { quoted } = host.tables.schedules;
  const rows = await session.rows(
    `SELECT 1 FROM ${quoted} s JOIN ${quoted} o ON o.code = s.code AND o.flightnum = s.flightnum AND o.id <> s.id
      WHERE s.id = ? AND ${isCharter} LIMIT 1`,
    [plan.scheduleId],
  );
  return rows.length > 0;
}

/** Within that time its function returns the older PIREP and closes the bid. */
async function awaitDuplicateCheck(
  session: MysqlSession,
  host: Host,
  flight: HostFlight,
  filing: Filing,
): Promise<void> {
  const { duplicateMinutes } = host.settings;
  if (duplicateMinutes <= 0) return;
  const [row] = await session.rows(
    `SELECT TIMESTAMPDIFF(SECOND, NOW(), MAX(submitdate) + INTERVAL ? MINUTE) AS waitS
      FROM ${host.tables.pireps.quoted}
      WHERE pilotid = ? AND code = ? AND flightnum = ? AND submitdate >= NOW() - INTERVAL ? MINUTE`,
    [duplicateMinutes, flight.pilotId, filing.code, filing.flightnum, duplicateMinutes],
  );
  const waitS = numberOf(row?.waitS);
  if (waitS === null) return;
  throw unavailable('The crew center takes a flight number of a pilot once a minute.', Math.max(1, waitS + 1));
}

import { inTransaction, type MysqlSession } from '../../lib/mysql.ts';
import { digest } from '../../lib/tokens.ts';
import type { Pirep, Standing } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import type { Bridge } from './bridge.ts';
import { type CustomField, type Filing, makeFiling } from './filing.ts';
import { moneyColumns } from './finance.ts';
import { type Host, isKey } from './host.ts';
import { readPilots } from './pilots.ts';
import { findPirep } from './pirep-rows.ts';
import { numberOf, textOf } from './rows.ts';
import { phpSerialise } from './serialised.ts';
import { settleActivity, settleFiling, settleGroups, settlePilot } from './settle.ts';
import { type ColumnValues, completeInsert, now } from './statements.ts';

/** Tells how a flight was filed, and why not by the platform's own function. */
export type FilingLog = (message: string, details: Readonly<Record<string, unknown>>) => void;

/**
 * Files once: under a lock of the database, so that two servers or a repeat cannot both file, it looks first for a PIREP that
 * carries our flight's id, then has the platform file it, or does so itself, then looks again.
 */
export async function filePirep(
  host: Host,
  bridge: Bridge | null,
  flight: HostFlight,
  pirep: Pirep,
  log: FilingLog,
): Promise<HostPirep> {
  const standing = (await readPilots(host, [flight.pilotId])).get(flight.pilotId)?.standing ?? 'deleted';
  return host.mysql.session((session) =>
    locked(session, host, flight, async () => {
      const filing = await makeFiling(session, host, flight, pirep, await readCustomFields(session, host));
      const found = await findPirep(session, host, flight);
      if (found === null) await checkCanFile(session, host, flight, standing);
      const isByHost = found === null && (await fileByHost(session, host, bridge, flight, filing, log));
      if (found === null && !isByHost) await insertPirep(session, host, flight, filing);
      const filed = await findPirep(session, host, flight);
      if (filed === null) throw unavailable('The crew center does not show the PIREP that it was given.', 30);
      await settle(session, host, flight, filed, filing, standing);
      return filed;
    }),
  );
}

async function settle(
  session: MysqlSession,
  host: Host,
  flight: HostFlight,
  filed: HostPirep,
  filing: Filing,
  standing: Standing,
): Promise<void> {
  await inTransaction(session, async () => {
    await settleFiling(session, host, flight, filed.pirepId, filing);
    if (!mayFly(standing)) return;
    await settlePilot(session, host, flight.pilotId, filed.pirepId);
    if (standing === 'on-leave') await settleGroups(session, host, flight.pilotId);
  });
  await settleActivity(session, host, flight.pilotId, filed.pirepId, filing);
}

async function locked<T>(session: MysqlSession, host: Host, flight: HostFlight, task: () => Promise<T>): Promise<T> {
  const name = `tracker:${digest(`${host.tables.prefix}:${flight.pilotId}`).slice(0, 40)}`;
  const [row] = await session.rows(`SELECT GET_LOCK(CONCAT(?, SUBSTRING(MD5(DATABASE()), 1, 12)), 5) AS taken`, [name]);
  if (numberOf(row?.taken) !== 1) throw unavailable('Another filing of this pilot is under way.', 10);
  try {
    return await task();
  } finally {
    await session
      .rows(`SELECT RELEASE_LOCK(CONCAT(?, SUBSTRING(MD5(DATABASE()), 1, 12))) AS released`, [name])
      .catch(() => undefined);
  }
}

function mayFly(standing: Standing): boolean {
  return standing === 'active' || standing === 'on-leave';
}

/** The platform's function would make a banned pilot active again, and stores a PIREP of a pilot or aircraft that is gone. */
async function checkCanFile(session: MysqlSession, host: Host, flight: HostFlight, standing: Standing): Promise<void> {
  if (!mayFly(standing)) {
    const message =
      standing === 'deleted'
        ? 'The pilot is no longer in the crew center.'
        : `The crew center does not let this pilot fly (${standing}).`;
    throw new Refusal('crew-center-refused', { message });
  }
  const aircraft = flight.aircraft ?? flight.plan.aircraft;
  if (aircraft === null) return;
  const { quoted } = host.tables.aircraft;
  const rows = isKey(aircraft.id) ? await session.rows(`SELECT id FROM ${quoted} WHERE id = ?`, [aircraft.id]) : [];
  if (rows.length > 0) return;
  const name = aircraft.registration ?? aircraft.id;
  throw new Refusal('crew-center-refused', { message: `The aircraft ${name} is no longer in the crew center.` });
}

/** True when the platform's own function has been called and did not fail. */
async function fileByHost(
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
  const outcome = await bridge.filePirep(flight.pilotId, filing);
  if (outcome.kind === 'stopped') {
    throw new Refusal('crew-center-refused', { message: `The crew center refused the PIREP: ${outcome.reason}` });
  }
  if (outcome.kind === 'done') return true;
  const isFiled = (await findPirep(session, host, flight)) !== null;
  log(isFiled ? 'filed, but the platform did not end well' : 'filed by SQL', {
    flightId: flight.id,
    reason: outcome.reason,
  });
  return isFiled;
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
  return (numberOf(row?.others) ?? 0) > 0 ? 'the pilot has another bid of this flight number' : null;
}

/** Within that time its function answers with the older PIREP, and closes the bid. */
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

/** The same rows as the platform's function leaves, under any `sql_mode`. */
async function insertPirep(session: MysqlSession, host: Host, flight: HostFlight, filing: Filing): Promise<void> {
  const money = await moneyColumns(session, host, flight, filing);
  const { columns } = host.tables.pireps;
  const values: ColumnValues = {
    pilotid: flight.pilotId,
    code: filing.code,
    flightnum: filing.flightnum,
    depicao: filing.depicao,
    arricao: filing.arricao,
    route: filing.route,
    // Empty: the platform makes it of the route when the PIREP is looked at (PIREPData::getReportDetails).
    route_details: '',
    aircraft: filing.aircraft,
    flighttime: filing.flighttime,
    flighttime_stamp: `${filing.flighttime.replace('.', ':')}:00`,
    distance: filing.distance,
    landingrate: filing.landingrate,
    submitdate: now,
    modifieddate: now,
    accepted: 0,
    log: filing.log,
    fuelused: filing.fuelused,
    source: filing.source,
    exported: 0,
    rawdata: phpSerialise(filing.rawdata),
    ...money,
  };
  const insert = completeInsert(host.tables.pireps, [values]);
  if (!columns.has('rawdata')) throw new Error('pireps.rawdata is needed to know a PIREP again');
  await session.run(insert.sql, insert.values);
}

async function readCustomFields(session: MysqlSession, host: Host): Promise<readonly CustomField[]> {
  if (host.tables.pirepfields === null) return [];
  const rows = await session.rows(`SELECT fieldid, title, name FROM ${host.tables.pirepfields.quoted}`);
  return rows.map((row) => ({
    id: numberOf(row.fieldid) ?? 0,
    names: [textOf(row.name).trim().toLowerCase(), textOf(row.title).trim().toLowerCase()],
  }));
}

function unavailable(message: string, retryAfterS: number): Refusal {
  return new Refusal('crew-center-unavailable', { message, retryAfterS });
}

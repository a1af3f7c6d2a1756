import type { MysqlSession } from '../../lib/mysql.ts';
import { inTransaction } from '../../lib/mysql-session.ts';
import type { Pirep, Standing } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { isKey } from '../five/host.ts';
import { numberOf, textOf } from '../five/rows.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import type { Bridge } from './bridge.ts';
import { type FilingLog, fileByHost, isForHost } from './file-by-host.ts';
import { type CustomField, type Filing, makeFiling } from './filing-form.ts';
import type { Host } from './host.ts';
import { insertPirep } from './insert-pirep.ts';
import { locked, lockOf } from './lock.ts';
import { readPilots } from './pilots.ts';
import { findPirep, markOf } from './pirep-rows.ts';
import { settleActivity, settleFiling, settleGroups, settlePilot } from './settle.ts';
import { unavailable } from './unavailable.ts';

/**
 * Files once. Under a lock of the database, so that two servers or a repeat cannot both file, it looks for a PIREP that carries
 * our flight's id. Without one the platform files it, under the same lock in its own connection; then, under ours again, what
 * the platform did not do is done by SQL.
 */
export async function filePirep(
  host: Host,
  bridge: Bridge | null,
  flight: HostFlight,
  pirep: Pirep,
  log: FilingLog,
): Promise<HostPirep> {
  const standing = (await readPilots(host, [flight.pilotId])).get(flight.pilotId)?.standing ?? 'deleted';
  return host.mysql.session(async (session) => {
    const lock = await lockOf(session, host, flight.pilotId);
    const { filing, isHosts } = await locked(session, lock, busy, async () => {
      const filing = await makeFiling(session, host, flight, pirep, await readCustomFields(session, host));
      if ((await findPirep(session, host, flight)) !== null) return { filing, isHosts: false };
      await checkCanFile(session, host, flight, standing);
      return { filing, isHosts: await isForHost(session, host, bridge, flight, filing, log) };
    });
    const guard = { lock, table: host.tables.pireps.quoted, mark: markOf(flight) };
    const problem = bridge !== null && isHosts ? await fileByHost(bridge, flight, filing, guard) : null;
    return locked(session, lock, busy, async () => {
      const byHost = await findPirep(session, host, flight);
      if (problem !== null) {
        const how = byHost === null ? 'filed by SQL' : 'filed, but the platform did not end well';
        log(how, { flightId: flight.id, reason: problem });
      }
      if (byHost === null && (!isHosts || problem !== null)) await insertPirep(session, host, flight, filing);
      const filed = byHost ?? (await findPirep(session, host, flight));
      if (filed === null) throw unavailable('The crew center does not show the PIREP that it was given.', 30);
      await settle(session, host, flight, filed, filing, standing);
      return filed;
    });
  });
}

const busy = 'Another filing of this pilot is under way.';

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

function mayFly(standing: Standing): boolean {
  return standing === 'active' || standing === 'on-leave';
}

/** The platform's function would make a banned pilot active again, and stores a PIREP of a pilot or aircraft that is gone. */
async function checkCanFile(session: MysqlSession, host: Host, flight: HostFlight, standing: Standing): Promise<void> {
  if (!mayFly(standing)) {
    const message =
      standing === 'deleted'
        ? 'The pilot is no longer in the crew center.'
        : `The crew center does not allow this pilot to fly (${standing}).`;
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

async function readCustomFields(session: MysqlSession, host: Host): Promise<readonly CustomField[]> {
  if (host.tables.pirepfields === null) return [];
  const rows = await session.rows(`SELECT fieldid, title, name FROM ${host.tables.pirepfields.quoted}`);
  return rows.map((row) => ({
    id: numberOf(row.fieldid) ?? 0,
    names: [textOf(row.name).trim().toLowerCase(), textOf(row.title).trim().toLowerCase()],
  }));
}

import type { MysqlSession } from '../../lib/mysql.ts';
import { isKey } from '../five/host.ts';
import { phpSerialise, type Serialisable } from '../five/php-serialised.ts';
import { numberOf, textOf } from '../five/rows.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import type { Host } from './host.ts';

/** PIREP_PENDING … PIREP_INPROGRESS (core/app.config.php); its core never sets the last one. */
const states: Readonly<Record<number, HostPirep['state']>> = { 0: 'pending', 1: 'accepted', 2: 'rejected', 3: 'open' };

/** Content of `rawdata` of Tracker's PIREPs; the platform unserialises it at every view, so it contains only ASCII words. */
export function rawdataOf(flightId: string, basis: Readonly<Record<string, string>>): Serialisable {
  return { tracker: flightId, basis };
}

/** Returns the PIREP of this flight: by its id once known, else by the flight's id in `rawdata`. */
export async function findPirep(session: MysqlSession, host: Host, flight: HostFlight): Promise<HostPirep | null> {
  if (!isKey(flight.pilotId)) return null;
  return (await findById(session, host, flight)) ?? findByFlight(session, host, flight);
}

async function findById(session: MysqlSession, host: Host, flight: HostFlight): Promise<HostPirep | null> {
  if (flight.pirepId === null || !isKey(flight.pirepId)) return null;
  const { quoted } = host.tables.pireps;
  return first(
    await session.rows(`SELECT pirepid, accepted FROM ${quoted} WHERE pirepid = ? AND pilotid = ?`, [
      flight.pirepId,
      flight.pilotId,
    ]),
  );
}

/** What `rawdata` of this flight's PIREP holds, and no other's. */
export function markOf(flight: HostFlight): string {
  return `${phpSerialise('tracker')}${phpSerialise(flight.id)}`;
}

/** Searches for the serialised text: `s:16:"…"` cannot be part of another flight's id. */
async function findByFlight(session: MysqlSession, host: Host, flight: HostFlight): Promise<HostPirep | null> {
  const { quoted } = host.tables.pireps;
  return first(
    await session.rows(
      `SELECT pirepid, accepted FROM ${quoted} WHERE pilotid = ? AND LOCATE(?, rawdata) > 0 ORDER BY pirepid LIMIT 1`,
      [flight.pilotId, markOf(flight)],
    ),
  );
}

function first(rows: readonly Readonly<Record<string, unknown>>[]): HostPirep | null {
  const [row] = rows;
  if (row === undefined) return null;
  return { pirepId: textOf(row.pirepid), state: states[numberOf(row.accepted) ?? 0] ?? 'pending' };
}

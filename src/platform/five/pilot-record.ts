import type { MysqlRow } from '../../lib/mysql.ts';
import type { PilotProfile, PilotStatistics } from '../../tracking/desk-model.ts';
import type { FlightClass, HostFlight } from '../port.ts';
import { joined } from './conditions.ts';
import { minutesOf } from './flight-words.ts';
import { type FiveHost, keyOrNobody } from './host.ts';
import { filedBy } from './logbook.ts';
import { pilotCode } from './pilot-ident.ts';
import { numberOf, textOf } from './rows.ts';
import { presentColumns } from './schedule-rows.ts';

/** What the pilot has flown, as the platform counts it; nothing for a pilot who is not there. */
export async function readStatistics(host: FiveHost, pilotId: string): Promise<PilotStatistics> {
  const { pilots, pireps } = host.tables;
  const [pilot] = await host.mysql.rows(`SELECT totalflights, totalhours FROM ${pilots.quoted} WHERE pilotid = ?`, [
    keyOrNobody(pilotId),
  ]);
  const where = joined(filedBy(pilotId));
  const [filed] = await host.mysql.rows(
    `SELECT COUNT(*) AS pireps, AVG(NULLIF(p.landingrate, 0)) AS rate FROM ${pireps.quoted} p WHERE ${where.sql}`,
    where.values,
  );
  const rate = numberOf(filed?.rate);
  return {
    flights: numberOf(pilot?.totalflights) ?? 0,
    // Hours and minutes with a point between (PilotData::updatePilotStats), as all its times.
    flightTimeMin: minutesOf(numberOf(pilot?.totalhours) ?? 0) ?? 0,
    pireps: numberOf(filed?.pireps) ?? 0,
    averageLandingRateFpm: rate === null ? null : Math.round(rate * 100) / 100,
  };
}

/** How the crew center's pictures are reached; null for what is none. */
export interface Pictures {
  /** @param kept - as staff entered it */
  ofRank(kept: string): string | null;
  ofPilot(pilotCode: string): string | null;
}

/** Null for nobody. */
export async function readProfile(host: FiveHost, pictures: Pictures, pilotId: string): Promise<PilotProfile | null> {
  const { pilots, airlines } = host.tables;
  const names = ['pilotid', 'code', 'firstname', 'lastname', 'email', 'rank', 'ranklevel'];
  const [row] = await host.mysql.rows(
    `SELECT ${presentColumns(pilots, 'p', names)}, l.id AS airlineId FROM ${pilots.quoted} p LEFT JOIN ${airlines.quoted} l ON l.code = p.code
          WHERE p.pilotid = ?`,
    [keyOrNobody(pilotId)],
  );
  if (row === undefined) return null;
  return {
    firstName: textOf(row.firstname),
    lastName: textOf(row.lastname),
    email: textOf(row.email),
    rank: {
      name: textOf(row.rank),
      imageUrl: pictures.ofRank(await readRankImage(host, row)),
      level: numberOf(row.ranklevel) ?? 0,
    },
    avatarUrl: pictures.ofPilot(pilotCode(host.settings, row)),
    airlineId: textOf(row.airlineId) || null,
  };
}

/** Returns the rank of a flight's pilot, for the airline's rules. Version 5 has no subfleets. */
export async function readFlightClass(host: FiveHost, { pilotId }: HostFlight): Promise<FlightClass> {
  const { pilots } = host.tables;
  const rank = presentColumns(pilots, 'p', ['rank']);
  if (rank === '') return { rank: null, subfleets: [] };
  const [row] = await host.mysql.rows(`SELECT ${rank} FROM ${pilots.quoted} p WHERE p.pilotid = ?`, [
    keyOrNobody(pilotId),
  ]);
  return { rank: textOf(row?.rank) || null, subfleets: [] };
}

/** By the rank's name, as the platform joins them (PilotData::findPilots). */
async function readRankImage(host: FiveHost, pilot: MysqlRow): Promise<string> {
  const { ranks } = host.tables;
  if (ranks === null) return '';
  const [row] = await host.mysql.rows(`SELECT rankimage FROM ${ranks.quoted} WHERE \`rank\` = ? LIMIT 1`, [
    textOf(pilot.rank),
  ]);
  return textOf(row?.rankimage);
}

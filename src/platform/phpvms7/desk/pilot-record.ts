import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { PilotProfile, PilotStatistics } from '../../../tracking/desk-model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { pirepState } from '../../seven/pirep-state.ts';
import type { Database } from '../database.ts';
import { linkOf } from './site-links.ts';

/** Flights and minutes as the site counts them (accepted PIREPs); the landing rate of all that were filed; 0 is no landing. */
export async function readStatistics(database: Database, pilotId: string): Promise<PilotStatistics> {
  const { pending, accepted, rejected } = pirepState;
  const [row] = await database.rows(
    `SELECT u.flights, u.flight_time, COUNT(p.id) AS pireps, AVG(NULLIF(p.landing_rate, 0)) AS landing_rate
     FROM {users} u LEFT JOIN {pireps} p ON p.user_id = u.id AND {?p.pireps.deleted_at} IS NULL AND p.state IN (?, ?, ?)
     WHERE u.id = ? GROUP BY u.id, u.flights, u.flight_time`,
    [pending, accepted, rejected, pilotId],
  );
  if (row === undefined) return { flights: 0, flightTimeMin: 0, pireps: 0, averageLandingRateFpm: null };
  const rate = numberOrNull(row, 'landing_rate');
  return {
    flights: numberOrNull(row, 'flights') ?? 0,
    flightTimeMin: numberOrNull(row, 'flight_time') ?? 0,
    pireps: numberOf(row, 'pireps'),
    averageLandingRateFpm: rate === null ? null : Math.round(rate * 100) / 100,
  };
}

/** @throws Refusal `not-found` */
export async function readProfile(database: Database, siteUrl: string, pilotId: string): Promise<PilotProfile> {
  const [row] = await database.rows(
    `SELECT u.name, u.email, u.avatar, u.airline_id, r.name AS rank_name, r.image_url,
       IF(r.id IS NULL, 0, 1 + (SELECT COUNT(*) FROM {ranks} l WHERE l.hours < r.hours AND {?l.ranks.deleted_at} IS NULL)) AS level
     FROM {users} u LEFT JOIN {ranks} r ON r.id = u.rank_id WHERE u.id = ? AND {?u.users.deleted_at} IS NULL`,
    [pilotId],
  );
  if (row === undefined) throw new Refusal('not-found', { message: 'The crew center has no such pilot.' });
  const [firstName = '', ...rest] = (textOrNull(row, 'name') ?? '').trim().split(/\s+/);
  return {
    firstName,
    lastName: rest.join(' '),
    email: textOf(row, 'email'),
    rank: {
      name: textOrNull(row, 'rank_name') ?? '',
      imageUrl: linkOf(siteUrl, textOrNull(row, 'image_url')),
      level: numberOrNull(row, 'level') ?? 0,
    },
    avatarUrl: avatarOf(row, siteUrl),
    airlineId: textOrNull(row, 'airline_id'),
  };
}

/** An address, or a file below `uploads` (config/filesystems.php, disk `public`). */
function avatarOf(row: Row, siteUrl: string): string | null {
  const kept = textOrNull(row, 'avatar')?.trim() ?? '';
  if (kept === '' || kept.startsWith('http')) return linkOf(siteUrl, kept);
  return linkOf(siteUrl, `uploads/${kept.replace(/^\/+/, '')}`);
}

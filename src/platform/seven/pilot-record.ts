import { numberOf, numberOrNull, type Row, textOrNull } from '../../lib/row.ts';
import type { PilotProfile, PilotStatistics } from '../../tracking/desk-model.ts';
import { pirepState } from './pirep-state.ts';
import type { Tables } from './tables.ts';

/** Flights and minutes as the crew center counts them (accepted PIREPs); the landing rate of all that were filed; 0 is no landing. */
export async function readStatistics(tables: Tables, pilotId: string): Promise<PilotStatistics> {
  const { pending, accepted, rejected } = pirepState;
  const [row] = await tables.rows(
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

/** How the crew center's pictures are reached; null for what is none. */
export interface Pictures {
  ofRank(kept: string | null): string | null;
  ofPilot(kept: string | null): string | null;
}

/** Null for nobody. */
export async function readProfile(tables: Tables, pictures: Pictures, pilotId: string): Promise<PilotProfile | null> {
  const [row] = await tables.rows(
    `SELECT u.name, u.email, u.avatar, u.airline_id, r.name AS rank_name, r.image_url, CASE WHEN r.id IS NULL THEN 0
       ELSE 1 + (SELECT COUNT(*) FROM {ranks} l WHERE l.hours < r.hours AND {?l.ranks.deleted_at} IS NULL) END AS level
     FROM {users} u LEFT JOIN {ranks} r ON r.id = u.rank_id WHERE u.id = ? AND {?u.users.deleted_at} IS NULL`,
    [pilotId],
  );
  return row === undefined ? null : toProfile(row, pictures);
}

function toProfile(row: Row, pictures: Pictures): PilotProfile {
  const [firstName = '', ...rest] = (textOrNull(row, 'name') ?? '').trim().split(/\s+/);
  return {
    firstName,
    lastName: rest.join(' '),
    email: textOrNull(row, 'email') ?? '',
    rank: {
      name: textOrNull(row, 'rank_name') ?? '',
      imageUrl: pictures.ofRank(textOrNull(row, 'image_url')),
      level: numberOrNull(row, 'level') ?? 0,
    },
    avatarUrl: pictures.ofPilot(textOrNull(row, 'avatar')),
    airlineId: textOrNull(row, 'airline_id'),
  };
}

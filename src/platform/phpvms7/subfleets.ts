import { numberOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Wish } from '../seven/schedule-plan.ts';
import type { Database } from './database.ts';
import type { SiteRules } from './site-settings.ts';

/**
 * Which subfleets the site offers a pilot for a flight: the flight's own, else (on main) its bundle's, else the company's (if a setting is on),
 * else all; cut down to those of the pilot's rank and type ratings (FlightService `filterSubfleets`, UserService
 * `getAllowableSubfleets`).
 */
export interface Subfleets {
  /** Null when the site has no restrictions. */
  readonly allowed: ReadonlySet<number> | null;
  of(wish: Pick<Wish, 'scheduleId' | 'airlineId'>): readonly number[];
}

/** Read at once for all flights. */
export async function readSubfleets(
  database: Database,
  pilotId: string,
  scheduleIds: readonly string[],
  rules: SiteRules,
): Promise<Subfleets> {
  const allowed = await readAllowedSubfleets(database, pilotId, rules);
  const pairs = await readPairs(database, 'flight_subfleet', 'o.flight_id = f.id', scheduleIds);
  const bundled = await readPairs(database, 'bundle_subfleet', 'o.bundle_id = {?f.flights.bundle_id}', scheduleIds);
  const every = await database.rows(
    'SELECT s.id, s.airline_id FROM {subfleets} s WHERE {?s.subfleets.deleted_at} IS NULL',
  );
  const bySchedule = Map.groupBy(pairs, (pair) => textOf(pair, 'flight_id'));
  const byBundle = Map.groupBy(bundled, (pair) => textOf(pair, 'flight_id'));
  const byAirline = Map.groupBy(every, (row) => textOrNull(row, 'airline_id'));
  return {
    allowed,
    of({ scheduleId, airlineId }) {
      const pinned = bySchedule.get(scheduleId ?? '') ?? byBundle.get(scheduleId ?? '') ?? [];
      const own = pinned.map((pair) => numberOf(pair, 'subfleet_id'));
      const company = own.length === 0 && rules.onlyCompanyAircraft ? (byAirline.get(airlineId) ?? []) : [];
      const named = own.length > 0 ? own : company.map((row) => numberOf(row, 'id'));
      if (named.length > 0) return named.filter((id) => allowed?.has(id) ?? true);
      return allowed === null ? every.map((row) => numberOf(row, 'id')) : [...allowed];
    },
  };
}

/** The subfleets of this table that are named for each flight. */
async function readPairs(
  database: Database,
  table: 'flight_subfleet' | 'bundle_subfleet',
  on: string,
  scheduleIds: readonly string[],
): Promise<readonly Row[]> {
  if (scheduleIds.length === 0) return [];
  const marks = scheduleIds.map(() => '?').join(', ');
  return database.rows(
    `SELECT f.id AS flight_id, o.subfleet_id FROM {flights} f JOIN {${table}} o ON ${on}
     JOIN {subfleets} s ON s.id = o.subfleet_id AND {?s.subfleets.deleted_at} IS NULL WHERE f.id IN (${marks})`,
    scheduleIds,
  );
}

/** By rank and type rating; null when the site has no restrictions. */
export async function readAllowedSubfleets(
  database: Database,
  pilotId: string,
  rules: SiteRules,
): Promise<ReadonlySet<number> | null> {
  const byRank = rules.restrictToRank
    ? await idsOf(
        database,
        'SELECT r.subfleet_id AS id FROM {subfleet_rank} r JOIN {users} u ON u.rank_id = r.rank_id WHERE u.id = ?',
        pilotId,
      )
    : null;
  const byRating = rules.restrictToTypeRating
    ? await idsOf(
        database,
        `SELECT t.subfleet_id AS id FROM {typerating_subfleet} t
         JOIN {typerating_user} u ON u.typerating_id = t.typerating_id WHERE u.user_id = ?`,
        pilotId,
      )
    : null;
  if (byRank === null || byRating === null) return byRank ?? byRating;
  return new Set([...byRank].filter((id) => byRating.has(id)));
}

async function idsOf(database: Database, sql: string, pilotId: string): Promise<Set<number>> {
  return new Set((await database.rows(sql, [pilotId])).map((row) => numberOf(row, 'id')));
}

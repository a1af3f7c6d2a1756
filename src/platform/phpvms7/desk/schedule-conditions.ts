import type { ScheduleFilter } from '../../../tracking/desk-model.ts';
import { conditionsOf } from '../../seven/schedule-search.ts';
import { toSqlTime } from '../../seven/sql-time.ts';
import type { Condition } from '../../seven/tables.ts';
import type { SiteRules } from '../site-settings.ts';

/** What an aircraft must be known by to find the flights that it may fly. */
export interface WantedAircraft {
  readonly subfleetId: number;
  readonly airportId: string | null;
}

/**
 * What this pilot's own list of flights shows, without what depends on where the pilot is
 * (app/Http/Controllers/Frontend/FlightController.php, `search`). The site hides flights by their days and dates once a
 * night (app/Cron/Nightly/SetActiveFlights.php): dates that are over since then are looked at here.
 * @param allowed - ids of subfleets; null: the site restricts nobody
 */
export function shownTo(allowed: ReadonlySet<number> | null, rules: SiteRules, now: number): readonly Condition[] {
  const today = toSqlTime(now).slice(0, 10);
  const [from, to] = ['{?f.flights.start_date}', '{?f.flights.end_date}'];
  return [
    // `active` is called `enabled` on main.
    ['{?f.flights.deleted_at} IS NULL AND COALESCE({?f.flights.active}, {?f.flights.enabled}) = 1'],
    ['COALESCE({?f.flights.visible}, 1) = 1'],
    ['al.active = 1 AND {?al.airlines.deleted_at} IS NULL'],
    [`${from} IS NULL OR ${to} IS NULL OR ? BETWEEN ${from} AND ${to}`, today],
    ...(rules.onlyCompanyFlights ? ([['f.airline_id = u.airline_id']] as const) : []),
    ...(allowed === null ? [] : [flownWith(allowed)]),
  ];
}

/** What the pilot looks for, and what depends on where the pilot is. */
export function wantedBy(
  filter: ScheduleFilter,
  aircraft: WantedAircraft | null,
  rules: SiteRules,
): readonly (Condition | null)[] {
  return [
    rules.onlyFromCurrentAirport ? ['f.dpt_airport_id = u.curr_airport_id'] : null,
    aircraft === null ? null : flownBy(aircraft, rules),
    ...conditionsOf(filter, beginsWith),
  ];
}

const anySubfleet = `SELECT 1 FROM {flight_subfleet} o JOIN {subfleets} s ON s.id = o.subfleet_id
  AND {?s.subfleets.deleted_at} IS NULL WHERE o.flight_id = f.id`;

/** A flight of one of these subfleets, or of any; one that is a pilot's own (to bring an aircraft back) is never of any. */
function flownWith(subfleetIds: ReadonlySet<number>): Condition {
  const isOpen = `({?f.flights.user_id} IS NULL AND NOT EXISTS (${anySubfleet}))`;
  if (subfleetIds.size === 0) return [isOpen];
  const list = [...subfleetIds].map(() => '?').join(', ');
  return [`EXISTS (${anySubfleet} AND o.subfleet_id IN (${list})) OR ${isOpen}`, ...subfleetIds];
}

/** FlightService `filterSubfleets`: for a flight without subfleets the company's if a setting is on, else any. */
function flownBy({ subfleetId, airportId }: WantedAircraft, rules: SiteRules): Condition {
  const ofCompany = `EXISTS (SELECT 1 FROM {subfleets} c WHERE c.airline_id = f.airline_id AND {?c.subfleets.deleted_at} IS NULL`;
  const company = rules.onlyCompanyAircraft ? `AND (${ofCompany} AND c.id = ?) OR NOT ${ofCompany}))` : '';
  const place = rules.onlyAircraftAtDeparture ? 'f.dpt_airport_id = ? AND ' : '';
  return [
    `${place}(EXISTS (${anySubfleet} AND o.subfleet_id = ?) OR (NOT EXISTS (${anySubfleet}) ${company}))`,
    ...(rules.onlyAircraftAtDeparture ? [airportId] : []),
    subfleetId,
    ...(rules.onlyCompanyAircraft ? [subfleetId] : []),
  ];
}

/** The column's index is used. */
function beginsWith(column: string, code: string): Condition {
  return [`${column} LIKE ? ESCAPE '!'`, `${code.replace(/[!%_]/g, '!$&')}%`];
}

import type { MysqlValue } from '../../../lib/mysql.ts';
import type { ScheduleFilter } from '../../../tracking/desk-model.ts';
import { toSqlTime } from '../../seven/sql-time.ts';
import type { SiteRules } from '../site-settings.ts';

/** A part of a WHERE clause on `flights f` with `planJoins` and the pilot as `u`, and its values. */
export type Condition = readonly [sql: string, ...values: MysqlValue[]];

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
    ['{?f.flights.deleted_at} IS NULL AND f.active = 1 AND COALESCE({?f.flights.visible}, 1) = 1'],
    ['al.active = 1 AND {?al.airlines.deleted_at} IS NULL'],
    [`${from} IS NULL OR ${to} IS NULL OR ? BETWEEN ${from} AND ${to}`, today],
    ...(rules.onlyCompanyFlights ? ([['f.airline_id = u.airline_id']] as const) : []),
    ...(allowed === null ? [] : [flownWith(allowed)]),
  ];
}

export function conditionsOf(
  filter: ScheduleFilter,
  aircraft: WantedAircraft | null,
  rules: SiteRules,
): readonly Condition[] {
  const all: readonly (Condition | null)[] = [
    rules.onlyFromCurrentAirport ? ['f.dpt_airport_id = u.curr_airport_id'] : null,
    beginsWith('f.dpt_airport_id', filter.departure),
    beginsWith('f.arr_airport_id', filter.arrival),
    filter.scheduleId == null ? null : ['f.id = ?', filter.scheduleId],
    filter.flightNumber == null ? null : ['CAST(f.flight_number AS CHAR) = ?', filter.flightNumber.trim()],
    filter.airline === null ? null : ['al.icao = ?', filter.airline.trim()],
    containsText(filter.text),
    aircraft === null ? null : flownBy(aircraft, rules),
    atLeast('f.distance', filter.minDistanceNm),
    atMost('f.distance', filter.maxDistanceNm),
    atLeast('f.flight_time', filter.minFlightTimeMin),
    atMost('f.flight_time', filter.maxFlightTimeMin),
  ];
  return all.filter((each) => each !== null);
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
function beginsWith(column: string, code: string | null): Condition | null {
  const text = code?.trim() ?? '';
  return text === '' ? null : [`${column} LIKE ? ESCAPE '!'`, `${text.replace(/[!%_]/g, '!$&')}%`];
}

/** In the number, in the ident as the site shows it, or in the callsign. */
function containsText(text: string | null): Condition | null {
  const wanted = text?.trim() ?? '';
  if (wanted === '') return null;
  const ident = `CONCAT(COALESCE(NULLIF(al.iata, ''), al.icao), f.flight_number,
    IF(COALESCE(f.route_code, '') = '', '', CONCAT('/C.', f.route_code)), IF(COALESCE(f.route_leg, 0) = 0, '', CONCAT('/L.', f.route_leg)))`;
  const callsigns = `CONCAT(al.icao, f.flight_number, ' ', al.icao, COALESCE(NULLIF({?f.flights.callsign}, ''), f.flight_number))`;
  return [`LOCATE(?, CONCAT(${ident}, ' ', ${callsigns})) > 0`, wanted];
}

/** Of a flight whose figure is not known (0) nobody can say that it is long enough, or short enough. */
function atLeast(column: string, least: number | null): Condition | null {
  return least === null ? null : [`${column} > 0 AND ${column} >= ?`, least];
}

function atMost(column: string, most: number | null): Condition | null {
  return most === null ? null : [`${column} > 0 AND ${column} <= ?`, most];
}

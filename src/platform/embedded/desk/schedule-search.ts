import { numberOf, numberOrNull, type Row, textOrNull } from '../../../lib/row.ts';
import type { Page, PageRequest, Schedule, ScheduleFilter } from '../../../tracking/desk-model.ts';
import type { Airport } from '../../../tracking/model.ts';
import { toAirport } from '../../seven/airports.ts';
import { planJoinsOfListed, toPlan } from '../../seven/schedule-plan.ts';
import { conditionsOf, searchFlights, toSchedule } from '../../seven/schedule-search.ts';
import { type Condition, joined, pageOf } from '../../seven/tables.ts';
import { retiredPlace } from '../airports.ts';
import type { CrewCenter } from '../crew-center.ts';
import { aircraftIdsByPlan } from '../fleet.ts';
import { type HostSettings, readHostSettings } from '../host-settings.ts';

/** Condition of a schedule `f` of an airline `al` that everybody sees. */
export const bookable =
  'f.deleted_at IS NULL AND f.active = 1 AND f.visible = 1 AND al.active = 1 AND al.deleted_at IS NULL';

/** Schedules that this pilot can book, by airline and number: what version 7's own search shows (FlightController, search). */
export async function searchSchedules(
  crewCenter: CrewCenter,
  pilotId: string,
  filter: ScheduleFilter,
  request: PageRequest,
): Promise<Page<Schedule>> {
  const conditions = crewCenter.read(() => shownTo(crewCenter, filter));
  const search = { tables: crewCenter.tables, joins: planJoinsOfListed, pilotId, conditions };
  const { rows, count } = await searchFlights(search, request);
  return pageOf(
    request,
    crewCenter.read(() => toSchedules(crewCenter, pilotId, rows)),
    count,
  );
}

function shownTo(crewCenter: CrewCenter, filter: ScheduleFilter): readonly (Condition | null)[] {
  const settings = readHostSettings(crewCenter);
  const { aircraftId } = filter;
  return [
    [bookable],
    [`${retiredPlace} IS NULL`],
    fromCurrent(settings),
    aircraftId === null ? null : aircraftCondition(crewCenter, aircraftId, settings),
    ...conditionsOf(filter, beginsWith),
  ];
}

/** An airport to which schedules lead, or from which they begin. Its place is null while it is unknown. */
export interface Served extends Airport {
  readonly count: number;
}

/**
 * Airports with their schedules that this pilot can book: those to which schedules from an airport lead, or those from which any
 * begins; the most served first.
 */
export function listServed(
  crewCenter: CrewCenter,
  pilotId: string,
  { from, max }: { readonly from: string | null; readonly max: number },
): readonly Served[] {
  const settings = readHostSettings(crewCenter);
  const { sql, values } = joined([
    [bookable],
    [`${retiredPlace} IS NULL`],
    fromCurrent(settings),
    from === null ? null : ['f.dpt_airport_id = ?', from],
  ]);
  const end = from === null ? 'f.dpt_airport_id' : 'f.arr_airport_id';
  const rows = crewCenter.all(
    `SELECT served.icao, served.count, a.name, a.lat, a.lon
     FROM (SELECT ${end} AS icao, COUNT(*) AS count FROM flights f JOIN airlines al ON al.id = f.airline_id
       LEFT JOIN users u ON u.id = ? WHERE ${sql} GROUP BY ${end}) served
     LEFT JOIN airports a ON a.id = served.icao ORDER BY served.count DESC, served.icao LIMIT ?`,
    pilotId,
    ...values,
    max,
  );
  return rows.map((row) => {
    const { icao, name, lat, lon } = toAirport(row, 'icao', 'name', 'lat', 'lon');
    return { icao, name, lat, lon, count: numberOf(row, 'count') };
  });
}

function fromCurrent({ onlyFlightsFromCurrent }: HostSettings): Condition | null {
  return onlyFlightsFromCurrent ? ['f.dpt_airport_id = u.curr_airport_id'] : null;
}

/** As a range, so that the column's index is used. Codes are letters and digits, and `~` follows them all. */
function beginsWith(column: string, code: string): Condition {
  return [`${column} >= ? AND ${column} < ?`, code, `${code}~`];
}

/** Flights that the aircraft may be taken for: of its fleet, or of any; and as the rules on place and airline say. */
function aircraftCondition(crewCenter: CrewCenter, aircraftId: string, settings: HostSettings): Condition {
  const aircraft = crewCenter.get(
    `SELECT c.subfleet_id, c.airport_id, s.airline_id FROM aircraft c LEFT JOIN subfleets s ON s.id = c.subfleet_id
     WHERE CAST(c.id AS TEXT) = ? AND c.deleted_at IS NULL`,
    aircraftId,
  );
  if (aircraft === null) return ['0'];
  const airline = numberOrNull(aircraft, 'airline_id');
  const fleet = `(EXISTS (SELECT 1 FROM flight_subfleet o WHERE o.flight_id = f.id AND o.subfleet_id = ?)
    OR NOT EXISTS (SELECT 1 FROM flight_subfleet o WHERE o.flight_id = f.id))`;
  return [
    `${fleet} AND (? = 0 OR f.dpt_airport_id = ?) AND (? = 0 OR f.airline_id = ?)`,
    numberOf(aircraft, 'subfleet_id'),
    Number(settings.onlyAircraftAtDeparture),
    textOrNull(aircraft, 'airport_id'),
    Number(settings.onlyCompanyAircraft && airline !== null),
    airline,
  ];
}

function toSchedules(crewCenter: CrewCenter, pilotId: string, rows: readonly Row[]): readonly Schedule[] {
  const plans = rows.map((row) => toPlan(row, null));
  const aircraftIds = aircraftIdsByPlan(crewCenter, pilotId, plans);
  const idsOf = (plan: (typeof plans)[number] | undefined) => (plan && aircraftIds.get(plan)) ?? [];
  return rows.map((row, index) => toSchedule(row, idsOf(plans[index]), []));
}

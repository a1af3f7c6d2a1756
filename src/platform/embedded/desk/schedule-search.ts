import type { SQLInputValue } from 'node:sqlite';
import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { Page, PageRequest, Schedule, ScheduleFilter } from '../../../tracking/desk-model.ts';
import { detailsOf } from '../../seven/schedule-details.ts';
import type { CrewCenter } from '../crew-center.ts';
import { aircraftIdsByPlan } from '../fleet.ts';
import { type HostSettings, readHostSettings } from '../host-settings.ts';
import { detailColumns, planColumns, planTables, toPlan } from '../schedule-plans.ts';

/** A part of a WHERE clause, with its values. */
type Condition = readonly [sql: string, ...values: SQLInputValue[]];

/** Schedules that this pilot can book, by airline and number: what version 7's own search shows (FlightController, search). */
export function searchSchedules(
  crewCenter: CrewCenter,
  pilotId: string,
  filter: ScheduleFilter,
  { page, perPage }: PageRequest,
): Page<Schedule> {
  const conditions = conditionsOf(crewCenter, pilotId, filter);
  const where = conditions.map(([sql]) => `(${sql})`).join(' AND ');
  const values = conditions.flatMap(([, ...each]) => each);
  const from = `FROM flights f JOIN airlines l ON l.id = f.airline_id WHERE ${where}`;
  const count = crewCenter.database.prepare(`SELECT count(*) AS total ${from}`).get(...values);
  // What is shown is read of one page only: thousands of schedules are found and sorted by their keys.
  const rows = crewCenter.database
    .prepare(
      `WITH found AS (SELECT f.id ${from} ${order} LIMIT ? OFFSET ?)
       SELECT ${planColumns}, ${detailColumns},
         (SELECT max(b.id) FROM bids b WHERE b.flight_id = f.id AND b.user_id = CAST(? AS INTEGER)) AS bid_id
       FROM found JOIN flights f ON f.id = found.id ${planTables} ${order}`,
    )
    .all(...values, perPage, (page - 1) * perPage, pilotId);
  const items = toSchedules(crewCenter, pilotId, rows);
  return { items, page, perPage, total: count === undefined ? 0 : numberOf(count, 'total') };
}

const order = 'ORDER BY l.icao, f.flight_number, f.route_code, f.route_leg, f.id';

function conditionsOf(crewCenter: CrewCenter, pilotId: string, filter: ScheduleFilter): readonly Condition[] {
  const settings = readHostSettings(crewCenter);
  const { departure, arrival, airline, text, aircraftId } = filter;
  const all: readonly (Condition | null)[] = [
    ['f.deleted_at IS NULL AND f.active = 1 AND f.visible = 1 AND l.active = 1 AND l.deleted_at IS NULL'],
    settings.onlyFlightsFromCurrent
      ? ['f.dpt_airport_id = (SELECT curr_airport_id FROM users WHERE id = CAST(? AS INTEGER))', pilotId]
      : null,
    beginsWith('f.dpt_airport_id', departure),
    beginsWith('f.arr_airport_id', arrival),
    filter.scheduleId == null ? null : ['f.id = ?', filter.scheduleId],
    filter.flightNumber == null ? null : ['CAST(f.flight_number AS TEXT) = ?', filter.flightNumber.trim()],
    airline === null ? null : ['l.icao = ?', airline.trim().toUpperCase()],
    textCondition(text),
    aircraftId === null ? null : aircraftCondition(crewCenter, aircraftId, settings),
    atLeast('f.distance', filter.minDistanceNm),
    atMost('f.distance', filter.maxDistanceNm),
    atLeast('f.flight_time', filter.minFlightTimeMin),
    atMost('f.flight_time', filter.maxFlightTimeMin),
  ];
  return all.filter((each) => each !== null);
}

/** As a range, so that the column's index is used. Codes are letters and digits, and `~` follows them all. */
function beginsWith(column: string, code: string | null): Condition | null {
  const text = code?.trim().toUpperCase() ?? '';
  return text === '' ? null : [`${column} >= ? AND ${column} < ?`, text, `${text}~`];
}

function textCondition(text: string | null): Condition | null {
  const wanted = text?.trim().toUpperCase() ?? '';
  if (wanted === '') return null;
  const names = `upper(coalesce(l.iata, '') || f.flight_number || ' ' || l.icao || f.flight_number || ' '
    || l.icao || coalesce(nullif(f.callsign, ''), f.flight_number))`;
  return [`instr(${names}, ?) > 0`, wanted];
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

/** Of a flight whose figure is not known (0) nobody can say that it is long enough, or short enough. */
function atLeast(column: string, least: number | null): Condition | null {
  return least === null ? null : [`${column} > 0 AND ${column} >= ?`, least];
}

function atMost(column: string, most: number | null): Condition | null {
  return most === null ? null : [`${column} > 0 AND ${column} <= ?`, most];
}

function toSchedules(crewCenter: CrewCenter, pilotId: string, rows: readonly Row[]): readonly Schedule[] {
  const plans = rows.map((row) => toPlan(row, null));
  const aircraftIds = aircraftIdsByPlan(crewCenter, pilotId, plans);
  return rows.flatMap((row, index): readonly Schedule[] => {
    const plan = plans[index];
    if (plan === undefined) return [];
    return [
      {
        id: textOf(row, 'schedule_id'),
        plan,
        ...detailsOf(row),
        fares: [],
        aircraftIds: aircraftIds.get(plan) ?? [],
        bidId: textOrNull(row, 'bid_id'),
      },
    ];
  });
}

import { numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Aircraft, Airport, Plan } from '../../tracking/model.ts';
import { planOfSchedule } from '../seven/schedule-plan.ts';

/** ICAO's code for "no location indicator": a bid whose schedule is gone for good says no more. */
const nowhere: Airport = { icao: 'ZZZZ', name: null, lat: null, lon: null };

/** Columns of a schedule with airline, airports, for `toPlan`; `f`, `l`, `d`, `a` are the tables in `planTables`. */
export const planColumns = `f.id AS schedule_id, f.airline_id, f.flight_number, f.callsign, f.route_code, f.route_leg,
  f.alt_airport_id, f.dpt_time, f.arr_time, f.distance, f.flight_time, f.flight_type, f.route,
  f.dpt_airport_id, f.arr_airport_id, l.icao AS airline_icao, l.iata AS airline_iata, l.name AS airline_name,
  d.name AS dpt_name, d.lat AS dpt_lat, d.lon AS dpt_lon, a.name AS arr_name, a.lat AS arr_lat, a.lon AS arr_lon`;
/** Columns of a schedule for `detailsOf`. */
export const detailColumns = 'f.days, f.level, f.notes';
export const planTables = `LEFT JOIN airlines l ON l.id = f.airline_id
  LEFT JOIN airports d ON d.id = f.dpt_airport_id AND d.deleted_at IS NULL
  LEFT JOIN airports a ON a.id = f.arr_airport_id AND a.deleted_at IS NULL`;

export function toPlan(row: Row, aircraft: Aircraft | null): Plan {
  return planOfSchedule(row, { departure: airportOf(row, 'dpt'), arrival: airportOf(row, 'arr'), aircraft });
}

function airportOf(row: Row, side: 'dpt' | 'arr'): Airport {
  if (row[`${side}_airport_id`] === null) return nowhere;
  return {
    icao: textOf(row, `${side}_airport_id`),
    name: textOrNull(row, `${side}_name`),
    lat: numberOrNull(row, `${side}_lat`),
    lon: numberOrNull(row, `${side}_lon`),
  };
}

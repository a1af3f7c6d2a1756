import type { Row } from '../../lib/row.ts';
import type { Aircraft, Airport, Plan } from '../../tracking/model.ts';
import { planOfSchedule } from '../seven/schedule-plan.ts';
import { toAirport } from './airports.ts';
import type { Wish } from './candidates.ts';

/** A schedule with its airline and airports, as `toPlan` reads it; to be joined as `f`. */
export const planColumns = `f.id AS schedule_id, f.airline_id, f.flight_number, {?f.flights.callsign} AS callsign, f.route_code, f.route_leg,
  f.dpt_airport_id, f.arr_airport_id, f.alt_airport_id, f.dpt_time, f.arr_time, f.distance, f.flight_time, f.flight_type, f.route,
  {?f.flights.deleted_at} AS flight_deleted_at, al.icao AS airline_icao, al.iata AS airline_iata, al.name AS airline_name,
  d.name AS dpt_name, d.lat AS dpt_lat, d.lon AS dpt_lon, r.name AS arr_name, r.lat AS arr_lat, r.lon AS arr_lon, d.id AS dpt_known, r.id AS arr_known`;
/** Its details, as `detailsOf` reads them; older databases lack some. */
export const detailColumns = '{?f.flights.days} AS days, f.level, {?f.flights.notes} AS notes';
export const planJoins = `LEFT JOIN {airlines} al ON al.id = f.airline_id
  LEFT JOIN {airports} d ON d.id = f.dpt_airport_id LEFT JOIN {airports} r ON r.id = f.arr_airport_id`;

/** The plan of a row that holds `planColumns`. */
export function toPlan(row: Row, aircraft: Aircraft | null): Plan {
  return planOfSchedule(row, {
    departure: toAirport(row, 'dpt_airport_id', 'dpt_name', 'dpt_lat', 'dpt_lon'),
    arrival: toAirport(row, 'arr_airport_id', 'arr_name', 'arr_lat', 'arr_lon'),
    aircraft,
  });
}

/** What the rules on aircraft ask of a plan. */
export function wishOf(pilotId: string, { departure, scheduleId, airlineId }: Plan): Wish {
  return { pilotId, departure: departure.icao, scheduleId, airlineId };
}

/** What stands for a schedule whose row is gone. */
export function missingPlan(scheduleId: string): Plan {
  const nowhere: Airport = { icao: '', name: null, lat: null, lon: null };
  return {
    scheduleId,
    airlineId: null,
    airlineCode: null,
    flightNumber: '',
    ident: scheduleId,
    callsign: null,
    departure: nowhere,
    arrival: nowhere,
    alternate: null,
    aircraft: null,
    route: null,
    distanceNm: null,
    flightType: null,
    routeCode: null,
    routeLeg: null,
    plannedFlightTimeMin: null,
    departureTime: null,
    arrivalTime: null,
  };
}

import { numberOrNull, type Row, textOrNull } from '../../lib/row.ts';
import type { Aircraft, Airport, Plan } from '../../tracking/model.ts';
import { toAirport } from './airports.ts';

/** ICAO's code for "no location indicator": a bid whose schedule is gone for good says no more. */
const nowhere: Airport = { icao: 'ZZZZ', name: null, lat: null, lon: null };

/** A schedule with its airline and airports, as `toPlan` reads it; to be joined as `f`, with `planJoins`. */
export const planColumns = `f.id AS schedule_id, f.airline_id, f.flight_number, {?f.flights.callsign} AS callsign, f.route_code, f.route_leg,
  f.dpt_airport_id, f.arr_airport_id, f.alt_airport_id,
  COALESCE(SUBSTR({?f.flights.departure_time}, 1, 5), f.dpt_time) AS dpt_time,
  COALESCE(SUBSTR({?f.flights.arrival_time}, 1, 5), f.arr_time) AS arr_time, f.distance, f.flight_time, f.flight_type, f.route,
  {?f.flights.deleted_at} AS flight_deleted_at, al.icao AS airline_icao, al.iata AS airline_iata, al.name AS airline_name,
  d.name AS dpt_name, d.lat AS dpt_lat, d.lon AS dpt_lon, r.name AS arr_name, r.lat AS arr_lat, r.lon AS arr_lon, d.id AS dpt_known, r.id AS arr_known`;
/** Its details, as `detailsOf` reads them; older databases lack some. */
export const detailColumns = '{?f.flights.days} AS days, f.level, {?f.flights.notes} AS notes';

export const planJoins = `LEFT JOIN {airlines} al ON al.id = f.airline_id
  LEFT JOIN {airports} d ON d.id = f.dpt_airport_id LEFT JOIN {airports} r ON r.id = f.arr_airport_id`;
/** The same; an airport that was deleted is unknown. */
export const planJoinsOfListed = `LEFT JOIN {airlines} al ON al.id = f.airline_id
  LEFT JOIN {airports} d ON d.id = f.dpt_airport_id AND d.deleted_at IS NULL
  LEFT JOIN {airports} r ON r.id = f.arr_airport_id AND r.deleted_at IS NULL`;

/** The plan of a row that holds `planColumns`. */
export function toPlan(row: Row, aircraft: Aircraft | null): Plan {
  return planOfSchedule(row, { departure: airportOf(row, 'dpt'), arrival: airportOf(row, 'arr'), aircraft });
}

/** The plan of a bid whose row says when it was booked, as `booked_at`. */
export function bookedPlan(row: Row, plan: Plan): Plan {
  const bookedAt = textOrNull(row, 'booked_at');
  return bookedAt === null ? plan : { ...plan, bookedAt };
}

function airportOf(row: Row, end: 'dpt' | 'arr'): Airport {
  if (row[`${end}_airport_id`] === null) return nowhere;
  return toAirport(row, `${end}_airport_id`, `${end}_name`, `${end}_lat`, `${end}_lon`);
}

/** What the rules on aircraft look at. */
export interface Wish {
  readonly pilotId: string;
  /** ICAO code. */
  readonly departure: string;
  readonly scheduleId: string | null;
  readonly airlineId: string | null;
}

/** What the rules on aircraft ask of a plan. */
export function wishOf(pilotId: string, { departure, scheduleId, airlineId }: Plan): Wish {
  return { pilotId, departure: departure.icao, scheduleId, airlineId };
}

/**
 * The plan of a schedule, as version 7 keeps it: a row of `flights` with its id as `schedule_id`, and codes and name
 * of its airline as `airline_icao`, `airline_iata` and `airline_name`. An empty text or a 0 there is "unknown".
 */
export function planOfSchedule(
  row: Row,
  places: { readonly departure: Airport; readonly arrival: Airport; readonly aircraft: Aircraft | null },
): Plan {
  const flightNumber = textOrNull(row, 'flight_number') ?? '0';
  const airlineCode = textOrNull(row, 'airline_icao');
  const airlineName = textOrNull(row, 'airline_name');
  const routeCode = textOrNull(row, 'route_code') || null;
  const routeLeg = textOrNull(row, 'route_leg') || null;
  return {
    scheduleId: textOrNull(row, 'schedule_id'),
    airlineId: textOrNull(row, 'airline_id'),
    airlineCode,
    ...(airlineName === null ? {} : { airlineName }),
    flightNumber,
    ident: identOf(textOrNull(row, 'airline_iata') || airlineCode, flightNumber, routeCode, routeLeg),
    // app/Models/Flight.php, `atc`.
    callsign: airlineCode === null ? null : `${airlineCode}${textOrNull(row, 'callsign') || flightNumber}`,
    ...places,
    alternate: textOrNull(row, 'alt_airport_id') || null,
    route: textOrNull(row, 'route') || null,
    distanceNm: numberOrNull(row, 'distance') || null,
    flightType: textOrNull(row, 'flight_type'),
    routeCode,
    routeLeg,
    plannedFlightTimeMin: numberOrNull(row, 'flight_time') || null,
    departureTime: textOrNull(row, 'dpt_time') || null,
    arrivalTime: textOrNull(row, 'arr_time') || null,
  };
}

/** `VM101/C.A/L.2`, as version 7 shows it (app/Models/Flight.php, `ident`). */
export function identOf(
  airlineCode: string | null,
  flightNumber: string,
  routeCode: string | null,
  routeLeg: string | null,
): string {
  const code = routeCode === null ? '' : `/C.${routeCode}`;
  const leg = routeLeg === null ? '' : `/L.${routeLeg}`;
  return `${airlineCode ?? ''}${flightNumber}${code}${leg}`;
}

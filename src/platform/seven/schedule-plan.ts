import { numberOrNull, type Row, textOrNull } from '../../lib/row.ts';
import type { Aircraft, Airport, Plan } from '../../tracking/model.ts';

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

import type { Airport, Plan } from '../../tracking/model.ts';

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

import type { Session } from '../../../tracking/calls.ts';
import type { Airline, FleetAircraft, ListedAirport, PirepSummary } from '../../../tracking/desk-model.ts';
import { encodeDistance, encodeMass } from '../units.ts';
import { aircraftRow } from './aircraft.ts';
import { airlineRow } from './airline.ts';
import { airportRow } from './airport.ts';
import { numberId, roundOrNull } from './ids.ts';

/** app/Models/Enums/PirepState.php. */
export const pirepStates = { pending: 1, accepted: 2, rejected: 6 } as const satisfies Record<
  PirepSummary['state'],
  number
>;
const stateNames = { pending: 'Pending', accepted: 'Accepted', rejected: 'Rejected' } as const;

/** What the rows of PIREPs are made with. */
export interface LogbookSurroundings {
  readonly airlines: readonly Airline[];
  readonly airports: readonly ListedAirport[];
  readonly fleet: readonly FleetAircraft[];
}

/** A filed PIREP of the logbook. What the crew center's list does not hold is null. */
export function loggedPirepRow({ pilot }: Session, pirep: PirepSummary, around: LogbookSurroundings) {
  const { aircraft, airlineCode, filedAt } = pirep;
  const airline = around.airlines.find(({ icao }) => icao === airlineCode) ?? null;
  const airportOf = (code: string) => {
    const found = around.airports.find(({ icao }) => icao === code);
    return found === undefined ? null : airportRow(found);
  };
  const at = filedAt === null ? null : new Date(filedAt).toISOString();
  const known = around.fleet.find(({ id }) => id === aircraft?.id) ?? aircraft;
  return {
    id: pirep.id,
    user_id: numberId(pilot.id),
    airline_id: numberId(airline?.id ?? null),
    aircraft_id: numberId(aircraft?.id ?? null),
    event_id: null,
    flight_id: null,
    flight_number: pirep.flightNumber,
    route_code: null,
    route_leg: null,
    flight_type: pirep.flightType || 'J',
    dpt_airport_id: pirep.departure,
    arr_airport_id: pirep.arrival,
    alt_airport_id: null,
    level: null,
    distance: encodeDistance(pirep.distanceNm),
    planned_distance: encodeDistance(null),
    ...(pirep.flightTimeMin === null ? {} : { flight_time: Math.round(pirep.flightTimeMin) }),
    planned_flight_time: null,
    zfw: null,
    block_fuel: encodeMass(null),
    fuel_used: encodeMass(pirep.fuelUsedLb),
    landing_rate: pirep.landingRateFpm,
    score: roundOrNull(pirep.score),
    route: pirep.route,
    notes: null,
    source: 1,
    source_name: null,
    state: pirepStates[pirep.state],
    status: 'ARR',
    submitted_at: at,
    block_off_time: null,
    block_on_time: at,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    airline: airline === null ? null : airlineRow(airline),
    dpt_airport: airportOf(pirep.departure),
    arr_airport: airportOf(pirep.arrival),
    ident: pirep.ident,
    phase: 'ARR',
    status_text: stateNames[pirep.state],
    ...(known === null ? {} : { aircraft: aircraftRow(known) }),
    fields: {},
  };
}

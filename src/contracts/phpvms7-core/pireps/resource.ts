import { arrivalOf } from '../../../tracking/figures/arrival.ts';
import type { FlightView } from '../../../tracking/figures/flight-view.ts';
import { type Airport, type Flight, noDetails, type Plan } from '../../../tracking/model.ts';
import { formatInstant, formatInstantOrNull } from '../../instant.ts';
import { encodePosition } from '../acars/position-resource.ts';
import { dataSchema } from '../face.ts';
import { aircraftRow } from '../rows/aircraft.ts';
import { airportRow } from '../rows/airport.ts';
import { planRow } from '../rows/flight.ts';
import { numberId, roundOrNull } from '../rows/ids.ts';
import { trackedPirepSchema } from '../rows/pirep.ts';
import { pilotRow } from '../rows/user.ts';
import { encodeDistance, encodeMass } from '../units.ts';
import { stateOf, statusOf, statusTexts } from './status-codes.ts';

/** A PIREP as phpVMS answers it, from what Tracker has of the flight: no call to the crew center. */
export const pirepSchema = dataSchema(trackedPirepSchema);

export function encodePirep(view: FlightView) {
  const { flight, phase, lastPosition } = view;
  const { plan, pilot } = flight;
  const arrival = shownArrival(flight);
  const status = statusOf(flight, view.positionCount === 0 ? (flight.said?.phase ?? null) : phase);
  return {
    ...numbersOf(view),
    id: flight.pirepId ?? flight.id,
    user_id: numberId(pilot.id),
    airline_id: numberId(plan.airlineId),
    aircraft_id: numberId(flight.aircraft?.id ?? null),
    event_id: null,
    flight_id: plan.scheduleId,
    flight_number: plan.flightNumber,
    route_code: plan.routeCode,
    route_leg: plan.routeLeg,
    flight_type: plan.flightType || 'J',
    dpt_airport_id: plan.departure.icao,
    arr_airport_id: arrival.icao,
    alt_airport_id: plan.alternate,
    source: 1,
    source_name: 'Tracker',
    state: stateOf(flight),
    status,
    phase: status,
    status_text: statusTexts[status] ?? status,
    ident: plan.ident,
    ...instantsOf(view),
    ...(flight.aircraft === null ? {} : { aircraft: aircraftRow(flight.aircraft) }),
    airline: airlineOf(plan),
    dpt_airport: encodeAirport(plan.departure),
    arr_airport: encodeAirport(arrival),
    flight: plan.scheduleId === null ? null : flightOf(flight),
    user: pilotRow(pilot, airlineOf(plan)),
    position: lastPosition === null ? null : encodePosition(flight.pirepId ?? flight.id, lastPosition),
    comments: [],
    simbrief: null,
    fields: flight.receipt?.pirep.fields ?? flight.said?.fields ?? {},
  };
}

/** Once it is filed, the one that was filed: a diversion, else the planned one. Before, the one that the pilot says, else where it landed. */
function shownArrival(flight: Flight): Airport {
  const { plan, said, intent, receipt } = flight;
  const stated = (intent?.kind === 'finish' ? intent.figures : said)?.arrival ?? null;
  if (receipt !== null) return receipt.pirep.diversion ?? plan.arrival;
  if (stated === null) return arrivalOf(flight);
  return stated === plan.arrival.icao ? plan.arrival : { ...nowhere, icao: stated };
}

const nowhere = { name: null, lat: null, lon: null };

/** Of a filed PIREP its figures; of one under way those so far. What typed clients take as whole numbers is one. */
function numbersOf({ flight, distanceFlownNm, flightTimeMin }: FlightView) {
  const { plan, receipt } = flight;
  const said = flight.intent?.kind === 'finish' ? flight.intent.figures : (flight.said ?? {});
  const figures = receipt?.pirep ?? said;
  const minutes = figures.flightTimeMin ?? flightTimeMin;
  return {
    level: Math.round(figures.cruiseLevel ?? plan.cruiseLevel ?? 0),
    distance: encodeDistance(figures.distanceNm ?? distanceFlownNm),
    planned_distance: encodeDistance(plan.distanceNm),
    ...(minutes === null ? {} : { flight_time: Math.round(minutes) }),
    planned_flight_time: roundOrNull(plan.plannedFlightTimeMin),
    zfw: roundOrNull(figures.zeroFuelWeightLb ?? null),
    block_fuel: encodeMass(figures.blockFuelLb ?? null),
    fuel_used: encodeMass(figures.fuelUsedLb ?? null),
    landing_rate: figures.landingRateFpm ?? null,
    score: roundOrNull(figures.score ?? null),
    route: figures.route ?? plan.route,
    notes: figures.notes ?? null,
  };
}

function instantsOf({ flight, lastReportAt }: FlightView) {
  const pirep = flight.receipt?.pirep ?? flight.said;
  const submittedAt = flight.receipt?.filedAt ?? (flight.intent?.kind === 'finish' ? flight.intent.at : null);
  return {
    submitted_at: formatInstantOrNull(submittedAt),
    block_off_time: formatInstantOrNull(pirep?.blockOffAt ?? null),
    block_on_time: formatInstantOrNull(pirep?.blockOnAt ?? null),
    created_at: formatInstant(flight.startedAt),
    updated_at: formatInstant(Math.max(flight.startedAt, flight.endedAt ?? lastReportAt)),
    deleted_at: null,
  };
}

function airlineOf(plan: Plan) {
  const code = plan.ident.endsWith(plan.flightNumber) ? plan.ident.slice(0, -plan.flightNumber.length) : '';
  const iata = code === '' || code === plan.airlineCode ? null : code;
  const { airlineId, airlineCode, airlineName = airlineCode } = plan;
  return { id: numberId(airlineId), icao: airlineCode, iata, name: airlineName, country: null, logo: null };
}

function encodeAirport(airport: Airport) {
  return airportRow({ ...airport, name: airport.name || airport.icao, iata: null, country: null, isHub: false });
}

function flightOf({ plan, bidId }: Flight) {
  const { airline: _airline, ...row } = planRow(
    { id: plan.scheduleId ?? '', plan, details: noDetails, fares: [], aircraftIds: [], hasBid: bidId !== null },
    { airlines: [], fleet: [], hasSubfleets: false },
  );
  return { ...row, airline: airlineOf(plan) };
}

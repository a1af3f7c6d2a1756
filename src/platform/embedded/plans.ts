import { distanceNm } from '../../lib/geo.ts';
import { type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Aircraft, Airport, FreeFlight, Plan } from '../../tracking/model.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { identOf } from '../seven/schedule-plan.ts';
import { findAirport } from './airports.ts';
import type { CrewCenter } from './crew-center.ts';
import { type AircraftWish, findAircraft } from './fleet.ts';
import { readHostSettings } from './host-settings.ts';

type Fields = Record<string, string>;
type OwnFlight = Pick<FreeFlight, 'airline' | 'flightNumber' | 'departure' | 'arrival' | 'route'>;

/** Finds the aircraft of a free flight, or adds to the fields what is wrong with it. */
export type ReadAircraft = (wish: AircraftWish, fields: Fields) => Aircraft | null;

/** A free flight as a plan. @throws Refusal `invalid` with one sentence for every field that is wrong. */
export function planFreeFlight(crewCenter: CrewCenter, pilotId: string, flight: FreeFlight): Plan {
  return planOwnFlight(crewCenter, pilotId, flight, (wish, fields) => readAircraft(crewCenter, wish, flight, fields));
}

/** What a pilot describes as a plan. @throws as `planFreeFlight` */
export function planOwnFlight(
  crewCenter: CrewCenter,
  pilotId: string,
  flight: OwnFlight,
  findAircraft: ReadAircraft,
): Plan {
  const fields: Fields = {};
  const airline = findAirline(crewCenter, pilotId, flight.airline, fields);
  const departure = readAirport(crewCenter, 'departure', flight.departure, fields);
  const arrival = readAirport(crewCenter, 'arrival', flight.arrival, fields);
  checkPlace(crewCenter, pilotId, departure, fields);
  const airlineId = airline === null ? null : textOf(airline, 'id');
  const wish = { pilotId, scheduleId: null, airlineId, departure: departure.icao };
  const aircraft = findAircraft(wish, fields);
  const icao = airline === null ? null : textOf(airline, 'icao');
  const code = airline === null ? null : textOrNull(airline, 'iata') || icao;
  const flightNumber = readFlightNumber(flight.flightNumber, [icao, code], fields);
  if (Object.keys(fields).length > 0)
    throw new Refusal('invalid', { message: Object.values(fields)[0] ?? 'The flight cannot be flown.', fields });
  return {
    scheduleId: null,
    ...namesOf(airline),
    flightNumber,
    ident: identOf(code, flightNumber, null, null),
    callsign: `${icao}${flightNumber}`,
    departure,
    arrival,
    alternate: null,
    aircraft,
    route: flight.route?.trim() || null,
    distanceNm: distanceBetween(departure, arrival),
    flightType: 'J',
    routeCode: null,
    routeLeg: null,
    plannedFlightTimeMin: null,
    departureTime: null,
    arrivalTime: null,
  };
}

/** @param airline - null leaves the plan without one */
function namesOf(airline: Row | null): Pick<Plan, 'airlineId' | 'airlineCode' | 'airlineName'> {
  if (airline === null) return { airlineId: null, airlineCode: null };
  const [airlineId, airlineCode] = [textOf(airline, 'id'), textOf(airline, 'icao')];
  return { airlineId, airlineCode, airlineName: textOf(airline, 'name') };
}

function findAirline(crewCenter: CrewCenter, pilotId: string, wanted: string | null, fields: Fields): Row | null {
  const text = wanted?.trim().toUpperCase() ?? '';
  const row =
    text === ''
      ? crewCenter.get(
          'SELECT l.* FROM airlines l JOIN users u ON u.airline_id = l.id WHERE u.id = ? AND l.deleted_at IS NULL',
          Number(pilotId),
        )
      : crewCenter.get(
          `SELECT * FROM airlines WHERE deleted_at IS NULL AND active = 1 AND ? IN (CAST(id AS TEXT), icao, iata)`,
          text,
        );
  if (row === null) fields.airline = `There is no airline ${text || 'of yours'} here.`;
  return row;
}

/** `VMS101` and `VM101` of this airline are its `101`. */
function readFlightNumber(text: string, codes: readonly (string | null)[], fields: Fields): string {
  const whole = text.trim().toUpperCase();
  const code = codes.find((each) => each && whole.startsWith(each) && /^\d/.test(whole.slice(each.length)));
  const number = code ? whole.slice(code.length) : whole;
  // pireps.flight_number is varchar(10)
  if (!/^[A-Z0-9]{1,10}$/.test(number)) fields.flightNumber = 'A flight number has 1 to 10 letters and digits.';
  return number;
}

function readAirport(crewCenter: CrewCenter, field: 'departure' | 'arrival', text: string, fields: Fields): Airport {
  const icao = text.trim().toUpperCase();
  const airport = findAirport(crewCenter, { icao: icao });
  if (airport !== null) return airport;
  const isCode = /^[A-Z0-9]{3,8}$/.test(icao);
  if (!isCode || !readHostSettings(crewCenter).allowUnaddedAirports)
    fields[field] = `The crew center does not know the airport ${icao.slice(0, 8) || 'without a code'}.`;
  return { icao, name: null, lat: null, lon: null };
}

function checkPlace(crewCenter: CrewCenter, pilotId: string, departure: Airport, fields: Fields): void {
  if (!readHostSettings(crewCenter).onlyFlightsFromCurrent || fields.departure !== undefined) return;
  const row = crewCenter.get('SELECT curr_airport_id FROM users WHERE id = ?', Number(pilotId));
  const at = row === null ? null : textOrNull(row, 'curr_airport_id');
  if (at !== departure.icao)
    fields.departure = `You are at ${at ?? 'no airport'}, but the flight departs from ${departure.icao}.`;
}

function readAircraft(crewCenter: CrewCenter, wish: AircraftWish, flight: FreeFlight, fields: Fields): Aircraft | null {
  if (!flight.aircraft?.trim() && !flight.registration?.trim()) {
    fields.aircraft = 'Name the aircraft or its registration.';
    return null;
  }
  try {
    return findAircraft(crewCenter, wish, flight);
  } catch (error) {
    if (!isRefusal(error, 'invalid')) throw error;
    Object.assign(fields, error.detail.fields);
    return null;
  }
}

function distanceBetween(from: Airport, to: Airport): number | null {
  if (from.lat === null || from.lon === null || to.lat === null || to.lon === null) return null;
  return Math.round(distanceNm({ lat: from.lat, lon: from.lon }, { lat: to.lat, lon: to.lon }));
}

import { textOf, textOrNull } from '../../lib/row.ts';
import type { Aircraft, Airport, FreeFlight, Plan } from '../../tracking/model.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import type { Wish } from '../seven/schedule-plan.ts';
import { findAirport } from './airports.ts';
import type { Database } from './database.ts';
import type { Fleet } from './fleet.ts';
import { missingPlan } from './missing-plan.ts';
import type { SiteRules } from './site-settings.ts';

/** A free flight as requested. */
interface OwnFlight {
  readonly airline: string | null;
  readonly flightNumber: string;
  readonly departure: string;
  readonly arrival: string;
  readonly route: string | null;
  /** It becomes a schedule, whose number is digits only. */
  readonly isNumeric: boolean;
}

/** A flight that no schedule has, checked as the platform's `prefile` would; every field that is wrong is named at once. */
export function planFreeFlight(
  database: Database,
  fleet: Fleet,
  rules: SiteRules,
  pilotId: string,
  flight: FreeFlight,
): Promise<Plan> {
  return planOwnFlight(database, rules, pilotId, { ...flight, isNumeric: false }, (wish) => {
    const isUnnamed = flight.aircraft === null && flight.registration === null;
    return isUnnamed ? invalid('aircraft', 'is required, or `registration`') : fleet.find(wish, rules, flight);
  });
}

/** @param findAircraft - throws Refusal `invalid`, like all that is checked here; its fields are named with the others */
export async function planOwnFlight(
  database: Database,
  rules: SiteRules,
  pilotId: string,
  flight: OwnFlight,
  findAircraft: (wish: Wish) => Promise<Aircraft | null>,
): Promise<Plan> {
  const wrong = new Wrong();
  const airline = await wrong.catch(findAirline(database, pilotId, flight.airline));
  const most = (await database.columns('pireps')).get('flight_number')?.maxChars ?? 10;
  const flightNumber = await wrong.catch(readNumber(flight.flightNumber, airline, flight.isNumeric, most));
  const departure = await wrong.catch(requireAirport(database, rules, 'departure', flight.departure));
  const arrival = await wrong.catch(requireAirport(database, rules, 'arrival', flight.arrival));
  if (rules.onlyFromCurrentAirport && departure !== null)
    await wrong.catch(requirePresence(database, pilotId, departure));
  const wish = { pilotId, departure: departure?.icao ?? '', scheduleId: null, airlineId: airline?.id ?? null };
  const aircraft = await wrong.catch(findAircraft(wish));
  if (airline === null || flightNumber === null || departure === null || arrival === null || wrong.isAny)
    throw wrong.refusal();
  return {
    ...missingPlan(''),
    scheduleId: null,
    airlineId: airline.id,
    airlineCode: airline.icao,
    airlineName: airline.name,
    flightNumber,
    ident: `${airline.iata ?? airline.icao}${flightNumber}`,
    callsign: `${airline.icao}${flightNumber}`,
    departure,
    arrival,
    aircraft,
    route: flight.route,
  };
}

/** Collects the fields that refusals name. */
class Wrong {
  readonly #fields: Record<string, string> = {};

  get isAny(): boolean {
    return Object.keys(this.#fields).length > 0;
  }

  async catch<T>(answer: Promise<T>): Promise<T | null> {
    try {
      return await answer;
    } catch (error) {
      if (!isRefusal(error, 'invalid')) throw error;
      Object.assign(this.#fields, error.detail.fields);
      return null;
    }
  }

  refusal(): Refusal {
    return new Refusal('invalid', { message: 'This flight cannot be flown here.', fields: this.#fields });
  }
}

interface Airline {
  readonly id: string;
  readonly icao: string;
  readonly iata: string | null;
  readonly name: string;
}

/** By ICAO or IATA code or id; unnamed, the pilot's own. */
async function findAirline(database: Database, pilotId: string, named: string | null): Promise<Airline> {
  const select = 'SELECT a.id, a.icao, a.iata, a.name FROM {airlines} a';
  const rows =
    named === null
      ? await database.rows(`${select} JOIN {users} u ON u.airline_id = a.id WHERE u.id = ?`, [pilotId])
      : await database.rows(
          `${select} WHERE {?a.airlines.deleted_at} IS NULL AND a.active = 1 AND (a.icao = ? OR a.iata = ? OR CAST(a.id AS CHAR) = ?)`,
          [named, named, named],
        );
  const [row] = rows;
  if (row === undefined) return invalid('airline', 'is not an airline of this crew center');
  const [id, icao, name] = [textOf(row, 'id'), textOf(row, 'icao'), textOf(row, 'name')];
  return { id, icao, iata: textOrNull(row, 'iata') || null, name };
}

/** `VMS101` and `VM101` mean flight 101 of that airline. */
async function readNumber(text: string, airline: Airline | null, isNumeric: boolean, most: number): Promise<string> {
  const upper = text.trim().toUpperCase();
  const codes = airline === null ? [] : [airline.icao, airline.iata ?? ''];
  const code = codes.find((each) => each !== '' && upper.startsWith(each.toUpperCase()));
  const number = code !== undefined && /^\d/.test(upper.slice(code.length)) ? upper.slice(code.length) : upper;
  if (isNumeric && !/^\d{1,9}$/.test(number)) return invalid('flightNumber', 'must be a number of 1 to 9 digits');
  if (number === '' || number.length > most) return invalid('flightNumber', `must have 1 to ${most} characters`);
  return number;
}

async function requireAirport(
  database: Database,
  rules: SiteRules,
  field: 'departure' | 'arrival',
  icao: string,
): Promise<Airport> {
  const airport = await findAirport(database, { icao });
  if (airport !== null) return airport;
  const most = (await database.columns('pireps')).get('dpt_airport_id')?.maxChars ?? 5;
  const code = icao.trim().toUpperCase();
  if (!rules.allowsUnknownAirports || !/^[A-Z0-9]+$/.test(code) || code.length > most) {
    return invalid(field, 'is not an airport of this crew center');
  }
  return { icao: code, name: null, lat: null, lon: null };
}

async function requirePresence(database: Database, pilotId: string, departure: Airport): Promise<void> {
  const [row] = await database.rows('SELECT curr_airport_id AS place FROM {users} WHERE id = ?', [pilotId]);
  const place = row === undefined ? null : textOrNull(row, 'place');
  if (place !== departure.icao)
    return invalid('departure', `must be ${place ?? 'set by the crew center'}: you are there`);
}

function invalid(
  field: 'airline' | 'flightNumber' | 'departure' | 'arrival' | 'aircraft',
  reason: string,
): Promise<never> {
  const fields = { [field]: reason };
  return Promise.reject(new Refusal('invalid', { message: 'This flight cannot be flown here.', fields }));
}

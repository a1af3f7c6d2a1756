import { distanceNm } from '../../lib/geo.ts';
import type { MysqlRow } from '../../lib/mysql.ts';
import type { Airport, FreeFlight, Plan } from '../../tracking/model.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { textOf } from '../five/rows.ts';
import { readPilotCodes } from '../five/schedule-rules.ts';
import { findAirport } from './airports.ts';
import { chooseAircraft } from './fleet.ts';
import type { Host } from './host.ts';

/** A flight without a bid, as the platform would write it. */
export async function planFreeFlight(host: Host, pilotId: string, flight: FreeFlight): Promise<Plan> {
  const airlines = await host.mysql.rows(`SELECT id, code FROM ${host.tables.airlines.quoted}`);
  const pilot = await readPilotCodes(host, pilotId);
  const wanted = { aircraft: flight.aircraft, registration: flight.registration };
  const [named, departure, arrival, aircraft] = await allOrInvalid([
    (async () => splitFlight(airlines, pilot.code, flight))(),
    readKnownAirport(host, 'departure', flight.departure),
    readKnownAirport(host, 'arrival', flight.arrival),
    chooseAircraft(host, pilot.rankLevel, wanted),
  ]);
  const code = textOf(named.airline.code);
  return {
    scheduleId: null,
    airlineId: textOf(named.airline.id),
    airlineCode: code,
    flightNumber: named.number,
    ident: code + named.number,
    callsign: code + named.number,
    departure,
    arrival,
    alternate: null,
    aircraft,
    route: flight.route,
    distanceNm: between(departure, arrival),
    flightType: null,
    routeCode: null,
    routeLeg: null,
    plannedFlightTimeMin: null,
    departureTime: null,
    arrivalTime: null,
  };
}

/** All of them, or one refusal that names every field that is wrong. */
async function allOrInvalid<T extends readonly unknown[]>(parts: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const settled = await Promise.allSettled(parts);
  const reasons = settled.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
  if (reasons.length === 0)
    return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as T;
  const other = reasons.find((reason) => !isRefusal(reason, 'invalid'));
  if (other !== undefined) throw other;
  const fields = Object.assign({}, ...reasons.map((reason) => (reason as Refusal).detail.fields)) as Record<
    string,
    string
  >;
  throw new Refusal('invalid', { message: Object.values(fields)[0] ?? '', fields });
}

/** `TVA101` and airline `TVA` with `101` are the same flight; codes are compared longest first (`getProperFlightNum` would cut them out anywhere). */
function splitFlight(
  airlines: readonly MysqlRow[],
  pilotCode: string,
  flight: FreeFlight,
): { readonly airline: MysqlRow; readonly number: string } {
  const asked = flight.flightNumber.trim().toUpperCase();
  const codes = [...airlines].sort((a, b) => textOf(b.code).length - textOf(a.code).length);
  const named = flight.airline?.trim().toUpperCase() ?? null;
  const isNamed = (row: MysqlRow) => textOf(row.code).toUpperCase() === named || textOf(row.id) === named;
  const leading = codes.find((row) => textOf(row.code) !== '' && asked.startsWith(textOf(row.code).toUpperCase()));
  const own = codes.find((row) => textOf(row.code) === pilotCode);
  const airline = named === null ? (leading ?? own) : codes.find(isNamed);
  if (airline === undefined) throw invalid('airline', 'The crew center has no airline of this code.');
  const code = textOf(airline.code).toUpperCase();
  const number = asked.startsWith(code) && asked !== code ? asked.slice(code.length).trim() : asked;
  if (/^[A-Z0-9]{1,10}$/.test(number)) return { airline, number };
  throw invalid('flightNumber', 'A flight number must have 1 to 10 letters and digits.');
}

async function readKnownAirport(host: Host, field: 'departure' | 'arrival', icao: string): Promise<Airport> {
  const airport = await findAirport(host, { icao });
  if (airport === null) throw invalid(field, `The crew center does not know the airport ${icao.slice(0, 10)}.`);
  return airport;
}

function between(from: Airport, to: Airport): number | null {
  if (from.lat === null || from.lon === null || to.lat === null || to.lon === null) return null;
  const nm = distanceNm({ lat: from.lat, lon: from.lon }, { lat: to.lat, lon: to.lon });
  return Math.round(nm * 10) / 10;
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid', { message, fields: { [field]: message } });
}

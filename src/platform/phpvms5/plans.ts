import { distanceNm } from '../../lib/geo.ts';
import type { MysqlRow, MysqlValue } from '../../lib/mysql.ts';
import type { Aircraft, Airport, FreeFlight, Plan } from '../../tracking/model.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { type Host, isKey } from './host.ts';
import { numberOf, readAircraft, textOf } from './rows.ts';
import { mayHold } from './text.ts';

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

/** The aircraft of this id, registration or type that the pilot's rank allows; without a wish the plan's own. */
export async function findAircraft(
  host: Host,
  pilotId: string,
  plan: Plan,
  wanted: { readonly aircraft: string | null; readonly registration: string | null },
): Promise<Aircraft> {
  if (wanted.aircraft === null && wanted.registration === null && plan.aircraft !== null) return plan.aircraft;
  return chooseAircraft(host, (await readPilotCodes(host, pilotId)).rankLevel, wanted);
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
  throw invalid('flightNumber', 'A flight number is one to ten letters and digits.');
}

async function readPilotCodes(host: Host, pilotId: string): Promise<{ code: string; rankLevel: number }> {
  const { pilots } = host.tables;
  const rank = pilots.columns.has('ranklevel') ? 'ranklevel' : '0';
  const [row] = isKey(pilotId)
    ? await host.mysql.rows(`SELECT code, ${rank} AS rankLevel FROM ${pilots.quoted} WHERE pilotid = ?`, [pilotId])
    : [];
  return { code: textOf(row?.code), rankLevel: numberOf(row?.rankLevel) ?? 0 };
}

async function readKnownAirport(host: Host, field: 'departure' | 'arrival', icao: string): Promise<Airport> {
  const airport = await findAirport(host, { icao });
  if (airport === null) throw invalid(field, `The crew center does not know the airport ${icao.slice(0, 10)}.`);
  return airport;
}

/** The airport of this ICAO code, or the nearest within 10 nm of this place; null when the host knows none. */
export async function findAirport(
  host: Host,
  wanted: { readonly icao: string } | { readonly lat: number; readonly lon: number },
): Promise<Airport | null> {
  if ('icao' in wanted) {
    const icao = wanted.icao.trim();
    if (!(await mayHold(host.mysql, host.tables.airports.columns.get('icao'), icao))) return null;
    return (await selectAirports(host, 'icao = ?', [icao]))[0] ?? null;
  }
  const { lat, lon } = wanted;
  const latReach = nearNm / 60;
  // Near the poles every longitude is near; the box only spares reading all of them.
  const lonReach = Math.min(180, latReach / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  const around = [lat - latReach, lat + latReach, lon, lonReach, lon, 360 - lonReach];
  const box = 'lat BETWEEN ? AND ? AND (ABS(lng - ?) <= ? OR ABS(lng - ?) >= ?)';
  const placed = (await selectAirports(host, box, around)).map((airport) => ({
    airport,
    nm: distanceNm({ lat: airport.lat ?? 0, lon: airport.lon ?? 0 }, wanted),
  }));
  const [nearest] = placed.filter(({ nm }) => nm <= nearNm).sort((a, b) => a.nm - b.nm);
  return nearest?.airport ?? null;
}

const nearNm = 10;

async function selectAirports(host: Host, where: string, values: readonly MysqlValue[]): Promise<readonly Airport[]> {
  const { quoted } = host.tables.airports;
  const rows = await host.mysql.rows(`SELECT icao, name, lat, lng FROM ${quoted} WHERE ${where}`, values);
  return rows.map((row) => ({
    icao: textOf(row.icao).toUpperCase(),
    name: textOf(row.name) || null,
    lat: numberOf(row.lat),
    lon: numberOf(row.lng),
  }));
}

async function chooseAircraft(
  host: Host,
  rankLevel: number,
  wanted: { readonly aircraft: string | null; readonly registration: string | null },
): Promise<Aircraft> {
  const field = wanted.registration === null ? 'aircraft' : 'registration';
  const text = (wanted.registration ?? wanted.aircraft ?? '').trim();
  if (text === '') throw invalid('aircraft', 'Say which aircraft is flown.');
  const { quoted, columns } = host.tables.aircraft;
  const isId = wanted.registration === null && isKey(text);
  const match =
    wanted.registration === null ? `${isId ? 'id = ? OR' : ''} registration = ? OR icao = ?` : 'registration = ?';
  const values = wanted.registration === null ? [...(isId ? [text] : []), text, text] : [text];
  const rank = host.settings.restrictsAircraftByRank && columns.has('ranklevel') ? 'AND ranklevel <= ?' : '';
  const isPossible = await mayHold(host.mysql, columns.get('registration'), text);
  const rows = !isPossible
    ? []
    : await host.mysql.rows(
        `SELECT id AS aircraftId, icao AS aircraftIcao, name AS aircraftName, registration FROM ${quoted}
      WHERE (${match}) AND enabled = 1 ${rank} ORDER BY registration = ? DESC, id LIMIT 1`,
        rank === '' ? [...values, text] : [...values, rankLevel, text],
      );
  const aircraft = rows[0] === undefined ? null : readAircraft(rows[0]);
  if (aircraft === null) throw invalid(field, 'The crew center has no such aircraft in service for this pilot.');
  return aircraft;
}

function between(from: Airport, to: Airport): number | null {
  if (from.lat === null || from.lon === null || to.lat === null || to.lon === null) return null;
  const nm = distanceNm({ lat: from.lat, lon: from.lon }, { lat: to.lat, lon: to.lon });
  return Math.round(nm * 10) / 10;
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid', { message, fields: { [field]: message } });
}

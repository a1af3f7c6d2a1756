import type { TableList } from '../../lib/lists/table-list.ts';
import { numberOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { table } from '../../lib/table.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { findAirport } from './airports.ts';
import type { CrewCenter } from './crew-center.ts';
import { airlines } from './kept/airlines.ts';
import { insertKept, readKept } from './kept/kept.ts';
import { requireSubfleet } from './kept/subfleets.ts';
import { noAirline, noAirport } from './unknown-names.ts';

export interface AirlineListing {
  readonly id: string;
  readonly icao: string;
  readonly iata: string | null;
  readonly name: string;
}

export interface AircraftListing {
  readonly id: string;
  readonly registration: string | null;
  readonly icao: string | null;
  readonly name: string;
  /** Id of its subfleet. */
  readonly subfleet: string;
  readonly airport: string | null;
  readonly status: string;
  readonly flightTimeMin: number;
}

export function listAirlines(crewCenter: CrewCenter): readonly AirlineListing[] {
  return crewCenter.read(() => {
    const rows = crewCenter.all('SELECT * FROM airlines WHERE deleted_at IS NULL ORDER BY icao');
    return rows.map((row) => ({
      id: textOf(row, 'id'),
      icao: textOf(row, 'icao'),
      iata: textOrNull(row, 'iata'),
      name: textOf(row, 'name'),
    }));
  });
}

/** Characters in the name of an aircraft at most, as phpVMS 7 has room for. */
export const maxAircraftName = 50;

export const statusWords = {
  A: 'active',
  M: 'in maintenance',
  S: 'stored',
  R: 'retired',
  C: 'scrapped',
  W: 'written off',
};

/** Keys of their texts on pages. */
const statusKeys = table<string>({
  A: 'craft.active',
  M: 'craft.in-maintenance',
  S: 'craft.stored',
  R: 'craft.retired',
  C: 'craft.scrapped',
  W: 'craft.written-off',
});

/** Aircraft as a list for the operator. */
export const aircraftList: TableList = {
  key: 'c.id',
  from: 'aircraft c',
  where: 'c.deleted_at IS NULL',
  words: ['c.registration', 'c.icao', 'c.name', 'c.airport_id'],
  filters: { status: { title: 'field.status', choices: statusKeys, sql: 'c.status = ?' } },
  sorts: {
    type: { title: 'field.type', sql: 'c.icao NULLS LAST, c.registration' },
    registration: { title: 'field.registration', sql: 'c.registration NULLS LAST' },
    airport: { title: 'field.airport', sql: 'c.airport_id NULLS LAST, c.registration' },
    hours: { title: 'sort.most-hours', sql: 'c.flight_time DESC' },
  },
};

/** The key of the text of an aircraft's status on pages; what is no status as it is. */
export function statusKey(status: string): string {
  return statusKeys[status] ?? status;
}

/** The status of an aircraft in words. */
export function aircraftStatus(status: string): string {
  return Object.entries(statusWords).find(([letter]) => letter === status)?.[1] ?? status;
}

/** @throws Refusal `not-found` */
export function readAircraftListing(crewCenter: CrewCenter, id: string): AircraftListing {
  const sql = 'SELECT * FROM aircraft WHERE id = ? AND deleted_at IS NULL';
  const row = crewCenter.read(() => crewCenter.get(sql, Number(id)));
  if (row === null) throw new Refusal('not-found', { message: 'This aircraft does not exist. Reload the list.' });
  return toListing(row);
}

export function listAircraft(crewCenter: CrewCenter): readonly AircraftListing[] {
  return crewCenter.read(() => {
    const rows = crewCenter.all('SELECT * FROM aircraft WHERE deleted_at IS NULL ORDER BY icao, registration');
    return rows.map(toListing);
  });
}

function toListing(row: Row): AircraftListing {
  return {
    id: textOf(row, 'id'),
    registration: textOrNull(row, 'registration'),
    icao: textOrNull(row, 'icao'),
    name: textOf(row, 'name'),
    subfleet: textOf(row, 'subfleet_id'),
    airport: textOrNull(row, 'airport_id'),
    status: textOf(row, 'status'),
    flightTimeMin: numberOf(row, 'flight_time'),
  };
}

/** Adds an airline, and with the first one the rank of new pilots. @throws Refusal `invalid` naming `icao`, `iata` or `name` */
export function addAirline(
  crewCenter: CrewCenter,
  { icao, iata, name }: { readonly icao: string; readonly iata: string | null; readonly name: string },
): Promise<AirlineListing> {
  return crewCenter.write(() => {
    const id = insertKept(crewCenter, airlines, { icao, iata: iata ?? '', name });
    const { texts } = readKept(crewCenter, airlines, id);
    return { id, icao: texts.icao ?? '', iata: texts.iata || null, name: texts.name ?? '' };
  });
}

/** Adds an aircraft to the airline's subfleet of its type, which is created for every rank if it is missing. @throws Refusal `invalid` */
export async function addAircraft(
  crewCenter: CrewCenter,
  aircraft: {
    readonly registration: string;
    readonly icao: string;
    readonly name: string;
    readonly airline: string | null;
    readonly airport: string | null;
  },
): Promise<AircraftListing> {
  const registration = aircraft.registration.trim().toUpperCase();
  const icao = aircraft.icao.trim().toUpperCase();
  const airport = aircraft.airport?.trim().toUpperCase() ?? null;
  const airline = listAirlines(crewCenter).find(
    (each) => aircraft.airline === null || [each.icao, each.iata].includes(aircraft.airline.toUpperCase()),
  );
  const fields: Record<string, string> = {};
  if (!/^[A-Z0-9-]{1,10}$/.test(registration))
    fields.registration = 'Registration: enter 1 to 10 letters, digits and hyphens.';
  else if (
    crewCenter.get('SELECT 1 FROM aircraft WHERE registration = ? AND deleted_at IS NULL', registration) !== null
  )
    fields.registration = takenText(registration);
  if (!/^[A-Z0-9]{2,4}$/.test(icao)) fields.icao = 'Type: enter 2 to 4 letters and digits, such as A320.';
  if (aircraft.name.trim().length > maxAircraftName) fields.name = `Name: enter at most ${maxAircraftName} characters.`;
  if (airport !== null && findAirport(crewCenter, { icao: airport }) === null)
    fields.airport = `Location: ${noAirport(crewCenter, airport)}`;
  if (airline === undefined)
    fields.airline = `Airline: ${aircraft.airline === null ? 'there is no airline yet; add one first.' : noAirline(crewCenter, aircraft.airline)}`;
  check(fields);
  return crewCenter.write(() => {
    const subfleet = requireSubfleet(crewCenter, Number(airline?.id), icao, aircraft.name);
    return insertAircraft(crewCenter, [subfleet, icao, aircraft.name, registration, airport]);
  });
}

/** Within a transaction. The registration is unique among removed aircraft too: one of those is restored, with its hours. */
export function insertAircraft(
  crewCenter: CrewCenter,
  [subfleet, icao, name, registration, airport]: readonly [number, string, string, string, string | null],
): AircraftListing {
  const row = crewCenter.get(
    `INSERT INTO aircraft (subfleet_id, icao, name, registration, airport_id, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (registration) DO UPDATE SET subfleet_id = excluded.subfleet_id, icao = excluded.icao, name = excluded.name,
       airport_id = excluded.airport_id, status = 'A', state = 0, deleted_at = NULL, updated_at = excluded.created_at
       WHERE deleted_at IS NOT NULL
     RETURNING *`,
    ...[subfleet, icao, name, registration, airport, crewCenter.now()],
  );
  // Another process was faster.
  if (row === null) throw invalid({ registration: takenText(registration) });
  return toListing(row);
}

function takenText(registration: string): string {
  return `Registration: the aircraft ${registration} already exists. Enter another one.`;
}

function check(fields: Readonly<Record<string, string>>): void {
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function invalid(fields: Readonly<Record<string, string>>): Refusal {
  return new Refusal('invalid', { message: Object.values(fields).join(' '), fields });
}

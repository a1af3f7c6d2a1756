import { numberOf, textOf, textOrNull } from '../../../lib/row.ts';
import { takeAway, typeCode } from '../aircraft-changes.ts';
import { findAirport } from '../airports.ts';
import type { CrewCenter } from '../crew-center.ts';
import { aircraftStatus, insertAircraft, maxAircraftName, statusWords } from '../fleet-admin.ts';
import { requireSubfleet } from '../kept/subfleets.ts';
import { requireNoOpenFlight } from '../open-flight.ts';
import { noAirline, noAirport } from '../unknown-names.ts';
import type { CellProblem, Cells, ImportKind } from './kind.ts';

/** Files of aircraft: one with the registration of another is that one. */
export const aircraftImports: ImportKind = {
  name: 'aircraft',
  one: 'aircraft',
  columns: {
    required: ['registration', 'type'],
    optional: ['name', 'airline', 'subfleet', 'at', 'status'],
    ignored: ['flight_time_min'],
  },
  keptWhenEmpty: ['name', 'airline', 'subfleet', 'at', 'status'],
  defaults: { name: '', airline: '', subfleet: '', at: '', status: statusWords.A },
  checker: (crewCenter) => (given) => {
    const cells = spelled(crewCenter, given);
    const problems = problemsOf(crewCenter, cells);
    return { cells: problems.length > 0 ? given : cells, problems };
  },
  keyOf: ({ registration = '' }) => registration.toUpperCase(),
  nameOf: ({ registration = '', type = '' }) => `${registration} ${type}`.trim(),
  find(crewCenter, { registration = '' }) {
    const sql = 'SELECT id FROM aircraft WHERE registration = ? AND deleted_at IS NULL';
    const row = crewCenter.get(sql, registration.toUpperCase());
    return row === null ? null : textOf(row, 'id');
  },
  read,
  insert(crewCenter, cells) {
    const { registration = '', type = '', name = '', at = '' } = cells;
    const subfleet = subfleetOf(crewCenter, cells);
    const { id } = insertAircraft(crewCenter, [subfleet, type, name, registration, at || null]);
    crewCenter.run('UPDATE aircraft SET status = ? WHERE id = ?', letterOf(cells.status), Number(id));
    return id;
  },
  replace(crewCenter, id, cells) {
    const { registration = '', type = '', name = '', at = '' } = cells;
    requireNoOpenFlight(crewCenter, 'aircraft', id, registration);
    crewCenter.run(
      `UPDATE aircraft SET registration = ?, icao = ?, name = ?, airport_id = ?, status = ?, subfleet_id = ?, updated_at = ?
       WHERE id = ?`,
      ...[registration, type, name, at || null, letterOf(cells.status), subfleetOf(crewCenter, cells)],
      ...[crewCenter.now(), Number(id)],
    );
  },
  refersBy: 'aircraft_id',
  remove(crewCenter, id) {
    takeAway(crewCenter, read(crewCenter, id)?.registration ?? '');
  },
};

function read(crewCenter: CrewCenter, id: string): Cells | null {
  const row = crewCenter.get(
    `SELECT c.*, s.type AS subfleet_type, a.icao AS airline_icao FROM aircraft c LEFT JOIN subfleets s ON s.id = c.subfleet_id
     LEFT JOIN airlines a ON a.id = s.airline_id WHERE c.id = ? AND c.deleted_at IS NULL`,
    Number(id),
  );
  if (row === null) return null;
  return {
    registration: textOrNull(row, 'registration') ?? '',
    type: textOrNull(row, 'icao') ?? '',
    name: textOf(row, 'name'),
    airline: textOrNull(row, 'airline_icao') ?? '',
    subfleet: textOrNull(row, 'subfleet_type') ?? '',
    at: textOrNull(row, 'airport_id') ?? '',
    status: aircraftStatus(textOf(row, 'status')),
  };
}

/** As `read` would give them back: codes in capitals, and what is empty filled in. */
function spelled(crewCenter: CrewCenter, cells: Cells): Cells {
  const upper = (column: string) => (cells[column] ?? '').toUpperCase();
  const type = upper('type');
  const at = upper('at');
  const airline = airlineOf(crewCenter, upper('airline'));
  const word = (cells.status ?? '').toLowerCase();
  return {
    registration: upper('registration'),
    type,
    name: cells.name || type,
    airline: airline === null ? upper('airline') : textOf(airline, 'icao'),
    subfleet: upper('subfleet') || type,
    at: at === '' ? '' : (findAirport(crewCenter, { icao: at })?.icao ?? at),
    // As the form of an aircraft has it.
    status: word === 'maintenance' ? statusWords.M : word,
  };
}

function problemsOf(crewCenter: CrewCenter, cells: Cells): readonly CellProblem[] {
  const { registration = '', type = '', name = '', airline = '', subfleet = '', at = '', status = '' } = cells;
  const problems: CellProblem[] = [];
  const refuse = (column: string, problem: string) => problems.push({ column, problem });
  if (!/^[A-Z0-9-]{1,10}$/.test(registration)) refuse('registration', 'enter 1 to 10 letters, digits and hyphens');
  if (!typeCode.test(type)) refuse('type', 'enter 2 to 4 letters and digits, such as A320');
  if (name.length > maxAircraftName) refuse('name', `enter 1 to ${maxAircraftName} characters`);
  const owner = airlineOf(crewCenter, airline);
  if (owner === null)
    refuse('airline', airline === '' ? 'there is no airline yet; add one first' : noAirline(crewCenter, airline));
  else if (subfleet !== type && !hasSubfleet(crewCenter, numberOf(owner, 'id'), subfleet))
    refuse('subfleet', `${airline} has no subfleet ${subfleet}`);
  if (at !== '' && findAirport(crewCenter, { icao: at }) === null) refuse('at', noAirport(crewCenter, at));
  const words = Object.values(statusWords);
  if (!words.some((word) => word === status)) refuse('status', `choose one of ${words.join(', ')}`);
  return problems;
}

/** The row of an airline by ICAO or IATA code; the first one for an empty text. */
function airlineOf(crewCenter: CrewCenter, code: string) {
  return crewCenter.get(
    "SELECT id, icao FROM airlines WHERE deleted_at IS NULL AND (? = '' OR ? IN (icao, iata)) ORDER BY id LIMIT 1",
    code,
    code,
  );
}

function hasSubfleet(crewCenter: CrewCenter, airlineId: number, type: string): boolean {
  const sql = 'SELECT 1 FROM subfleets WHERE airline_id = ? AND type = ? AND deleted_at IS NULL';
  return crewCenter.get(sql, airlineId, type) !== null;
}

function subfleetOf(crewCenter: CrewCenter, { airline = '', subfleet = '', name = '' }: Cells): number {
  const row = airlineOf(crewCenter, airline);
  return requireSubfleet(crewCenter, row === null ? 0 : numberOf(row, 'id'), subfleet, name);
}

function letterOf(status = ''): string {
  return Object.entries(statusWords).find(([, word]) => word === status)?.[0] ?? 'A';
}

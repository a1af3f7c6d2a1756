import type { SQLInputValue } from 'node:sqlite';
import { newId } from '../../lib/tokens.ts';
import type { CrewCenter } from './crew-center.ts';
import type { CellProblem } from './imports/kind.ts';
import type { ScheduleRow } from './schedule-csv.ts';
import { noAirline, noAirport } from './unknown-names.ts';

/** For how many unknown airports the similar ones are looked up, which takes some milliseconds each. */
const maxHints = 50;

/** Returns what finds airlines, airports and subfleets that the crew center does not have, with what may be meant; each is looked up once. */
export function nameChecker(crewCenter: CrewCenter): (row: ScheduleRow) => readonly CellProblem[] {
  const has = remembering((sql = '', value = '') => crewCenter.get(sql, value) !== null);
  let hints = 0;
  const airportProblem = remembering((icao = '') => {
    hints += 1;
    return hints <= maxHints ? noAirport(crewCenter, icao) : `there is no airport ${icao}`;
  });
  return ({ airline, dpt_airport, arr_airport, alt_airport, subfleets }) => {
    const problems: CellProblem[] = [];
    if (!has('SELECT 1 FROM airlines WHERE deleted_at IS NULL AND ? IN (icao, iata)', airline))
      problems.push({ column: 'airline', problem: noAirline(crewCenter, airline) });
    for (const [column, icao] of Object.entries({ dpt_airport, arr_airport, alt_airport })) {
      if (icao !== null && !has('SELECT 1 FROM airports WHERE id = ? AND deleted_at IS NULL', icao))
        problems.push({ column, problem: airportProblem(icao) });
    }
    for (const type of subfleets) {
      if (!has('SELECT 1 FROM subfleets WHERE type = ? AND deleted_at IS NULL', type))
        problems.push({ column: 'subfleets', problem: `there is no subfleet of type ${type}` });
    }
    return problems;
  };
}

function remembering<T>(ask: (...words: readonly string[]) => T): typeof ask {
  const answers = new Map<string, T>();
  return (...words) => {
    const key = words.join('\n');
    const answer = answers.get(key) ?? ask(...words);
    answers.set(key, answer);
    return answer;
  };
}

/** Columns that identify a flight; the others may change. */
const known = ['flight_number', 'dpt_airport_id', 'arr_airport_id', 'route_code', 'route_leg'] as const;
const changing = [
  'callsign',
  'alt_airport_id',
  'days',
  'dpt_time',
  'arr_time',
  'level',
  'distance',
  'flight_time',
  'flight_type',
  'route',
  'notes',
  'active',
] as const;
type Values = Readonly<Record<(typeof known)[number] | (typeof changing)[number], SQLInputValue>>;

const airlineId = `(SELECT id FROM airlines WHERE :airline IN (icao, iata) AND deleted_at IS NULL ORDER BY id LIMIT 1)`;
// The plus keeps SQLite from the index of an airport, from which thousands may depart; few have one number.
const find = `SELECT id FROM flights WHERE +airline_id = ${airlineId} AND deleted_at IS NULL AND owner_id IS NULL
  AND ${known.map((name) => `${name === 'flight_number' ? '' : '+'}${name} IS :${name}`).join(' AND ')}`;
const insert = `INSERT INTO flights (id, airline_id, created_at, ${[...known, ...changing].join(', ')})
  VALUES (:id, ${airlineId}, :now, ${[...known, ...changing].map((name) => `:${name}`).join(', ')})`;
const update = `UPDATE flights SET airline_id = ${airlineId}, ${[...known, ...changing].map((name) => `${name} = :${name}`).join(', ')},
  updated_at = :now WHERE id = :id`;

/** Stores a schedule that is not there yet. Returns its id. */
export function insertSchedule(crewCenter: CrewCenter, row: ScheduleRow): string {
  const id = newId();
  const now = crewCenter.now();
  crewCenter.statement(insert).run({ ...valuesOf(row), airline: row.airline, id, now });
  saveSubfleets(crewCenter, id, row.subfleets);
  return id;
}

/** Returns the id of the schedule that is the same flight; null when there is none. */
export function findTwin(crewCenter: CrewCenter, row: ScheduleRow): string | null {
  const found = crewCenter.statement(find).get({ airline: row.airline, ...only(valuesOf(row), known) });
  return found === undefined ? null : String(found.id);
}

/** Writes every column of a schedule. */
export function replaceSchedule(crewCenter: CrewCenter, id: string, row: ScheduleRow): void {
  crewCenter.statement(update).run({ ...valuesOf(row), airline: row.airline, id, now: crewCenter.now() });
  saveSubfleets(crewCenter, id, row.subfleets);
}

function valuesOf(row: ScheduleRow): Values {
  const { airline: _airline, subfleets: _subfleets, dpt_airport, arr_airport, alt_airport, ...same } = row;
  return { ...same, dpt_airport_id: dpt_airport, arr_airport_id: arr_airport, alt_airport_id: alt_airport };
}

function saveSubfleets(crewCenter: CrewCenter, id: string, subfleets: readonly string[]): void {
  // Those that are retired come back with it when they are used again.
  crewCenter.run(
    'DELETE FROM flight_subfleet WHERE flight_id = ? AND subfleet_id IN (SELECT id FROM subfleets WHERE deleted_at IS NULL)',
    id,
  );
  for (const type of subfleets) {
    crewCenter.run(
      'INSERT INTO flight_subfleet (subfleet_id, flight_id) SELECT id, ? FROM subfleets WHERE type = ? AND deleted_at IS NULL',
      id,
      type,
    );
  }
}

function only(values: Values, names: readonly (keyof Values)[]): Record<string, SQLInputValue> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

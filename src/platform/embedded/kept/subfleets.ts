import { numberOf, textOf } from '../../../lib/row.ts';
import type { CrewCenter } from '../crew-center.ts';
import { noAirline } from '../unknown-names.ts';
import { type Choice, codeField, type KeptField, linksOf, severalField, textField } from './fields.ts';
import { type Kept, stateFilter } from './kept.ts';

const airlineSql = 'SELECT id, icao, name FROM airlines WHERE deleted_at IS NULL ORDER BY id';

const airline: KeptField = {
  label: 'Airline',
  hint: 'hint.airline-subfleet',
  columns: ['airline_id'],
  choices: (crewCenter) =>
    crewCenter.read(() => crewCenter.all(airlineSql)).map(({ id, icao, name }) => [String(id), `${icao} ${name}`]),
  read(crewCenter, text) {
    const row = crewCenter.get(
      `SELECT id FROM airlines WHERE deleted_at IS NULL AND (CAST(id AS TEXT) = ? OR upper(?) IN (icao, iata)) ORDER BY id`,
      text,
      text,
    );
    return row === null ? { problem: noAirline(crewCenter, text) } : numberOf(row, 'id');
  },
};

const ranks = linksOf('subfleet_id', 'rank_id');
const rankSql = `SELECT id, name || ' (' || hours || ' h)' AS name FROM ranks WHERE deleted_at IS NULL ORDER BY hours, id`;

/** Those in use, with a name that says which they are. */
export const subfleetSql = `SELECT s.id, s.type || CASE WHEN s.name = s.type THEN '' ELSE ' ' || s.name END || coalesce(' (' || a.icao || ')', '') AS name
  FROM subfleets s LEFT JOIN airlines a ON a.id = s.airline_id WHERE s.deleted_at IS NULL ORDER BY s.type, a.icao, s.id`;

/** The subfleets of a crew center: aircraft of one type of an airline. */
export const subfleets: Kept = {
  what: 'subfleet',
  table: 'subfleets',
  list: {
    key: 's.id',
    from: 'subfleets s LEFT JOIN airlines a ON a.id = s.airline_id',
    where: '1',
    words: ['s.type', 's.name', 'a.icao', 'a.name'],
    filters: stateFilter('s'),
    sorts: {
      type: { title: 'field.type', sql: 's.type, a.icao' },
      name: { title: 'sort.name', sql: 's.name' },
      airline: { title: 'field.airline', sql: 'a.icao, s.type' },
    },
  },
  fields: {
    type: codeField('Type', ['type'], {
      shape: /^[A-Z0-9._-]{2,20}$/,
      wanted: '2 to 20 letters, digits, dots and hyphens, such as A320',
      hint: 'hint.type-subfleet',
    }),
    name: textField('Name', 'name', { max: 50 }),
    airline,
    ranks: severalField('Ranks that may fly it', rankSql, 'hint.ranks'),
  },
  unique: ['type', 'airline'],
  figures: {
    Airline: 'a.icao',
    Aircraft: 'SELECT count(*) FROM aircraft c WHERE c.subfleet_id = s.id AND c.deleted_at IS NULL',
    Schedules:
      'SELECT count(*) FROM flight_subfleet b JOIN flights f ON f.id = b.flight_id AND f.deleted_at IS NULL WHERE b.subfleet_id = s.id',
  },
  references: {
    aircraft: 'SELECT count(*) FROM aircraft WHERE subfleet_id = :id',
    schedules: 'SELECT count(*) FROM flight_subfleet WHERE subfleet_id = :id',
  },
  links: {
    read: (crewCenter, id) => ({ ranks: ranks.read(crewCenter, id) }),
    save(crewCenter, id, texts) {
      if (texts.ranks !== undefined) ranks.save(crewCenter, id, texts.ranks);
    },
    remove: ranks.remove,
  },
  nameOf: ({ type = '', name = '' }) => (type === name ? type : `${type} ${name}`),
};

/** The subfleets that an aircraft may belong to. */
export function subfleetChoices(crewCenter: CrewCenter): readonly Choice[] {
  return crewCenter.read(() => crewCenter.all(subfleetSql)).map((row) => [textOf(row, 'id'), textOf(row, 'name')]);
}

/** The subfleet of this type of the airline, which is added for every rank where it is missing. Within a write. */
export function requireSubfleet(crewCenter: CrewCenter, airlineId: number, type: string, name: string): number {
  const sql = 'SELECT id FROM subfleets WHERE airline_id = ? AND type = ? AND deleted_at IS NULL';
  const found = crewCenter.get(sql, airlineId, type);
  if (found !== null) return numberOf(found, 'id');
  const id = crewCenter.insert(
    'INSERT INTO subfleets (airline_id, type, name) VALUES (?, ?, ?)',
    airlineId,
    type,
    name,
  );
  crewCenter.run('INSERT INTO subfleet_rank (rank_id, subfleet_id) SELECT id, ? FROM ranks', id);
  return id;
}

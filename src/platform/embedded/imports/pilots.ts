import { numberOf, textOf, textOrNull } from '../../../lib/row.ts';
import { table } from '../../../lib/table.ts';
import type { CrewCenter } from '../crew-center.ts';
import { forgetLinks } from '../join/links.ts';
import { requireNoOpenFlight } from '../open-flight.ts';
import { insertPilot } from '../pilot-admin.ts';
import { checkPilot, noPilotEdit, type PilotEdit, savePilot } from '../pilot-changes.ts';
import { forgetNotes } from '../pilot-notes.ts';
import { standings } from '../pilots.ts';
import type { Cells, ImportKind } from './kind.ts';

/** The field of an edit that each column of a file fills. */
const fieldOf = {
  name: 'name',
  email: 'email',
  airline: 'airline',
  rank: 'rank',
  standing: 'standing',
  home: 'homeAirport',
  at: 'currentAirport',
  vatsim: 'vatsim',
  ivao: 'ivao',
} as const satisfies Readonly<Record<string, keyof PilotEdit>>;
type Column = keyof typeof fieldOf;
const columns = Object.keys(fieldOf) as readonly Column[];

/** Columns that may be empty as such: what a pilot need not have. */
const clearable: readonly Column[] = ['vatsim', 'ivao'];

const emptied = table<string>({ home: 'home_airport_id', at: 'curr_airport_id', rank: 'rank_id' });

/** Files of pilots: one with the e-mail address of another is that one. They have no passwords: who is new gets one by a link. */
export const pilotImports: ImportKind = {
  name: 'pilots',
  one: 'pilot',
  columns: {
    required: ['name', 'email'],
    optional: columns.filter((column) => column !== 'name' && column !== 'email'),
    ignored: ['ident', 'flights', 'flight_time_min', 'named_in_posts'],
  },
  keptWhenEmpty: columns.filter((column) => !clearable.includes(column)),
  defaults: { standing: 'active' },
  checker: (crewCenter) => (cells) => {
    const known = find(crewCenter, cells);
    const { columns: values, fields } = checkPilot(crewCenter, known ?? '0', editOf(cells));
    const problems = columns.flatMap((column) => {
      const problem = cells[column] === undefined && isNeeded(column) ? 'is missing' : fields[fieldOf[column]];
      // The message begins with the label of the form's field.
      return problem === undefined ? [] : [{ column, problem: problem.replace(/^[^:]{1,30}: /, '') }];
    });
    if (problems.length === 0 && known === null && airlineOf(crewCenter, cells) === '')
      problems.push({ column: 'airline', problem: 'there is no airline yet; add one first' });
    return { cells: problems.length > 0 ? cells : spelled(crewCenter, cells, values), problems };
  },
  keyOf: ({ email = '' }) => email.toLowerCase(),
  nameOf: ({ name = '', email = '' }) => `${name} ${email}`.trim(),
  find,
  read,
  insert(crewCenter, cells) {
    const { name = '', email = '', airline, home } = cells;
    const pilot = { name, email, airline: airline || null, homeAirport: home || null };
    const { id } = insertPilot(crewCenter, pilot, { hash: '' });
    savePilot(crewCenter, id, editOf(cells));
    return id;
  },
  replace(crewCenter, id, cells) {
    const here = read(crewCenter, id) ?? {};
    const changed = Object.entries(cells).filter(([column, text]) => here[column] !== text);
    savePilot(crewCenter, id, editOf(Object.fromEntries(changed)));
    // What an import had filled in is empty again when it is taken back.
    for (const [column, text] of changed)
      if (text === '' && emptied[column] !== undefined)
        crewCenter.run(`UPDATE users SET ${emptied[column]} = NULL WHERE id = ?`, Number(id));
  },
  refersBy: 'user_id',
  remove(crewCenter, id) {
    requireNoOpenFlight(crewCenter, 'pilot', id, 'The pilot');
    forgetLinks(crewCenter, 'reset', id);
    forgetNotes(crewCenter, id);
    crewCenter.run('DELETE FROM users WHERE id = ?', Number(id));
  },
};

const isNeeded = (column: Column) => column === 'name' || column === 'email';

function find(crewCenter: CrewCenter, { email = '' }: Cells): string | null {
  const sql = 'SELECT id FROM users WHERE email = ? COLLATE NOCASE AND deleted_at IS NULL AND state <> ?';
  const row = crewCenter.get(sql, email, standings.indexOf('deleted'));
  return row === null ? null : textOf(row, 'id');
}

function read(crewCenter: CrewCenter, id: string): Cells | null {
  const row = crewCenter.get(
    `SELECT u.*, a.icao AS airline_icao, r.name AS rank_name FROM users u LEFT JOIN airlines a ON a.id = u.airline_id
     LEFT JOIN ranks r ON r.id = u.rank_id WHERE u.id = ? AND u.deleted_at IS NULL AND u.state <> ?`,
    Number(id),
    standings.indexOf('deleted'),
  );
  if (row === null) return null;
  return {
    name: textOf(row, 'name'),
    email: textOf(row, 'email'),
    airline: textOrNull(row, 'airline_icao') ?? '',
    rank: textOrNull(row, 'rank_name') ?? '',
    standing: standings[numberOf(row, 'state')] ?? '',
    home: textOrNull(row, 'home_airport_id') ?? '',
    at: textOrNull(row, 'curr_airport_id') ?? '',
    vatsim: textOf(row, 'vatsim_id'),
    ivao: textOf(row, 'ivao_id'),
  };
}

/** What is empty in the file and here changes nothing. */
function editOf(cells: Cells): PilotEdit {
  const given = columns.filter((column) => Boolean(cells[column]) || (clearable.includes(column) && column in cells));
  return { ...noPilotEdit, ...Object.fromEntries(given.map((column) => [fieldOf[column], cells[column] ?? ''])) };
}

/** As `read` would give them back. */
function spelled(crewCenter: CrewCenter, cells: Cells, values: Readonly<Record<string, string | number>>): Cells {
  const upper = (column: 'home_airport_id' | 'curr_airport_id', text = '') => String(values[column] ?? text);
  const home = upper('home_airport_id', cells.home);
  const rank = crewCenter.get(
    'SELECT name FROM ranks WHERE id = coalesce(?, (SELECT id FROM ranks WHERE deleted_at IS NULL ORDER BY hours, id LIMIT 1))',
    values.rank_id ?? null,
  );
  return {
    name: String(values.name ?? cells.name),
    email: String(values.email ?? cells.email),
    airline: airlineOf(crewCenter, cells),
    rank: cells.rank === undefined || cells.rank !== '' ? (rank === null ? '' : textOf(rank, 'name')) : '',
    standing: cells.standing ?? '',
    home,
    // Who is new is at home.
    at: upper('curr_airport_id', cells.at ?? home),
    vatsim: String(values.vatsim_id ?? ''),
    ivao: String(values.ivao_id ?? ''),
  };
}

/** ICAO code; that of the first airline where there is none in the file. */
function airlineOf(crewCenter: CrewCenter, { airline }: Cells): string {
  const sql =
    'SELECT icao FROM airlines WHERE deleted_at IS NULL AND (? IS NULL OR upper(?) IN (icao, iata)) ORDER BY id LIMIT 1';
  const row = crewCenter.get(sql, airline ?? null, airline ?? null);
  return row === null ? (airline ?? '') : textOf(row, 'icao');
}

import type { MysqlRow, MysqlSession } from '../../lib/mysql.ts';
import type { NumberColumn } from '../site/fit-number.ts';

/** One column as the database describes it. */
export interface Column extends NumberColumn {
  readonly name: string;
  /** NOT NULL, no usable default, not counted by itself: an INSERT under a strict `sql_mode` must give it. */
  readonly isDemanded: boolean;
  /** Letters that a text column holds; null for others. */
  readonly maxLength: number | null;
  readonly maxBytes: number | null;
  readonly charset: string | null;
  /** First value of an `enum`. */
  readonly firstChoice: string | null;
}

/** A table of the crew center, by the name that it has there. */
export interface Table {
  /** With back quotes, ready for a statement. */
  readonly quoted: string;
  readonly columns: ReadonlyMap<string, Column>;
}

/** Always there; a database without one of them holds no phpVMS 5. */
export const neededTables = [
  'pilots',
  'bids',
  'schedules',
  'pireps',
  'acarsdata',
  'aircraft',
  'airports',
  'airlines',
] as const;
/** Absent in some fork or release. */
export const optionalTables = [
  'pirepcomments',
  'pirepfields',
  'pirepvalues',
  'activityfeed',
  'expenses',
  'ranks',
  'groups',
  'groupmembers',
  'navdata',
  'news',
  'settings',
  'customfields',
  'fieldvalues',
] as const;

type Needed = (typeof neededTables)[number];
type Optional = (typeof optionalTables)[number];
export type Tables = Readonly<Record<Needed, Table> & Record<Optional, Table | null>> & { readonly prefix: string };

/** What only a phpVMS 5 has: a phpVMS 7 in the same database has tables `bids` and `pireps` too. */
const marks: readonly (readonly [Needed, readonly string[]])[] = [
  ['bids', ['bidid', 'pilotid', 'routeid']],
  ['pilots', ['pilotid', 'password', 'salt']],
  ['pireps', ['pirepid', 'pilotid']],
  ['acarsdata', ['pilotid', 'lastupdate']],
];

/** Which tables are meant. */
export interface PrefixChoice {
  /** `TRACKER_DB_PREFIX`: `'AUTO'`, or the prefix itself (the empty one too). */
  readonly wanted: string;
  /** `TABLE_PREFIX` of the crew center's own configuration; distinguishes two installations in one database. */
  readonly configured: string | null;
}

/** Thrown when the crew center's tables cannot be identified, or are missing. The message says what to set. */
export class TablesNotFound extends Error {
  override readonly name = 'TablesNotFound';
}

/**
 * Reads every table and column of the database once.
 * @throws TablesNotFound when no prefix, or more than one, fits.
 */
export async function discoverTables(session: MysqlSession, choice: PrefixChoice): Promise<Tables> {
  const rows = await session.rows(
    `SELECT TABLE_NAME AS tableName, COLUMN_NAME AS columnName, DATA_TYPE AS dataType, COLUMN_TYPE AS columnType,
        IS_NULLABLE AS isNullable, COLUMN_DEFAULT AS columnDefault, EXTRA AS extra,
        CHARACTER_MAXIMUM_LENGTH AS maxLength, CHARACTER_OCTET_LENGTH AS maxBytes, CHARACTER_SET_NAME AS charset,
        NUMERIC_PRECISION AS digits, NUMERIC_SCALE AS fraction
      FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY ORDINAL_POSITION`,
  );
  const tables = Map.groupBy(rows, (row) => String(row.tableName));
  return assemble(tables, choosePrefix(tables, choice));
}

function choosePrefix(tables: ReadonlyMap<string, readonly MysqlRow[]>, { wanted, configured }: PrefixChoice): string {
  const found = prefixesOf(tables);
  const named = found.map((prefix) => `'${prefix}'`).join(', ');
  if (wanted !== 'AUTO') {
    if (found.includes(wanted)) return wanted;
    const have = found.length === 0 ? 'it has no tables of a phpVMS 5 at all' : `it has them with ${named}`;
    throw new TablesNotFound(
      `The database has no tables of a phpVMS 5 with the prefix '${wanted}' (TRACKER_DB_PREFIX); ${have}.`,
    );
  }
  const [only, ...others] = found;
  if (only === undefined) throw new TablesNotFound('The database has no tables of a phpVMS 5.');
  if (others.length === 0) return only;
  if (configured !== null && found.includes(configured)) return configured;
  throw new TablesNotFound(
    `The database holds more than one phpVMS 5, with the prefixes ${named}: set TRACKER_DB_PREFIX to the one that is meant.`,
  );
}

/** Every prefix under which all needed tables lie, with the columns that only a phpVMS 5 has. */
function prefixesOf(tables: ReadonlyMap<string, readonly MysqlRow[]>): readonly string[] {
  const candidates = [...tables.keys()].filter((name) => name.endsWith('acarsdata'));
  return candidates.map((name) => name.slice(0, -'acarsdata'.length)).filter((prefix) => isComplete(tables, prefix));
}

function isComplete(tables: ReadonlyMap<string, readonly MysqlRow[]>, prefix: string): boolean {
  if (!neededTables.every((name) => tables.has(prefix + name))) return false;
  return marks.every(([name, columns]) => {
    const have = new Set(tables.get(prefix + name)?.map((row) => String(row.columnName).toLowerCase()));
    return columns.every((column) => have.has(column));
  });
}

function assemble(tables: ReadonlyMap<string, readonly MysqlRow[]>, prefix: string): Tables {
  const made: Record<string, Table | null> = {};
  for (const name of [...neededTables, ...optionalTables]) {
    const rows = tables.get(prefix + name);
    made[name] = rows === undefined ? null : readTable(prefix + name, rows);
  }
  return { ...(made as Record<Needed, Table> & Record<Optional, Table | null>), prefix };
}

function readTable(name: string, rows: readonly MysqlRow[]): Table {
  const columns = rows.map(readColumn);
  return { quoted: quoteName(name), columns: new Map(columns.map((column) => [column.name, column])) };
}

function readColumn(row: MysqlRow): Column {
  const columnType = String(row.columnType);
  const isAutomatic = /auto_increment|generated/i.test(String(row.extra));
  // A zero date as default counts as none: under NO_ZERO_DATE an INSERT that leaves it out fails.
  const hasDefault = row.columnDefault !== null && !String(row.columnDefault).includes('0000-00-00');
  const type = String(row.dataType).toLowerCase();
  const fraction = Number(row.fraction ?? 0);
  return {
    name: String(row.columnName).toLowerCase(),
    type,
    isUnsigned: /unsigned/i.test(columnType),
    digits: type === 'decimal' ? { whole: Number(row.digits) - fraction, fraction } : null,
    isDemanded: row.isNullable === 'NO' && !hasDefault && !isAutomatic,
    maxLength: row.maxLength === null ? null : Number(row.maxLength),
    maxBytes: row.maxBytes === null ? null : Number(row.maxBytes),
    charset: row.charset === null ? null : String(row.charset),
    firstChoice: /^(?:enum|set)\('((?:[^']|'')*)'/.exec(columnType)?.[1]?.replaceAll("''", "'") ?? null,
  };
}

export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

import type { Mysql } from '../../lib/mysql.ts';
import { numberOrNull, textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';

/** A column as it is installed. Widths of texts are in characters and in bytes, null for what is no text. */
export interface Column {
  readonly type: string;
  readonly maxChars: number | null;
  readonly maxBytes: number | null;
  readonly charset: string | null;
  readonly isUnsigned: boolean;
  /** Digits before and after the point of a DECIMAL. */
  readonly digits: { readonly whole: number; readonly fraction: number } | null;
}
export type Columns = ReadonlyMap<string, Column>;
/** Columns by table, without the prefix. */
export type Installation = ReadonlyMap<string, Columns>;

/** Without these it is no phpVMS 7. */
const needed = [
  'users',
  'airlines',
  'airports',
  'aircraft',
  'subfleets',
  'flights',
  'bids',
  'pireps',
  'acars',
  'settings',
];

/**
 * The tables of the site, as they are: releases are distinguished by their columns, never by a version number.
 * @throws Refusal `crew-center-refused` when these are not the tables of a phpVMS 7.
 */
export async function readInstallation(mysql: Mysql, prefix: string): Promise<Installation> {
  const rows = await mysql.rows(
    `SELECT TABLE_NAME AS tab, COLUMN_NAME AS name, DATA_TYPE AS type, COLUMN_TYPE AS full_type,
       CHARACTER_MAXIMUM_LENGTH AS chars, CHARACTER_OCTET_LENGTH AS bytes, CHARACTER_SET_NAME AS charset,
       NUMERIC_PRECISION AS digits, NUMERIC_SCALE AS fraction
     FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND LEFT(TABLE_NAME, ?) = ?`,
    [prefix.length, prefix],
  );
  const tables = new Map<string, Map<string, Column>>();
  for (const row of rows) {
    const table = textOf(row, 'tab').slice(prefix.length);
    const columns = tables.get(table) ?? new Map<string, Column>();
    columns.set(textOf(row, 'name'), readColumn(row));
    tables.set(table, columns);
  }
  requireKnownTables(tables, prefix);
  return tables;
}

function readColumn(row: Readonly<Record<string, unknown>>): Column {
  const type = textOf(row, 'type').toLowerCase();
  const digits = numberOrNull(row, 'digits');
  const fraction = numberOrNull(row, 'fraction');
  return {
    type,
    maxChars: numberOrNull(row, 'chars'),
    maxBytes: numberOrNull(row, 'bytes'),
    charset: textOrNull(row, 'charset'),
    isUnsigned: textOf(row, 'full_type').includes('unsigned'),
    digits: type === 'decimal' && digits !== null ? { whole: digits - (fraction ?? 0), fraction: fraction ?? 0 } : null,
  };
}

function requireKnownTables(tables: Installation, prefix: string): void {
  const missing = needed.filter((table) => !tables.has(table));
  if (missing.length > 0) {
    const named = missing.map((table) => prefix + table).join(', ');
    throw new Refusal('crew-center-refused', {
      message: `This is not the database of a phpVMS 7: the tables ${named} are missing. Check DB_DATABASE and DB_PREFIX in .env.`,
    });
  }
}

import { numberOf, type Row } from '../lib/row.ts';
import type { AuditFilter, AuditPageRequest } from '../tracking/model.ts';
import type { AuditEntry, AuditPage } from './journal.ts';

type Value = string | number;
type ReadRows = (sql: string, values: readonly Value[]) => Promise<readonly Row[]>;

/** Reads a page of the audit log of all partitions, in SQL that SQLite and MariaDB both read. @param decode - null for a damaged row, which is left out */
export async function auditPage(
  rows: ReadRows,
  { isOldestFirst = false, offset = 0, after, limit, ...wanted }: AuditPageRequest,
  decode: (row: Row) => AuditEntry | null,
): Promise<AuditPage> {
  const { conditions, values } = conditionsOf(wanted);
  if (after !== undefined) conditions.push(`id ${isOldestFirst ? '>' : '<'} ?`);
  const found = await rows(
    `SELECT * FROM audit WHERE ${conditions.join(' AND ')} ORDER BY id ${isOldestFirst ? '' : 'DESC'} LIMIT ? OFFSET ?`,
    [...values, ...(after === undefined ? [] : [after]), limit, offset],
  );
  const last = found.at(-1);
  return {
    entries: found.map(decode).filter((entry) => entry !== null),
    next: last === undefined || found.length < limit ? null : numberOf(last, 'id'),
  };
}

export async function countAudit(rows: ReadRows, wanted: AuditFilter): Promise<number> {
  const { conditions, values } = conditionsOf(wanted);
  const [row] = await rows(`SELECT count(*) AS count FROM audit WHERE ${conditions.join(' AND ')}`, values);
  return row === undefined ? 0 : numberOf(row, 'count');
}

function conditionsOf({ words = [], actor, action, since, before }: AuditFilter) {
  const conditions = ['TRUE'];
  const values: Value[] = [];
  const add = (text: string, sought: string, begin: string) => {
    const small = sought.toLowerCase();
    const capitals = capitalsBeyondAscii(small);
    const folded = capitals.reduce((sql) => `replace(${sql}, ?, ?)`, text);
    conditions.push(`lower(${folded}) LIKE lower(?) ESCAPE '!'`);
    values.push(...capitals.flat(), `${begin}${small.replace(/[!%_]/g, '!$&')}%`);
  };
  for (const word of words) add("concat_ws(' ', actor, action, subject, detail)", word, '%');
  if (actor !== undefined) add('actor', actor, '');
  if (action !== undefined) add('action', action, '');
  if (since !== undefined) conditions.push('at >= ?');
  if (before !== undefined) conditions.push('at < ?');
  return { conditions, values: [...values, ...[since ?? [], before ?? []].flat()] };
}

/** The letters of a text that have a capital which SQLite does not know (it knows those of ASCII): pairs of the capital and the letter. */
function capitalsBeyondAscii(small: string): readonly (readonly [string, string])[] {
  const letters = [...new Set(small)].filter((letter) => letter > '\u007f');
  return letters
    .map((letter) => [letter.toUpperCase(), letter] as const)
    .filter(([capital, letter]) => capital !== letter && capital.toLowerCase() === letter);
}

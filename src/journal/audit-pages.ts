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
  /** SQLite knows no capitals but those of ASCII: of the others each is looked for as it is typed, and in both ways of writing. */
  const add = (text: string, sought: string, begin: string) => {
    const like = `lower(${text}) LIKE lower(?) ESCAPE '!'`;
    conditions.push(`(${like} OR ${like} OR ${like})`);
    for (const written of [sought, sought.toLowerCase(), sought.toUpperCase()])
      values.push(`${begin}${written.replace(/[!%_]/g, '!$&')}%`);
  };
  for (const word of words) add("concat_ws(' ', actor, action, subject, detail)", word, '%');
  if (actor !== undefined) add('actor', actor, '');
  if (action !== undefined) add('action', action, '');
  if (since !== undefined) conditions.push('at >= ?');
  if (before !== undefined) conditions.push('at < ?');
  return { conditions, values: [...values, ...[since ?? [], before ?? []].flat()] };
}

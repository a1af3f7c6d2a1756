import { type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { PirepDetail } from '../../tracking/desk-model.ts';
import { filedPireps, summaryColumns, toSummary } from './logbook.ts';
import { fromSqlTime } from './sql-time.ts';
import type { Tables } from './tables.ts';

/** As the site orders them (app/Models/Pirep.php, `acars_logs`); a row without a time comes last. */
export const acarsOrder = 'ORDER BY a.created_at IS NULL, a.created_at, {?a.acars.order}, a.id';

/** Where the lines of a log are: a table, which of its rows as `a`, and their order. */
export interface LogPlace {
  readonly table: 'acars' | 'pirep_events';
  readonly isLine: string;
  readonly order: string;
}

/** The embedded crew center numbers the lines of a whole log, of which some have no time; on a site all have the same number. */
const logOrder = 'ORDER BY {?a.acars.order}, a.created_at IS NULL, a.created_at, a.id';
/** Up to 7.0.10, by app/Models/Enums/AcarsType.php, LOG. */
export const logInAcars: LogPlace = { table: 'acars', isLine: 'a.type = 2', order: logOrder };

/** Who signs a comment: its row has the user's `name`. */
type AuthorOf = (comment: Row) => string;

/** A filed PIREP of this pilot, without fares and track; null when it is none. */
export async function readPirep(
  tables: Tables,
  { pilotId, pirepId }: { readonly pilotId: string; readonly pirepId: string },
  authorOf: AuthorOf,
  log = logInAcars,
): Promise<PirepDetail | null> {
  const sql = `SELECT ${summaryColumns}, p.notes ${filedPireps} AND p.id = ?`;
  const [row] = await tables.rows(sql, [pilotId, pirepId]);
  if (row === undefined) return null;
  return {
    ...toSummary(row),
    notes: textOrNull(row, 'notes') || null,
    log: await readLog(tables, pirepId, log),
    fields: await readFields(tables, pirepId),
    fares: [],
    comments: await readComments(tables, pirepId, authorOf),
    track: [],
  };
}

async function readLog(tables: Tables, pirepId: string, log: LogPlace): Promise<PirepDetail['log']> {
  const { table, isLine, order } = log;
  const rows = await tables.rows(
    `SELECT a.log, a.created_at FROM {${table}} a WHERE a.pirep_id = ? AND ${isLine} AND a.log IS NOT NULL ${order}`,
    [pirepId],
  );
  return rows.map((row) => ({ at: createdAt(row), text: textOf(row, 'log') }));
}

async function readFields(tables: Tables, pirepId: string): Promise<PirepDetail['fields']> {
  const sql = 'SELECT v.name, v.value FROM {pirep_field_values} v WHERE v.pirep_id = ? ORDER BY v.id';
  const rows = await tables.rows(sql, [pirepId]);
  const entries = rows.map((row) => [textOf(row, 'name'), textOrNull(row, 'value') ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

async function readComments(tables: Tables, pirepId: string, authorOf: AuthorOf): Promise<PirepDetail['comments']> {
  const rows = await tables.rows(
    `SELECT k.comment, k.created_at, u.name FROM {pirep_comments} k LEFT JOIN {users} u ON u.id = k.user_id
     WHERE k.pirep_id = ? ORDER BY k.created_at, k.id`,
    [pirepId],
  );
  return rows.map((row) => ({ at: createdAt(row), author: authorOf(row), text: textOf(row, 'comment') }));
}

export function createdAt(row: Row): number | null {
  return fromSqlTime(textOrNull(row, 'created_at'));
}

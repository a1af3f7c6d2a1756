import type { MysqlParameter } from '../../../src/lib/mysql.ts';

type Cell = number | string | null;
export type ModelRow = Record<string, Cell>;

/** Rows that servers share, by table and key. Each counts its changes, by which a conflict is noticed. */
export class SharedRows {
  readonly partitions = new Map<Cell, ModelRow>();
  readonly servers = new Map<Cell, ModelRow>();
  readonly writers = new Map<Cell, ModelRow>();
  readonly journal_version = new Map<Cell, ModelRow>([[1, { id: 1, usable_from: 0 }]]);
}

/** What a statement found, and how it changes the rows once it is committed. */
export interface Found {
  readonly rows: readonly ModelRow[];
  readonly affected: number;
  readonly changed: readonly ModelRow[];
  apply(): void;
}

type Statement = (tables: SharedRows, values: readonly Cell[]) => Found;

const statements = new Map<string, Statement>();

/** Runs the few statements of leases, fence and look-ups against the rows. @throws Error for any other */
export function runStatement(tables: SharedRows, sql: string, values: readonly MysqlParameter[]): Found {
  const known = statements.get(sql) ?? compile(sql.replace(/\s+/g, ' ').trim());
  statements.set(sql, known);
  return known(
    tables,
    values.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value)),
  );
}

function compile(sql: string): Statement {
  const [, selected, , wanted = ''] = /^SELECT .+ FROM (\w+)( WHERE (.+?))?(?: ORDER BY id)?$/.exec(sql) ?? [];
  if (selected !== undefined)
    return (tables, values) => found(matching(tables, selected, wanted, values), () => undefined);
  const [, updated, changes, which = ''] =
    /^UPDATE (\w+)(?: FORCE INDEX \(PRIMARY\))? SET (.+) WHERE (.+)$/.exec(sql) ?? [];
  if (updated !== undefined && changes !== undefined) return update(updated, changes, which);
  const [, emptied, gone = ''] = /^DELETE FROM (\w+) WHERE (.+)$/.exec(sql) ?? [];
  if (emptied !== undefined) return remove(emptied, gone);
  const insertion = /^INSERT INTO (\w+) \((.+)\) VALUES \((.+?)\)(?: ON DUPLICATE KEY UPDATE (.+))?$/.exec(sql);
  const [, filled, columns, given, otherwise = ''] = insertion ?? [];
  if (filled !== undefined && columns !== undefined && given !== undefined)
    return insert(filled, columns, given, otherwise);
  throw new Error(`the model of the database does not know: ${sql}`);
}

function update(table: string, changes: string, which: string): Statement {
  const count = changes.split('?').length - 1;
  return (tables, values) => {
    const rows = matching(tables, table, which, values.slice(count));
    return found(rows, () => {
      for (const row of rows) set(row, changes, values.slice(0, count));
    });
  };
}

function remove(table: string, which: string): Statement {
  return (tables, values) => {
    const rows = matching(tables, table, which, values);
    return found(rows, () => {
      for (const row of rows) tableOf(tables, table).delete(row.id ?? null);
    });
  };
}

function insert(table: string, columns: string, given: string, otherwise: string): Statement {
  const names = columns.split(', ');
  return (tables, values) => {
    const left = [...values];
    const cells = given.split(', ').map((each) => (each === '?' ? (left.shift() ?? null) : Number(each)));
    const row: ModelRow = {
      ...Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null])),
      changes: 0,
    };
    const rows = tableOf(tables, table);
    const apply = () => {
      const known = rows.get(row.id ?? null);
      if (known === undefined) rows.set(row.id ?? null, row);
      else
        set(
          known,
          otherwise.replace(/(\w+) = VALUES\(\w+\)/g, '$1 = ?'),
          left.length > 0 ? left : named(row, otherwise),
        );
    };
    return { rows: [], affected: 1, changed: [], apply };
  };
}

/** The values of an insertion that its duplicate takes over. */
function named(row: ModelRow, otherwise: string): readonly Cell[] {
  return [...otherwise.matchAll(/= VALUES\((\w+)\)/g)].map(([, name = '']) => row[name] ?? null);
}

function found(rows: readonly ModelRow[], apply: () => void): Found {
  return { rows: rows.map((row) => ({ ...row })), affected: rows.length, changed: rows, apply };
}

/** Sets columns: `a = ?, b = b + 1, c = NULL`. */
function set(row: ModelRow, changes: string, values: readonly Cell[]): void {
  const left = [...values];
  for (const change of changes.split(', ')) {
    const [name = '', value] = change.split(' = ');
    if (value === '?') row[name] = left.shift() ?? null;
    else if (value === 'NULL') row[name] = null;
    else if (value === `${name} + 1`) row[name] = Number(row[name]) + 1;
    else throw new Error(`the model of the database does not know: ${change}`);
  }
  row.changes = Number(row.changes) + 1;
}

/** Rows for which one of the alternatives holds: `(a = ? AND b >= ?) OR (…)`; all without any. */
function matching(tables: SharedRows, table: string, which: string, values: readonly Cell[]): readonly ModelRow[] {
  const rows = [...tableOf(tables, table).values()].sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
  if (which === '') return rows;
  const left = [...values];
  const alternatives = which.split(' OR ').map((each) =>
    each
      .replace(/[()]/g, '')
      .split(' AND ')
      .map((condition) => conditionOf(condition, left.shift() ?? null)),
  );
  return rows.filter((row) => alternatives.some((conditions) => conditions.every((holds) => holds(row))));
}

function conditionOf(text: string, value: Cell): (row: ModelRow) => boolean {
  const [, name = '', sign] = /^(\w+) (=|<|>=) \?$/.exec(text) ?? [];
  if (sign === '=') return (row) => row[name] === value;
  if (sign === '<') return (row) => Number(row[name]) < Number(value);
  if (sign === '>=') return (row) => Number(row[name]) >= Number(value);
  throw new Error(`the model of the database does not know: ${text}`);
}

function tableOf(tables: SharedRows, name: string): Map<Cell, ModelRow> {
  if (Object.hasOwn(tables, name)) return tables[name as keyof SharedRows];
  throw new Error(`the model of the database has no table ${name}`);
}

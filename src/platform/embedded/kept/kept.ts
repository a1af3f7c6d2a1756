import type { SQLInputValue } from 'node:sqlite';
import type { TableList } from '../../../lib/lists/table-list.ts';
import { numberOf, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { CrewCenter } from '../crew-center.ts';
import type { KeptField } from './fields.ts';

/** What a row of the airline is given besides its columns: the rows of other tables that belong to it. */
export interface KeptLinks {
  /** The texts of the fields without a column. */
  read(crewCenter: CrewCenter, id: string): Readonly<Record<string, string>>;
  /** @param texts - the fields that change @param isNew - whether the row was added just now */
  save(crewCenter: CrewCenter, id: string, texts: Readonly<Record<string, string>>, isNew: boolean): void;
  /** Takes away what is kept of one that is deleted. */
  remove?(crewCenter: CrewCenter, id: string): void;
}

/**
 * A kind of thing that the airline keeps: airlines, subfleets, ranks, airports. Each is added, edited, and retired or
 * removed by the same rules: what something refers to keeps its row, marked as version 7 marks what is deleted, is not
 * offered any more, and can be restored; the rest is deleted.
 */
export interface Kept {
  /** One of them: `airline`. */
  readonly what: string;
  readonly table: string;
  readonly list: TableList;
  /** By their name in forms and files. */
  readonly fields: Readonly<Record<string, KeptField>>;
  /** Fields that no other one of its kind may have together. */
  readonly unique: readonly string[];
  /** Figures of the list, by title: expressions of SQL on the list's row. */
  readonly figures: Readonly<Record<string, string>>;
  /** What may refer to one, `pilots`, with SQL that counts it by `:id`. */
  readonly references: Readonly<Record<string, string>>;
  readonly links?: KeptLinks;
  nameOf(texts: Readonly<Record<string, string>>): string;
  /** Returns why this one may not be taken away now; null when it may. */
  obstacle?(crewCenter: CrewCenter, id: string): string | null;
}

export interface KeptItem {
  readonly id: string;
  readonly name: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly figures: Readonly<Record<string, string>>;
  /** When it was retired; null while it is in use. */
  readonly retiredAt: string | null;
}

type Texts = Readonly<Record<string, string>>;

/** @throws Refusal `not-found` */
export function readKept(crewCenter: CrewCenter, kept: Kept, id: string): KeptItem {
  const { key, from } = kept.list;
  const figures = Object.entries(kept.figures);
  const columns = figures.map(([, sql], index) => `, (${sql}) AS figure_${index}`).join('');
  const alias = key.slice(0, key.indexOf('.'));
  const sql = `SELECT ${alias}.*${columns} FROM ${from} WHERE ${key} = ?`;
  const row = crewCenter.read(() => crewCenter.get(sql, id));
  if (row === null) throw new Refusal('not-found', { message: `This ${kept.what} does not exist. Reload the list.` });
  const own = Object.entries(kept.fields).flatMap(([name, { columns, show = asIs }]) =>
    columns[0] === undefined ? [] : [[name, show(textOrNull(row, columns[0]) ?? '')] as const],
  );
  const texts = { ...Object.fromEntries(own), ...kept.links?.read(crewCenter, id) };
  return {
    id,
    name: kept.nameOf(texts),
    texts,
    figures: Object.fromEntries(figures.map(([title], index) => [title, textOrNull(row, `figure_${index}`) ?? ''])),
    retiredAt: textOrNull(row, 'deleted_at'),
  };
}

const asIs = (text: string) => text;

/** Adds one. Returns its id. @throws Refusal `invalid` naming the fields */
export function addKept(crewCenter: CrewCenter, kept: Kept, texts: Texts): Promise<string> {
  return crewCenter.write(() => insertKept(crewCenter, kept, texts));
}

/** As `addKept`, in a write that runs already. */
export function insertKept(crewCenter: CrewCenter, kept: Kept, given: Texts): string {
  const texts = Object.fromEntries(Object.keys(kept.fields).map((name) => [name, given[name]?.trim() ?? '']));
  const columns = { ...columnsOf(crewCenter, kept, null, texts), ...stamp(crewCenter, kept, 'created_at') };
  const names = Object.keys(columns);
  const sql = `INSERT INTO ${kept.table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) RETURNING id`;
  const row = crewCenter.get(sql, ...Object.values(columns));
  if (row === null) throw new Error(`no ${kept.what} was added`);
  const id = textOf(row, 'id');
  kept.links?.save(crewCenter, id, texts, true);
  return id;
}

/** @param changes - the fields that are to be changed @throws Refusal `not-found`, `invalid` naming the fields */
export function editKept(crewCenter: CrewCenter, kept: Kept, id: string, changes: Texts): Promise<void> {
  return crewCenter.write(() => {
    const before = readKept(crewCenter, kept, id);
    const free = Object.entries(changes).filter(([name]) => kept.fields[name]?.isFixed !== true);
    const texts = Object.fromEntries(free.map(([name, text]) => [name, text.trim()]));
    const columns = columnsOf(crewCenter, kept, before, texts);
    update(crewCenter, kept, id, { ...columns, ...stamp(crewCenter, kept, 'updated_at') });
    kept.links?.save(crewCenter, id, texts, false);
  });
}

/** Returns what refers to one, as `references` names it, and how many of each do. */
export function referencesOf(
  crewCenter: CrewCenter,
  kept: Kept,
  id: string,
): readonly { readonly what: string; readonly count: number }[] {
  return Object.entries(kept.references).flatMap(([what, sql]) => {
    const row = crewCenter.statement(`SELECT (${sql}) AS count`).get({ id });
    const count = row === undefined ? 0 : numberOf(row, 'count');
    return count === 0 ? [] : [{ what, count }];
  });
}

/**
 * Takes one away: deletes it when nothing refers to it, else retires it. Returns which of them was done.
 * @throws Refusal `not-found`, `crew-center-refused` with the reason why it has to stay
 */
export function removeKept(crewCenter: CrewCenter, kept: Kept, id: string): Promise<'removed' | 'retired'> {
  return crewCenter.write(() => takeAway(crewCenter, kept, id));
}

function takeAway(crewCenter: CrewCenter, kept: Kept, id: string): 'removed' | 'retired' {
  const { name, retiredAt } = readKept(crewCenter, kept, id);
  if (retiredAt !== null) throw new Refusal('not-found', { message: `${name} is already retired.` });
  const obstacle = kept.obstacle?.(crewCenter, id) ?? null;
  if (obstacle !== null) throw new Refusal('crew-center-refused', { message: obstacle });
  if (referencesOf(crewCenter, kept, id).length > 0) {
    update(crewCenter, kept, id, { deleted_at: crewCenter.now(), ...stamp(crewCenter, kept, 'updated_at') });
    return 'retired';
  }
  kept.links?.remove?.(crewCenter, id);
  crewCenter.run(`DELETE FROM ${kept.table} WHERE id = ?`, id);
  return 'removed';
}

/** Takes a retired one into use again. @throws Refusal `not-found` */
export function restoreKept(crewCenter: CrewCenter, kept: Kept, id: string): Promise<void> {
  return crewCenter.write(() => {
    readKept(crewCenter, kept, id);
    update(crewCenter, kept, id, { deleted_at: null, ...stamp(crewCenter, kept, 'updated_at') });
  });
}

type Columns = Readonly<Record<string, SQLInputValue>>;

function update(crewCenter: CrewCenter, { table }: Kept, id: string, columns: Columns): void {
  for (const [column, value] of Object.entries(columns))
    crewCenter.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, value, id);
}

/** The airports of version 7 have no times. */
function stamp(crewCenter: CrewCenter, { table }: Kept, column: 'created_at' | 'updated_at'): Columns {
  return table === 'airports' ? {} : { [column]: crewCenter.now() };
}

/** @param before - the row that is changed; null for a new one @throws Refusal `invalid` naming the fields */
function columnsOf(crewCenter: CrewCenter, kept: Kept, before: KeptItem | null, texts: Texts): Columns {
  const problems: Record<string, string> = {};
  const values: Record<string, SQLInputValue> = {};
  for (const [name, text] of Object.entries(texts)) {
    const field = kept.fields[name];
    if (field === undefined) continue;
    const read = field.read(crewCenter, text);
    if (typeof read === 'object' && read !== null) problems[name] = `${field.label}: ${read.problem}`;
    else for (const column of field.columns) values[column] = read;
  }
  const [first] = kept.unique;
  if (
    Object.keys(problems).length === 0 &&
    first !== undefined &&
    kept.unique.some((name) => texts[name] !== undefined)
  ) {
    const twin = findTwin(crewCenter, kept, before, values);
    if (twin !== null) problems[first] = `${kept.fields[first]?.label}: ${takenText(kept, twin)}`;
  }
  if (Object.keys(problems).length === 0) return values;
  throw new Refusal('invalid', { message: Object.values(problems).join(' '), fields: problems });
}

/** Another one that has the unique fields of this. */
function findTwin(crewCenter: CrewCenter, kept: Kept, before: KeptItem | null, values: Columns): Row | null {
  const columns = kept.unique.flatMap((name) => kept.fields[name]?.columns[0] ?? []);
  const conditions = columns.map((column) =>
    column in values
      ? `${column} IS ? COLLATE NOCASE`
      : `${column} IS (SELECT ${column} FROM ${kept.table} WHERE id = ?)`,
  );
  const asked = columns.map((column) => (column in values ? (values[column] ?? null) : (before?.id ?? null)));
  const sql = `SELECT * FROM ${kept.table} WHERE ${conditions.join(' AND ')} AND id IS NOT ?`;
  return crewCenter.get(sql, ...asked, before?.id ?? null);
}

function takenText(kept: Kept, twin: Row): string {
  const [first = ''] = kept.unique;
  const column = kept.fields[first]?.columns[0] ?? 'id';
  const name = `the ${kept.what} ${textOf(twin, column)}`;
  return textOrNull(twin, 'deleted_at') === null ? `${name} already exists.` : `${name} is retired. Restore that one.`;
}

/** The filter of lists that have retired ones too. @param alias - of the table in SQL */
export function stateFilter(alias: string): TableList['filters'] {
  return {
    state: {
      title: 'field.state',
      choices: { used: 'is.in-use', retired: 'is.retired' },
      sql: `(CASE WHEN ${alias}.deleted_at IS NULL THEN 'used' ELSE 'retired' END) = ?`,
    },
  };
}

import { isOneLine } from '../../../lib/printable.ts';
import { textOf } from '../../../lib/row.ts';
import type { CrewCenter } from '../crew-center.ts';

/** The value of a column, or what is wrong with a text. */
export type Reading = string | number | null | { readonly problem: string };

/** A choice of a field: its text, or its value and its text; pages show the text of what is a key. */
export type Choice = string | readonly [value: string, text: string];

/** A field of what the airline keeps. */
export interface KeptField {
  /** A noun phrase, `ICAO code`, as refusals have it; pages have the text `label.…` of its name. */
  readonly label: string;
  /** The key of a text of the staff's pages. */
  readonly hint?: string;
  /** Columns that have its value, the first of them is read; none for one that is kept in another table. */
  readonly columns: readonly string[];
  /** What a form for a new one begins with. */
  readonly initial?: string;
  /** Whether it cannot be changed later. */
  readonly isFixed?: true;
  /** Whether it is yes or no. */
  readonly isYes?: true;
  /** Whether several of the choices may be made; their values have semicolons between them. */
  readonly isSeveral?: true;
  choices?(crewCenter: CrewCenter): readonly Choice[];
  read(crewCenter: CrewCenter, text: string): Reading;
  /** The text of what the column has. */
  show?(kept: string): string;
}

type About = Pick<KeptField, 'hint' | 'initial' | 'isFixed'>;

/** A line of 1 to `max` characters; an optional one may be empty, which is null. */
export function textField(
  label: string,
  column: string,
  { max, isOptional = false, ...about }: About & { readonly max: number; readonly isOptional?: boolean },
): KeptField {
  const problem = isOptional ? `enter at most ${max} characters.` : `enter 1 to ${max} characters.`;
  const read = (_crewCenter: CrewCenter, text: string) => {
    if (text === '' && isOptional) return null;
    if (!isOneLine(text)) return { problem: 'enter it in one line, without characters of control.' };
    return text === '' || text.length > max ? { problem } : text;
  };
  return { label, columns: [column], ...about, read };
}

/** A text in capitals that has this shape; an optional one may be empty, which is null. */
export function codeField(
  label: string,
  columns: readonly string[],
  {
    shape,
    wanted,
    isOptional = false,
    ...about
  }: About & { readonly shape: RegExp; readonly wanted: string; readonly isOptional?: boolean },
): KeptField {
  const read = (_crewCenter: CrewCenter, text: string) => {
    const code = text.toUpperCase();
    if (code === '' && isOptional) return null;
    return shape.test(code) ? code : { problem: `enter ${wanted}.` };
  };
  return { label, columns, ...about, read };
}

/** A number between bounds, whole unless `isWhole` is false. */
export function numberField(
  label: string,
  column: string,
  {
    min,
    max,
    isWhole = true,
    isOptional = false,
    ...about
  }: About & {
    readonly min: number;
    readonly max: number;
    readonly isWhole?: boolean;
    readonly isOptional?: boolean;
  },
): KeptField {
  const wanted = isWhole ? 'a whole number' : 'a number';
  const read = (_crewCenter: CrewCenter, text: string) => {
    if (text === '' && isOptional) return null;
    const number = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const isFine = number >= min && number <= max && (!isWhole || Number.isInteger(number));
    return isFine ? number : { problem: `enter ${wanted} from ${min} to ${max}.` };
  };
  return { label, columns: [column], ...about, read };
}

/** Yes or no. */
export function yesField(label: string, column: string, about: About = {}): KeptField {
  const read = (_crewCenter: CrewCenter, text: string) =>
    text === 'yes' ? 1 : text === 'no' ? 0 : { problem: 'enter yes or no.' };
  const show = (kept: string) => (Number(kept) === 1 ? 'yes' : 'no');
  const choices = () =>
    [
      ['yes', 'is.yes'],
      ['no', 'is.no'],
    ] as const;
  return { label, columns: [column], initial: 'no', ...about, isYes: true, choices, read, show };
}

/** Several rows of another table, whose ids are in the text; kept by `linksOf`. */
export function severalField(label: string, sql: string, hint: string): KeptField {
  const choices = (crewCenter: CrewCenter) =>
    crewCenter.read(() => crewCenter.all(sql)).map((row) => [textOf(row, 'id'), textOf(row, 'name')] as const);
  const read = (crewCenter: CrewCenter, text: string) => {
    const known = new Set(choices(crewCenter).map(([id]) => id));
    const unknown = text.split(';').find((id) => id !== '' && !known.has(id));
    return unknown === undefined ? null : { problem: `there is no ${unknown}. Choose from the list.` };
  };
  return { label, columns: [], isSeveral: true, hint, choices, read };
}

/** What ranks may fly, from one side: the rows of `subfleet_rank`. */
export function linksOf(own: 'rank_id' | 'subfleet_id', other: 'rank_id' | 'subfleet_id') {
  const table = other === 'rank_id' ? 'ranks' : 'subfleets';
  return {
    read(crewCenter: CrewCenter, id: string): string {
      const sql = `SELECT l.${other} AS id FROM subfleet_rank l JOIN ${table} t ON t.id = l.${other}
        WHERE l.${own} = ? AND t.deleted_at IS NULL ORDER BY 1`;
      return crewCenter
        .all(sql, id)
        .map((row) => textOf(row, 'id'))
        .join(';');
    },
    /** Those of what is retired stay as they are. */
    save(crewCenter: CrewCenter, id: string, text: string): void {
      crewCenter.run(
        `DELETE FROM subfleet_rank WHERE ${own} = ? AND ${other} IN (SELECT id FROM ${table} WHERE deleted_at IS NULL)`,
        id,
      );
      for (const each of new Set(text.split(';').filter((one) => one !== '')))
        crewCenter.run(`INSERT OR IGNORE INTO subfleet_rank (${own}, ${other}) VALUES (?, ?)`, id, each);
    },
    remove(crewCenter: CrewCenter, id: string): void {
      crewCenter.run(`DELETE FROM subfleet_rank WHERE ${own} = ?`, id);
    },
  };
}

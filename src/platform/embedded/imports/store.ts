import { numberOf, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { CrewCenter } from '../crew-center.ts';
import type { Cells, ImportKind } from './kind.ts';

/** What a line of a file does, or did. */
export const lineWords = {
  new: 'becomes.new',
  changed: 'becomes.changed',
  unchanged: 'becomes.unchanged',
  refused: 'becomes.refused',
} as const;
export type LineWhat = keyof typeof lineWords;

export interface ImportLine {
  readonly id: string;
  readonly line: number;
  readonly what: LineWhat;
  /** Id of the schedule, pilot or aircraft; null for what is not there. */
  readonly itemId: string | null;
  readonly name: string;
  readonly before: Cells | null;
  readonly after: Cells | null;
  /** What imports before had brought of it. */
  readonly base: Cells | null;
  /** The columns that this one brings. */
  readonly brought: readonly string[];
  /** Why it is refused, or what of it was not taken. */
  readonly note: string | null;
}

/** `preview` until it is applied; `applying` and `undoing` also after a stop in the middle. */
export type ImportState = 'preview' | 'applying' | 'applied' | 'undoing' | 'undone';

export interface ImportRecord {
  readonly id: string;
  readonly state: ImportState;
  readonly madeAt: string;
  readonly counts: Readonly<Record<LineWhat, number>>;
}

/** The newest import of this kind; null when there is none. */
export function newestImport(crewCenter: CrewCenter, { name }: ImportKind): ImportRecord | null {
  const row = crewCenter.get('SELECT * FROM tracker_imports WHERE kind = ? ORDER BY id DESC LIMIT 1', name);
  if (row === null) return null;
  const id = textOf(row, 'id');
  const counted = crewCenter.all(
    'SELECT what, count(*) AS count FROM tracker_import_lines WHERE import_id = ? GROUP BY what',
    id,
  );
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const each of counted) counts[textOf(each, 'what') as LineWhat] = numberOf(each, 'count');
  return { id, state: textOf(row, 'state') as ImportState, madeAt: textOf(row, 'made_at'), counts };
}

/** @throws Refusal `not-found` when another file came meanwhile, or it is in none of these states */
export function requireImport(
  crewCenter: CrewCenter,
  kind: ImportKind,
  id: string,
  states: readonly ImportState[],
): ImportRecord {
  const newest = newestImport(crewCenter, kind);
  if (newest?.id === id && states.includes(newest.state)) return newest;
  const message = 'This file is not the newest any more, or something was done with it already. Load the page again.';
  throw new Refusal('not-found', { message });
}

/** Begins an import; a preview that was not applied goes. Returns its id. */
export function beginImport(crewCenter: CrewCenter, kind: ImportKind): string {
  dropImports(crewCenter, kind, `state = 'preview'`);
  const id = crewCenter.insert(
    `INSERT INTO tracker_imports (kind, state, made_at) VALUES (?, 'preview', ?)`,
    kind.name,
    crewCenter.now(),
  );
  return String(id);
}

/** Forgets imports of this kind. @param condition - in SQL, on `tracker_imports` */
export function dropImports(crewCenter: CrewCenter, { name }: ImportKind, condition: string): void {
  const which = `SELECT id FROM tracker_imports WHERE kind = ? AND ${condition}`;
  crewCenter.run(`DELETE FROM tracker_import_lines WHERE import_id IN (${which})`, name);
  crewCenter.run(`DELETE FROM tracker_imports WHERE id IN (${which})`, name);
}

export function setImportState(crewCenter: CrewCenter, id: string, state: ImportState): void {
  crewCenter.run('UPDATE tracker_imports SET state = ? WHERE id = ?', state, id);
}

export function saveLine(crewCenter: CrewCenter, importId: string, line: Omit<ImportLine, 'id'>): void {
  crewCenter.run(
    `INSERT INTO tracker_import_lines (import_id, line, what, item_id, name, before_cells, after_cells, base_cells, brought, note)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[importId, line.line, line.what, line.itemId, line.name],
    ...[textOfCells(line.before), textOfCells(line.after), textOfCells(line.base), line.brought.join(','), line.note],
  );
}

/** Notes what became of a line. */
export function endLine(
  crewCenter: CrewCenter,
  id: string,
  { what, itemId, after, note }: Pick<ImportLine, 'what' | 'itemId' | 'after' | 'note'>,
): void {
  crewCenter.run(
    'UPDATE tracker_import_lines SET what = ?, item_id = ?, after_cells = ?, note = ?, is_done = 1 WHERE id = ?',
    ...[what, itemId, textOfCells(after), note, id],
  );
}

/** The next lines of an import that are not done yet. */
export function linesToDo(crewCenter: CrewCenter, importId: string, limit: number): readonly ImportLine[] {
  const sql = 'SELECT * FROM tracker_import_lines WHERE import_id = ? AND is_done = 0 ORDER BY id LIMIT ?';
  return crewCenter.all(sql, importId, limit).map(toLine);
}

/** Lines about which something is said. @param what - only of these; null for all */
export function linesNoted(
  crewCenter: CrewCenter,
  importId: string,
  what: LineWhat | null,
): readonly { readonly line: number; readonly problem: string }[] {
  const sql = `SELECT line, note FROM tracker_import_lines WHERE import_id = ? AND note IS NOT NULL AND (? IS NULL OR what = ?) ORDER BY line, id`;
  return crewCenter
    .all(sql, importId, what, what)
    .map((row) => ({ line: numberOf(row, 'line'), problem: textOf(row, 'note') }));
}

/** @throws Refusal `not-found` */
export function readLine(crewCenter: CrewCenter, id: string): ImportLine {
  const row = crewCenter.get('SELECT * FROM tracker_import_lines WHERE id = ?', id);
  if (row === null) throw new Refusal('not-found', { message: 'This line is gone. Load the page again.' });
  return toLine(row);
}

/** What the last import brought of one; null when it came by no import. */
export function importedCells(crewCenter: CrewCenter, { name }: ImportKind, itemId: string): Cells | null {
  const row = crewCenter.get('SELECT cells FROM tracker_imported WHERE kind = ? AND item_id = ?', name, itemId);
  return row === null ? null : cellsOf(row, 'cells');
}

/** @param cells - null forgets */
export function setImportedCells(crewCenter: CrewCenter, { name }: ImportKind, itemId: string, cells: Cells | null) {
  if (cells === null) crewCenter.run('DELETE FROM tracker_imported WHERE kind = ? AND item_id = ?', name, itemId);
  else
    crewCenter.run(
      'INSERT OR REPLACE INTO tracker_imported (kind, item_id, cells) VALUES (?, ?, ?)',
      ...[name, itemId, textOfCells(cells)],
    );
}

/** Forgets what imports know of a pilot who is removed or erased, and lines that may name them without being of a pilot. */
export function forgetImported(crewCenter: CrewCenter, itemId: string): void {
  crewCenter.run(`DELETE FROM tracker_imported WHERE kind = 'pilots' AND item_id = ?`, itemId);
  crewCenter.run(
    `DELETE FROM tracker_import_lines WHERE coalesce(item_id, ?) = ? AND import_id IN (SELECT id FROM tracker_imports WHERE kind = 'pilots')`,
    ...[itemId, itemId],
  );
}

function toLine(row: Row): ImportLine {
  return {
    id: textOf(row, 'id'),
    line: numberOf(row, 'line'),
    what: textOf(row, 'what') as LineWhat,
    itemId: textOrNull(row, 'item_id'),
    name: textOf(row, 'name'),
    before: cellsOf(row, 'before_cells'),
    after: cellsOf(row, 'after_cells'),
    base: cellsOf(row, 'base_cells'),
    brought: textOf(row, 'brought').split(','),
    note: textOrNull(row, 'note'),
  };
}

const textOfCells = (cells: Cells | null) => (cells === null ? null : JSON.stringify(cells));

function cellsOf(row: Row, column: string): Cells | null {
  const text = textOrNull(row, column);
  return text === null ? null : (JSON.parse(text) as Cells);
}

import type { CrewCenter } from '../crew-center.ts';
import { type CsvLine, type LineProblem, readCsvLines } from './csv-lines.ts';
import type { Cells, CheckCells, ImportKind } from './kind.ts';
import { inPieces, type Progress } from './pieces.ts';
import { beginImport, type ImportLine, importedCells, saveLine } from './store.ts';

type NewLine = Omit<ImportLine, 'id'>;

/**
 * Reads a file and keeps what it would do, line by line, until it is applied; nothing else is changed.
 * @returns the id of the import
 */
export async function previewImport(
  crewCenter: CrewCenter,
  kind: ImportKind,
  csv: string,
  onProgress: Progress = () => {},
): Promise<string> {
  const { lines, problems } = await readCsvLines(csv, kind.columns);
  const importId = await crewCenter.writeSoon(() => beginImport(crewCenter, kind));
  const check = kind.checker(crewCenter);
  const first = new Map<string, number>();
  const all = [...lines, ...problems].sort((one, other) => one.line - other.line);
  await inPieces(all, onProgress, (next) =>
    crewCenter.writeSoon(() =>
      next((each) => saveLine(crewCenter, importId, outcomeOf({ crewCenter, kind, check, first }, each))),
    ),
  );
  return importId;
}

interface Previewing {
  readonly crewCenter: CrewCenter;
  readonly kind: ImportKind;
  readonly check: CheckCells;
  /** The line on which each key stood first. */
  readonly first: Map<string, number>;
}

function outcomeOf({ crewCenter, kind, check, first }: Previewing, given: CsvLine | LineProblem): NewLine {
  if ('problem' in given) return refused(given.line, '', [given]);
  const { line } = given;
  const cells = Object.fromEntries(
    Object.entries(given.cells).filter(([column, text]) => text !== '' || !kind.keptWhenEmpty.includes(column)),
  );
  const known = kind.find(crewCenter, cells);
  const before = known === null ? null : kind.read(crewCenter, known);
  const base = known === null ? null : importedCells(crewCenter, kind, known);
  const { taken, kept } = before === null ? { taken: cells, kept: [] } : merged(cells, before, base);
  const checked = check({ ...(before ?? kind.defaults), ...taken });
  const name = kind.nameOf(checked.cells);
  if (checked.problems.length > 0) return refused(line, name, checked.problems);
  const key = kind.keyOf(checked.cells);
  const twin = first.get(key);
  if (twin !== undefined)
    return refused(line, name, [{ column: null, problem: `is the same ${kind.one} as line ${twin}` }]);
  first.set(key, line);
  const after = checked.cells;
  const what = before === null ? 'new' : isSame(before, after) ? 'unchanged' : 'changed';
  const note =
    kept.length === 0
      ? null
      : `not taken, because it was changed here since the last import: ${kept.map((column) => `${column} (here ${before?.[column] || 'empty'})`).join(', ')}`;
  return { line, what, itemId: known, name, before, after, base, brought: Object.keys(taken), note };
}

/**
 * Takes from a file what differs from here, but not what was changed here since the import before: that stays, also where
 * the file has something new.
 * @param base - what the import before had brought; null when none had, and the file is taken as it is
 */
function merged(
  cells: Cells,
  here: Cells,
  base: Cells | null,
): { readonly taken: Cells; readonly kept: readonly string[] } {
  const isTaken = (column: string) =>
    base === null || base[column] === undefined || base[column] === here[column] || cells[column] === here[column];
  const columns = Object.keys(cells);
  return {
    taken: Object.fromEntries(columns.filter(isTaken).map((column) => [column, cells[column] ?? ''])),
    kept: columns.filter((column) => !isTaken(column)),
  };
}

function refused(line: number, name: string, problems: readonly Omit<LineProblem, 'line'>[]): NewLine {
  const note = problems.map(({ column, problem }) => (column === null ? problem : `${column}: ${problem}`)).join('; ');
  return { line, what: 'refused', itemId: null, name, before: null, after: null, base: null, brought: [], note };
}

/** Whether all cells are the same. */
export function isSame(one: Cells, other: Cells): boolean {
  return Object.keys({ ...one, ...other }).every((column) => (one[column] ?? '') === (other[column] ?? ''));
}

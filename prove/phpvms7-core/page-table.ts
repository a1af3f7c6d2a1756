import { readFileSync } from 'node:fs';

/** A row of a table of a page: its cells by the names of its columns, and the line as it stands there. */
export interface PageRow {
  readonly line: string;
  cell(column: string): string;
}

/**
 * Reads the table of a page that has these columns.
 * @throws Error when the page has no such table, so that no test passes on nothing
 */
export function readPageTable(file: URL, columns: readonly string[]): readonly PageRow[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const head = lines.findIndex((line) => cellsOf(line).join('|') === columns.join('|'));
  if (head === -1) throw new Error(`${file.pathname} has no table | ${columns.join(' | ')} |`);
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
  return lines.slice(head + 2, end === -1 ? undefined : end).map((line) => {
    const cells = cellsOf(line);
    if (cells.length !== columns.length) throw new Error(`${line} has ${cells.length} cells`);
    return { line, cell: (column) => cells[columns.indexOf(column)] ?? '' };
  });
}

/** Texts between backticks in a cell. */
export function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

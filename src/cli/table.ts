import { printableInLine } from '../lib/printable.ts';

/** Formats rows as aligned columns below a title row. */
export function toTable(titles: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = [
    titles,
    ...rows.map((row) => row.map((cell) => (cell === null ? '-' : printableInLine(String(cell))))),
  ];
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a time for operators, UTC to the second. */
export function toInstant(ms: number | null): string | null {
  return ms === null ? null : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

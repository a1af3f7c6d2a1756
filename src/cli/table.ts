import { printableInLine } from '../lib/printable.ts';

/** Between two columns. */
const gap = '  ';
/** A column is not cut below this width; a terminal that is narrower still wraps its lines. */
const minWidth = 4;

/**
 * Formats rows as aligned columns below a title row.
 * @param columns - width of the terminal, into which every column but the first (the id that other commands take) is cut
 *   with `…`; null cuts nothing
 */
export function toTable(
  titles: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  columns: number | null,
): string {
  const cells = [
    titles,
    ...rows.map((row) => row.map((cell) => (cell === null ? '-' : printableInLine(String(cell))))),
  ];
  const natural = titles.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  const widths = columns === null ? natural : fit(natural, columns);
  return cells
    .map((row) =>
      row
        .map((cell, column) => pad(cut(cell, widths[column] ?? 0), widths[column] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

/** Narrows the widest columns until the line fits. */
function fit(natural: readonly number[], columns: number): readonly number[] {
  const [first = 0, ...others] = natural;
  let room = columns - first - others.length * gap.length;
  let left = others.length;
  const widths = [first, ...others.map(() => 0)];
  // From the narrowest: a column takes no more than its share of what is left.
  const byWidth = others.map((width, index) => ({ width, index })).sort((one, other) => one.width - other.width);
  for (const { width, index } of byWidth) {
    const share = Math.max(minWidth, Math.floor(room / left));
    widths[index + 1] = Math.min(width, share);
    room -= Math.min(width, share);
    left -= 1;
  }
  return widths;
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (widthOf(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

const graphemes = new Intl.Segmenter();
const isAscii = /^[\x20-\x7e]*$/;
/** Terminals give these two cells. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;

/** Cells of a terminal that the text takes. */
function widthOf(text: string): number {
  if (isAscii.test(text)) return text.length;
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
}

/** Formats a time for operators, UTC to the second. */
export function toInstant(ms: number | null): string | null {
  return ms === null ? null : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

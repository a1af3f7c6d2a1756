import { guardFormulas } from '../../../lib/csv.ts';
import { columns, type ExportedTrack, inPieces } from './exported-track.ts';

/** Writes CSV (RFC 4180): one line per position, units in the column names, events in the last column. */
export function* writeCsv({ positions, marks }: ExportedTrack): Generator<string, void> {
  yield line([...columns.map(({ name }) => name), 'mark']);
  // Both lists are sorted by time, so one pass is enough.
  let next = 0;
  yield* inPieces(positions, '', (position, index) => {
    const until = positions[index + 1]?.recordedAt ?? Number.POSITIVE_INFINITY;
    const first = next;
    while (next < marks.length && (marks[next]?.at ?? 0) < until) next += 1;
    const text = marks.slice(first, next).map((mark) => mark.text);
    return line([...columns.map(({ read }) => read(position)), text.join(' | ') || null]);
  });
}

function line(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = guardFormulas(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { columns } from './columns.ts';
import type { ExportedTrack } from './exported-track.ts';

/** CSV (RFC 4180): one line a position, units in the names of the columns; what happened by then stands in the last one. */
export function writeCsv({ positions, marks }: ExportedTrack): string {
  const header = [...columns.map(({ name }) => name), 'mark'];
  // Both lists are in the order of time, so one pass over each is enough.
  let next = 0;
  const rows = positions.map((position, index) => {
    const until = positions[index + 1]?.recordedAt ?? Number.POSITIVE_INFINITY;
    const first = next;
    while (next < marks.length && (marks[next]?.at ?? 0) < until) next += 1;
    const text = marks.slice(first, next).map((mark) => mark.text);
    return [...columns.map(({ read }) => read(position)), text.join(' | ') || null];
  });
  return `${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe, so that it stays text. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

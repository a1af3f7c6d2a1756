import type { Position } from '../../../tracking/model.ts';
import type { ExportedTrack } from './export.ts';
import { iso } from './xml.ts';

/** Fields that are texts of the client's are for who may see the whole flight; the phase is in our words for others. */
const columns = positionFields.map((field) => ({
  name: 'unit' in field ? `${field.wire}_${field.unit}` : field.wire,
  isOpen: !isText(field.kind) || field.name === 'phase',
  read: (position: Position) => cellValue(position[field.name], field.kind),
}));

function isText(kind: PositionField['kind']): boolean {
  return kind === 'code' || kind === 'clock';
}

function cellValue(value: string | number | boolean | null, kind: PositionField['kind']): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return kind === 'instant' && typeof value === 'number' ? iso(value) : value;
}

/** CSV (RFC 4180): one line a position, units in the names of the columns; what happened by then stands in the last one. */
export function writeCsv({ positions, marks }: ExportedTrack): string {
  const header = [...columns.map(([name]) => name), 'mark'];
  // Both lists are in the order of time, so one pass over each is enough.
  let next = 0;
  const rows = positions.map((position, index) => {
    const until = positions[index + 1]?.recordedAt ?? Number.POSITIVE_INFINITY;
    const first = next;
    while (next < marks.length && (marks[next]?.at ?? 0) < until) next += 1;
    const text = marks.slice(first, next).map((mark) => mark.text);
    return [...columns.map(([, read]) => read(position)), text.join(' | ') || null];
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

import type { CommandIo } from '../command.ts';

/** Prints rows as a table with a head, or says that there are none. Numbers stand at the right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const texts = rows.map((row) => row.map((cell) => (cell === null ? '–' : String(cell))));
  const widths = head.map((name, at) => Math.max(name.length, ...texts.map((row) => row[at]?.length ?? 0)));
  const isRight = head.map((_, at) => rows.some((row) => typeof row[at] === 'number'));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (isRight[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(head), ...texts.map(line)].join('\n');
}

/** The list as JSON, or as words. */
export function printList<T>(io: CommandIo, list: readonly T[], words: (list: readonly T[]) => string): void {
  io.out(io.json ? JSON.stringify(list) : words(list));
}

/** `10:42` for minutes, null stays null. */
export function hours(minutes: number | null): string | null {
  return minutes === null ? null : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

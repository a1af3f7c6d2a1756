import type { CommandIo } from '../command.ts';
import { toTable } from '../table.ts';

type Cell = string | number | null;

/** Prints a list as JSON or as a table; for an empty one, a message with a hint. */
export function printList<T>(
  io: CommandIo,
  list: readonly T[],
  view: { readonly titles: readonly string[]; readonly row: (each: T) => readonly Cell[]; readonly none: string },
): void {
  if (io.json) io.out(JSON.stringify(list));
  else io.out(list.length === 0 ? view.none : toTable(view.titles, list.map(view.row), io.columns));
}

/** Formats minutes as `10:42`; null stays null. */
export function hours(minutes: number | null): string | null {
  return minutes === null ? null : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

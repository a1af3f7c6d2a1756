import type { CommandIo } from '../command.ts';
import { toTable } from '../table.ts';

type Cell = string | number | null;

/** A list as JSON, or as a table; an empty one in words, with what to do about it. */
export function printList<T>(
  io: CommandIo,
  list: readonly T[],
  view: { readonly titles: readonly string[]; readonly row: (each: T) => readonly Cell[]; readonly none: string },
): void {
  if (io.json) io.out(JSON.stringify(list));
  else io.out(list.length === 0 ? view.none : toTable(view.titles, list.map(view.row)));
}

/** `10:42` for minutes, null stays null. */
export function hours(minutes: number | null): string | null {
  return minutes === null ? null : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

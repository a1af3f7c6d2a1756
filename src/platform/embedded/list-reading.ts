import type { ListPage } from '../../lib/lists/list.ts';
import { type Columns, csvOf } from '../../lib/lists/list-csv.ts';
import { type TableList, tablePage } from '../../lib/lists/table-list.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';

/** A list of the crew center's, read row by row. */
export interface ReadableList<T> {
  readonly table: TableList;
  /** Returns the item with this key. */
  readonly read: (crewCenter: CrewCenter, key: string) => T;
  readonly columns: Columns<T>;
}

/** Returns the page of the list that the query asks for. */
export function readList<T>(
  crewCenter: CrewCenter,
  { table, read }: Pick<ReadableList<T>, 'table' | 'read'>,
  query: unknown,
): ListPage<T> {
  return crewCenter.read(() =>
    tablePage(
      (...asked) => crewCenter.all(...asked),
      table,
      query,
      (key) => read(crewCenter, key),
    ),
  );
}

/** Yields the CSV file of the items with these keys; what was removed meanwhile is left out. */
export function csvLines<T>(
  crewCenter: CrewCenter,
  { read, columns }: Pick<ReadableList<T>, 'read' | 'columns'>,
  keys: readonly string[],
): AsyncGenerator<string> {
  return csvOf(keys, columns, (key) => itemOf(() => read(crewCenter, key)));
}

/** Returns nothing for what was removed meanwhile. */
function itemOf<T>(read: () => T): T[] {
  try {
    return [read()];
  } catch (error) {
    if (isRefusal(error, 'not-found') || isRefusal(error, 'bid-not-found')) return [];
    throw error;
  }
}

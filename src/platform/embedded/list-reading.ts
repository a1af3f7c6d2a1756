import { toCsv } from '../../lib/csv.ts';
import type { ListPage } from '../../lib/lists/list.ts';
import { type TableList, tablePage } from '../../lib/lists/table-list.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';

/** A list of the crew center's, read row by row. */
export interface ReadableList<T> {
  readonly table: TableList;
  /** Returns the item with this key. */
  readonly read: (crewCenter: CrewCenter, key: string) => T;
  /** Columns of its CSV file, in order. */
  readonly columns: Readonly<Record<string, (item: T) => string | number | null>>;
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

/** Items that are formatted in one turn of the event loop: some milliseconds. */
const inOneTurn = 200;

/** Yields the CSV file of the items with these keys; what was removed meanwhile is left out. */
export async function* csvLines<T>(
  crewCenter: CrewCenter,
  { read, columns }: Pick<ReadableList<T>, 'read' | 'columns'>,
  keys: readonly string[],
): AsyncGenerator<string> {
  const style = { isExcel: false };
  yield toCsv([Object.keys(columns)], style);
  for (let at = 0; at < keys.length; at += inOneTurn) {
    await new Promise((resolve) => setImmediate(resolve));
    const items = keys.slice(at, at + inOneTurn).flatMap((key) => itemOf(() => read(crewCenter, key)));
    yield toCsv(
      items.map((item) => Object.values(columns).map((cellOf) => String(cellOf(item) ?? ''))),
      style,
    );
  }
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

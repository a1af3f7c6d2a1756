import { Readable } from 'node:stream';
import { toCsv } from '../../../lib/csv.ts';
import type { ListPage } from '../../../lib/lists/list.ts';
import { type TableList, tableKeys, tablePage } from '../../../lib/lists/table-list.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';

/** A list of the admin area. */
export interface AdminList<T> {
  /** Below `admin/`. */
  readonly path: string;
  readonly table: TableList;
  /** Returns the item with this key. */
  readonly read: (crewCenter: CrewCenter, key: string) => T;
  /** Columns of its CSV file, in order. */
  readonly columns: Readonly<Record<string, (item: T) => string | number | null>>;
}

/** Returns the page of the list that the query asks for. */
export function readList<T>(crewCenter: CrewCenter, { table, read }: AdminList<T>, query: unknown): ListPage<T> {
  return crewCenter.read(() =>
    tablePage(
      (...asked) => crewCenter.all(...asked),
      table,
      query,
      (key) => read(crewCenter, key),
    ),
  );
}

/** Returns the ids that were selected on a page of a list: those with a mark, or all that the page offered. */
export function selectedIds(form: URLSearchParams): readonly string[] {
  return [...new Set(form.getAll(form.get('all') === 'yes' ? 'shown' : 'id'))];
}

/** Items that are formatted in one turn of the event loop: some milliseconds. */
const inOneTurn = 200;

/** Registers the file of a list, as CSV: all that its search and filters find. */
export function registerExport<T>(frame: PageFrame, crewCenter: CrewCenter, list: AdminList<T>): void {
  frame.scope.get(`/admin/${list.path}.csv`, async (request, reply) => {
    const keys = crewCenter.read(() => tableKeys((...asked) => crewCenter.all(...asked), list.table, request.query));
    await frame.audit(request, 'list-export', list.path, `${keys.length} rows`);
    return reply
      .header('content-disposition', `attachment; filename="${list.path}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(linesOf(crewCenter, list, keys)));
  });
}

async function* linesOf<T>(
  crewCenter: CrewCenter,
  { read, columns }: AdminList<T>,
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

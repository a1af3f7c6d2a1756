import { sendCsv } from '../../../lib/csv.ts';
import { readQuery } from '../../../lib/lists/list.ts';
import { exportDetail } from '../../../lib/lists/list-csv.ts';
import { tableKeys } from '../../../lib/lists/table-list.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { csvLines, type ReadableList } from '../list-reading.ts';

/** A list of the admin area. */
export interface AdminList<T> extends ReadableList<T> {
  /** Below `admin/`. */
  readonly path: string;
}

/** Returns the ids that were selected on a page of a list: those with a mark, or all that the page offered. */
export function selectedIds(form: URLSearchParams): readonly string[] {
  return [...new Set(form.getAll(form.get('all') === 'yes' ? 'shown' : 'id'))];
}

/** Registers the file of a list, as CSV: all that its search and filters find. */
export function registerExport<T>(frame: PageFrame, crewCenter: CrewCenter, list: AdminList<T>): void {
  frame.scope.get(`/admin/${list.path}.csv`, async (request, reply) => {
    const keys = crewCenter.read(() => tableKeys((...asked) => crewCenter.all(...asked), list.table, request.query));
    const { table } = list;
    const detail = exportDetail(keys.length, readQuery(request.query, table), table);
    await frame.audit(request, 'list-export', list.path, detail);
    return sendCsv(reply, list.path, csvLines(crewCenter, list, keys));
  });
}

import type { FastifyRequest } from 'fastify';
import { sendCsv } from '../../lib/csv.ts';
import { type ListShape, listFound, readQuery } from '../../lib/lists/list.ts';
import { type Columns, csvOf, exportDetail } from '../../lib/lists/list-csv.ts';
import type { OperatorScope } from '../views.ts';

/** A list of the operator's pages. */
export interface OperatorList<T> extends ListShape<T> {
  /** Below `operator/`. */
  readonly path: string;
  /** Of its CSV file: nothing that lets anybody in. */
  readonly columns: Columns<T>;
}

/** Registers the file of a list, as CSV: all that its search finds, in its order. @param read - the items of the page */
export function registerExport<T>(
  { scope, parts }: OperatorScope,
  list: OperatorList<T>,
  read: (request: FastifyRequest) => readonly T[] | Promise<readonly T[]>,
): void {
  const name = list.path.replace(/\/:id$/, '');
  scope.get(`/operator/${list.path}.csv`, async (request, reply) => {
    const items = listFound(await read(request), request.query, list);
    await parts.records.saveAudit({
      at: parts.clock.now(),
      actor: parts.access.actorOf(request),
      action: 'list-export',
      subject: name,
      detail: exportDetail(items.length, readQuery(request.query, list), list),
    });
    return sendCsv(
      reply,
      name.replaceAll('/', '-'),
      csvOf(items, list.columns, (item) => [item]),
    );
  });
}

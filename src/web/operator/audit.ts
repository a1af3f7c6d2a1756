import { sendCsv, toCsv } from '../../lib/csv.ts';
import { firstOf, type ListOptions, type ListQuery, pageSize, readQuery, toPage } from '../../lib/lists/list.ts';
import { exportDetail } from '../../lib/lists/list-csv.ts';
import type { AuditFilter } from '../../tracking/model.ts';
import type { Records } from '../records.ts';
import type { OperatorScope } from '../views.ts';

const path = 'operator/audit';
const dayMs = 24 * 60 * 60 * 1000;
/** Entries that are read and formatted in one turn. */
const inOneTurn = 500;

const options = {
  filters: {
    actor: { title: 'audit.who', choices: null, example: 'ada@web' },
    action: { title: 'audit.action', choices: null, example: 'pilot-edit' },
    since: { title: 'list.since', choices: null },
    until: { title: 'list.until', choices: null },
  },
  sorts: { newest: { title: 'sort.newest' }, oldest: { title: 'sort.oldest' } },
} as const satisfies ListOptions;

type AuditLog = Pick<Records, 'pageAudit' | 'countAudit'>;

/** Registers the audit log, whose pages, search and filters the journal answers, and its CSV file. */
export function registerAudit({ scope, parts, show }: OperatorScope): void {
  const { records, access } = parts;
  scope.get(`/${path}`, async (request, reply) =>
    show(request, reply, {
      titleKey: 'audit.title',
      view: path,
      section: path,
      data: { list: await readPage(records, request.query) },
    }),
  );
  scope.get(`/${path}.csv`, async (request, reply) => {
    const asked = readQuery(request.query, options);
    const rows = await records.countAudit(filterOf(asked));
    await records.saveAudit({
      at: parts.clock.now(),
      actor: access.actorOf(request),
      action: 'list-export',
      subject: 'audit',
      detail: exportDetail(rows, asked, options),
    });
    return sendCsv(reply, 'audit', csvLines(records, request.query));
  });
}

async function readPage(records: AuditLog, query: unknown) {
  const asked = readQuery(query, options);
  const wanted = filterOf(asked);
  const [found, total] = await Promise.all([records.countAudit(wanted), records.countAudit({})]);
  const { entries: items } = await records.pageAudit({
    ...wanted,
    isOldestFirst: asked.sort === 'oldest',
    offset: firstOf(asked, found),
    limit: pageSize,
  });
  return toPage(asked, options, { items, found, total });
}

/** Of a search: each is compared with every entry. */
const maxWords = 8;

/** What is no day, such as 31 June, limits nothing. */
function filterOf({ search, filters: { actor, action, since = '', until = '' } }: ListQuery): AuditFilter {
  const [from, to] = [Date.parse(`${since}T00:00:00Z`), Date.parse(`${until}T00:00:00Z`) + dayMs];
  return {
    words: search
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, maxWords),
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(Number.isNaN(from) ? {} : { since: from }),
    ...(Number.isNaN(to) ? {} : { before: to }),
  };
}

/** Everything that the query finds, without its page. */
async function* csvLines(records: AuditLog, query: unknown): AsyncGenerator<string> {
  const asked = readQuery(query, options);
  const style = { isExcel: false };
  yield toCsv([['time', 'actor', 'action', 'subject', 'detail']], style);
  const wanted = { ...filterOf(asked), isOldestFirst: asked.sort === 'oldest', limit: inOneTurn };
  for (let after: number | null | undefined; after !== null; ) {
    const page = await records.pageAudit({ ...wanted, ...(after === undefined ? {} : { after }) });
    const rows = page.entries.map(({ at, actor, action, subject, detail }) => [
      ...[new Date(at).toISOString(), actor, action],
      ...[subject, detail ?? ''],
    ]);
    if (rows.length > 0) yield toCsv(rows, style);
    after = page.next;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

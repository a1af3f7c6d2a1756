import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TableList } from '../../../lib/lists/table-list.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { FramedWords, PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { applyImport, undoImport } from '../imports/apply.ts';
import { actOf, type ImportKind } from '../imports/kind.ts';
import { previewImport } from '../imports/preview.ts';
import {
  dropImports,
  type ImportLine,
  type ImportRecord,
  lineWords,
  newestImport,
  readLine,
  requireImport,
} from '../imports/store.ts';
import { readList } from '../list-reading.ts';
import type { AdminList } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

/** Some 60,000 schedules. */
const bodyLimit = 8 << 20;

/** Where files of one kind are imported: `admin/<path>/import`. */
export interface ImportPage {
  readonly kind: ImportKind;
  /** Below `admin/`, of the list of what the files hold. */
  readonly path: string;
  readonly title: string;
  /** What becomes of who is new: the key of a sentence. */
  readonly about?: string;
}

/** Lines of the newest import of a kind: the refused ones first, then what changes something. */
function linesOf({ name }: ImportKind): TableList {
  return {
    key: 'l.id',
    from: 'tracker_import_lines l',
    where: `l.import_id = (SELECT max(id) FROM tracker_imports WHERE kind = '${name}')`,
    words: ['l.name', 'l.note', 'l.line'],
    filters: { what: { title: 'field.lines', choices: lineWords, sql: 'l.what = ?' } },
    sorts: {
      weight: {
        title: 'sort.look-first',
        sql: `CASE l.what WHEN 'refused' THEN 0 WHEN 'changed' THEN 1 WHEN 'new' THEN 2 ELSE 3 END, l.note IS NULL, l.line`,
      },
      line: { title: 'field.line', sql: 'l.line' },
    },
  };
}

/** What a line changes, column by column. */
function changesOf({ say }: FramedWords, { what, before, after }: ImportLine): readonly string[] {
  if (what !== 'changed' || before === null || after === null) return [];
  const text = (cell: string | undefined) => cell || say('imports.empty');
  return Object.keys(after).flatMap((column) =>
    before[column] === after[column] ? [] : [`${column}: ${text(before[column])} → ${text(after[column])}`],
  );
}

/** Registers the page that takes a file, shows what it would change, applies it, and takes it back. */
export function registerImport(frame: PageFrame, crewCenter: CrewCenter, page: ImportPage): void {
  const { kind, path } = page;
  const at = `/admin/${path}/import`;
  const show = pageOf(frame, crewCenter, page);
  frame.scope.get(at, async (request, reply) => show(request, reply, {}));
  frame.scope.post(at, { bodyLimit }, async (request, reply) => {
    const form = frame.formOf(request);
    const csv = form.get('file') || form.get('csv') || '';
    const failed = await attempt(frame.wordsOf(request), async () => {
      if (csv.trim() === '') throw new Refusal('invalid', { message: frame.wordsOf(request).say('imports.no-file') });
      await previewImport(crewCenter, kind, csv);
    });
    return failed === null ? reply.redirect('import', 303) : show(request, reply, failed);
  });
  frame.scope.post(`${at}/apply`, async (request, reply) => {
    const id = frame.formOf(request).get('import') ?? '';
    const failed = await attempt(frame.wordsOf(request), () => applyImport(crewCenter, kind, id));
    if (failed !== null) return show(request, reply, failed);
    const counts = crewCenter.read(() => newestImport(crewCenter, kind)?.counts);
    await frame.audit(
      request,
      actOf(kind, 'import'),
      path,
      `${counts?.new ?? 0} added, ${counts?.changed ?? 0} changed`,
    );
    return reply.redirect('../import?done=applied', 303);
  });
  frame.scope.post(`${at}/undo`, async (request, reply) => {
    const id = frame.formOf(request).get('import') ?? '';
    const failed = await attempt(frame.wordsOf(request), () => undoImport(crewCenter, kind, id));
    if (failed !== null) return show(request, reply, failed);
    await frame.audit(request, actOf(kind, 'import-undo'), path, null);
    return reply.redirect('../import?done=undone', 303);
  });
  frame.scope.post(`${at}/discard`, async (request, reply) => {
    const id = frame.formOf(request).get('import') ?? '';
    const failed = await attempt(frame.wordsOf(request), () =>
      crewCenter.write(() => {
        requireImport(crewCenter, kind, id, ['preview']);
        dropImports(crewCenter, kind, `state = 'preview'`);
      }),
    );
    return failed === null ? reply.redirect('../import?done=discarded', 303) : show(request, reply, failed);
  });
}

const done = {
  applied: 'imports.is-applied',
  undone: 'imports.is-undone',
  discarded: 'imports.is-aside',
};

interface Shown {
  readonly problem?: string;
}

function pageOf(frame: PageFrame, crewCenter: CrewCenter, { kind, path, title, about = '' }: ImportPage) {
  const list: AdminList<ImportLine> = {
    path: `${path}/import`,
    table: linesOf(kind),
    read: readLine,
    columns: {},
  };
  return (request: FastifyRequest, reply: FastifyReply, { problem }: Shown) => {
    const newest: ImportRecord | null = crewCenter.read(() => newestImport(crewCenter, kind));
    return showAdmin(frame, request, reply.header('cache-control', 'no-store'), {
      title,
      view: 'import',
      section: `admin/${path}`,
      data: {
        path,
        about,
        required: kind.columns.required,
        optional: kind.columns.optional,
        newest,
        list: newest === null ? null : readList(crewCenter, list, request.query),
        changesOf: (line: ImportLine) => changesOf(frame.wordsOf(request), line),
      },
      done: doneOf(request, done),
      problem: problem ?? null,
    });
  };
}

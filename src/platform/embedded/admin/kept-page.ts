import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FramedWords, PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import {
  addKept,
  editKept,
  type Kept,
  type KeptItem,
  readKept,
  referencesOf,
  removeKept,
  restoreKept,
} from '../kept/kept.ts';
import { readList } from '../list-reading.ts';
import { type EditField, type EditPage, registerEditing, typedInto } from './edit-page.ts';
import { type AdminList, registerExport } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

/** Where a kind of thing that the airline keeps has its list, and what the list says besides. */
export interface KeptPage {
  readonly kept: Kept;
  /** Below `admin/`; also what several of them are called. */
  readonly path: string;
  readonly title: string;
  /** What it is good for: the key of a sentence. */
  readonly about: string;
  /** Fields that are shown in the list. */
  readonly shown: readonly string[];
}

const done = {
  added: 'kept.added',
  edited: 'kept.edited',
  removed: 'kept.removed',
  retired: 'kept.retired',
  restored: 'kept.restored',
};

function doneText({ say }: FramedWords, key: string | null, { what }: Kept): string | null {
  return key === null ? null : say(key, { what: say(`kind.${what}`) });
}

const labelOf = (field: string) => `label.${field}`;

/** Registers the list of a kind of thing that the airline keeps, its form for a new one, its file, and the page of each. */
export function registerKept(frame: PageFrame, crewCenter: CrewCenter, page: KeptPage): void {
  const { kept, path } = page;
  const { what } = kept;
  const list = listOf(page);
  const show = pageOf(frame, crewCenter, { page, list });
  registerExport(frame, crewCenter, list);
  registerEditing(frame, editPage(crewCenter, page));
  frame.scope.get(`/admin/${path}`, async (request, reply) => show(request, reply, null));
  frame.scope.post(`/admin/${path}`, async (request, reply) => {
    const form = frame.formOf(request);
    const texts = Object.fromEntries(
      fieldsOf(crewCenter, kept, true).map((field) => [field.name, typedInto(form, field) ?? '']),
    );
    const failed = await attempt(frame.wordsOf(request), () => addKept(crewCenter, kept, texts));
    if (failed !== null) return show(request, reply, { ...failed, texts });
    await frame.audit(request, `${what}-add`, kept.nameOf(texts), null);
    return reply.redirect(`${path}?done=added`, 303);
  });
}

function listOf({ kept, path }: KeptPage): AdminList<KeptItem> {
  const own = Object.entries(kept.fields).flatMap(([name, { columns }]) =>
    columns.length === 0 ? [] : [[name, ({ texts }: KeptItem) => texts[name] ?? null] as const],
  );
  const figures = Object.keys(kept.figures).map(
    (title) => [title.toLowerCase(), ({ figures }: KeptItem) => figures[title] ?? null] as const,
  );
  return {
    path,
    table: kept.list,
    read: (crewCenter, id) => readKept(crewCenter, kept, id),
    columns: {
      ...Object.fromEntries(own),
      ...Object.fromEntries(figures),
      retired: ({ retiredAt }) => retiredAt,
    },
  };
}

function fieldsOf(crewCenter: CrewCenter, { fields }: Kept, isNew: boolean): readonly EditField[] {
  return Object.entries(fields).flatMap(([name, { hint, choices, isSeveral = false, isFixed = false }]) =>
    isFixed && !isNew
      ? []
      : [
          {
            name,
            label: labelOf(name),
            isSeveral,
            ...(hint === undefined ? {} : { hint }),
            ...(choices === undefined ? {} : { choices: choices(crewCenter) }),
          },
        ],
  );
}

function editPage(crewCenter: CrewCenter, { kept, path }: KeptPage): EditPage {
  return {
    path,
    section: 'admin/fleet',
    what: kept.what,
    get fields() {
      return fieldsOf(crewCenter, kept, false);
    },
    aboutRemoval: '',
    read(id) {
      const { name, texts, retiredAt } = readKept(crewCenter, kept, id);
      const found = crewCenter.read(() => referencesOf(crewCenter, kept, id));
      const isReferredTo = found.length > 0;
      const aboutRemoval = ({ say }: FramedWords) => {
        const references = found.map(({ what, count }) => say(`reference.${what}`, { count })).join(', ');
        if (retiredAt !== null) return say('kept.offered-again', { references: references || say('kept.nothing') });
        return isReferredTo ? say('kept.keep-it', { references }) : say('kept.no-reference');
      };
      return { title: name, subject: name, values: texts, retiredAt, aboutRemoval, isReferredTo };
    },
    save: (id, changes) => editKept(crewCenter, kept, id, changes),
    remove: (id) => removeKept(crewCenter, kept, id),
    restore: (id) => restoreKept(crewCenter, kept, id),
  };
}

interface Shown {
  readonly problem: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** Shows the list, with what was typed and what is wrong with it. */
function pageOf(
  frame: PageFrame,
  crewCenter: CrewCenter,
  { page, list }: { readonly page: KeptPage; readonly list: AdminList<KeptItem> },
) {
  const { kept, path, title, about, shown } = page;
  const labels = shown.map((name) => ({ name, label: labelOf(name), isYes: kept.fields[name]?.isYes ?? false }));
  const figures = Object.keys(kept.figures).map((title) => ({
    title,
    label: `column.${title.toLowerCase()}`,
    isOrigin: title === 'Origin',
  }));
  return (request: FastifyRequest, reply: FastifyReply, failed: Shown | null) => {
    const fields = fieldsOf(crewCenter, kept, true);
    const begin = ({ name, choices = [], isSeveral }: EditField) => {
      const [first = ''] = choices;
      return (
        kept.fields[name]?.initial ??
        (isSeveral === true ? allOf(choices) : String(Array.isArray(first) ? first[0] : first))
      );
    };
    return showAdmin(frame, request, reply, {
      title,
      view: 'kept',
      section: 'admin/fleet',
      data: {
        path,
        what: kept.what,
        about,
        labels,
        figures,
        list: readList(crewCenter, list, request.query),
        fields,
        typed: failed?.texts ?? Object.fromEntries(fields.map((field) => [field.name, begin(field)])),
        wrong: failed?.fields ?? {},
      },
      done: doneText(frame.wordsOf(request), doneOf(request, done), kept),
      problem: failed?.problem ?? null,
    });
  };
}

/** A new one may be flown by every rank, and a new rank may fly everything. */
function allOf(choices: NonNullable<EditField['choices']>): string {
  return choices.map((choice) => (typeof choice === 'string' ? choice : choice[0])).join(';');
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { sayChanged } from '../../../lib/changed-since.ts';
import type { FramedWords, PageFrame } from '../../pages.ts';
import type { Choice } from '../kept/fields.ts';
import { attempt, doneOf, requireNone, showAdmin } from './views.ts';

/** A field of a form: a text, or one or several of its choices. Label, hint and the texts of choices are words, or keys of texts. */
export interface EditField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Whether its text has lines. */
  readonly isLong?: boolean;
  readonly choices?: readonly Choice[];
  /** Whether several of the choices may be made; its text has semicolons between them. */
  readonly isSeveral?: boolean;
}

/** Returns what was typed into a field, without spaces around it; null when the form did not have it. */
export function typedInto(form: URLSearchParams, { name, isSeveral = false }: EditField): string | null {
  if (!isSeveral) return form.get(name)?.trim() ?? null;
  return form.has(name)
    ? form
        .getAll(name)
        .filter((each) => each !== '')
        .join(';')
    : null;
}

/** What a form says of the fields of something, against what the form showed and what they are now. */
interface SentEdit {
  /** The fields that differ from what the form showed, whatever a colleague has changed since. */
  readonly changes: Readonly<Record<string, string>>;
  /** What is wrong with those of them that a colleague has changed to something else since. */
  readonly conflicts: Readonly<Record<string, string>>;
  /** The text of every field: what was typed, where that is a change, and what it is now. */
  readonly typed: Readonly<Record<string, string>>;
}

/** The hidden field with what a form showed of a field: by the time of its answer a colleague may have changed something else. */
export const shownName = (name: string): string => `shown-${name}`;

/**
 * Reads what was sent of these fields.
 * @param values - what the fields are now; also what a form showed that does not say it
 */
export function readEdit(
  words: FramedWords,
  fields: readonly EditField[],
  form: URLSearchParams,
  values: Editable['values'],
): SentEdit {
  const changes: Record<string, string> = {};
  const conflicts: Record<string, string> = {};
  for (const field of fields) {
    const { name } = field;
    const now = values[name] ?? '';
    const shown = form.get(shownName(name)) ?? now;
    const text = typedInto(form, field);
    if (text === null || isSame(field, text, shown)) continue;
    changes[name] = text;
    if (isSame(field, now, shown) || isSame(field, now, text)) continue;
    conflicts[name] = sayChanged(words, field.label, field.isLong ? null : asRead(words.say, field, now));
  }
  const typed = Object.fromEntries(fields.map(({ name }) => [name, changes[name] ?? values[name] ?? '']));
  return { changes, conflicts, typed };
}

function asRead(say: FramedWords['say'], { choices = [] }: EditField, text: string): string {
  const words = new Map(choices.map((each) => (typeof each === 'string' ? [each, each] : each)));
  const parts = text.split(';').map((each) => say(words.get(each) ?? each));
  return parts.join(', ');
}

/** Whether two texts of a field are the same: browsers end lines by CR and LF, and make choices in the order of the page. */
function isSame({ isSeveral = false }: EditField, one: string, other: string): boolean {
  const plain = (text: string) =>
    isSeveral ? text.split(';').filter(Boolean).toSorted().join(';') : text.replaceAll('\r\n', '\n').trim();
  return plain(one) === plain(other);
}

/** Something that staff edit or remove on a page of its own, `admin/<path>/<id>`. */
export interface Editable {
  /** What it is called: `DMO0001 Ada Keller`. */
  readonly title: string;
  /** Its name in the audit log. */
  readonly subject: string;
  /** The text of each field. */
  readonly values: Readonly<Record<string, string>>;
  /** What happens to what refers to it, where it differs from one to the other, in the reader's words. */
  aboutRemoval?(words: FramedWords): string;
  /** When it was retired; absent or null while it is in use. */
  readonly retiredAt?: string | null;
  /** Whether it would be retired instead of removed. */
  readonly isReferredTo?: boolean;
  /** Parts of the page besides the form: a template of `views/`, with its data and, as `sent`, the form that was refused. */
  readonly beside?: { readonly view: string; readonly data: Readonly<Record<string, unknown>> };
}

export interface EditPage {
  readonly path: string;
  /** The menu's entry; absent for that of its path. */
  readonly section?: string;
  /** One of them: `pilot`. Begins the actions of the audit log: `pilot-edit`. */
  readonly what: string;
  readonly fields: readonly EditField[];
  /** What happens to what refers to it, or the key of its text. */
  readonly aboutRemoval: string;
  /** @throws Refusal `not-found` */
  read(id: string): Editable;
  /** What its parts besides the form show, where that has to be asked for; absent when there is nothing. */
  readBeside?(id: string): Promise<Readonly<Record<string, unknown>>>;
  /** What the forms of these parts did, by `?done=…`. */
  readonly done?: Readonly<Record<string, string>>;
  /** @param changes - the fields that are to be changed @throws Refusal `invalid` naming the fields */
  save(id: string, changes: Readonly<Record<string, string>>): Promise<unknown>;
  /** Returns `retired` when its row stays. */
  remove(id: string): Promise<unknown>;
  /** Takes one that was retired into use again. */
  restore?(id: string): Promise<unknown>;
}

type EditRequest = FastifyRequest<{ Params: { id: string } }>;

/** Shows the page again, with what is wrong with a form that was sent. */
export type ShowEditing = (request: EditRequest, reply: FastifyReply, shown: Shown) => Promise<unknown>;

/** Registers the page, its form, and the button that removes. Returns what shows the page, for the forms of its further parts. */
export function registerEditing(frame: PageFrame, page: EditPage): ShowEditing {
  const { path, what } = page;
  const show = pageOf(frame, page);
  frame.scope.get(`/admin/${path}/:id`, async (request: EditRequest, reply) => show(request, reply, {}));
  frame.scope.post(`/admin/${path}/:id`, async (request: EditRequest, reply) => {
    const form = frame.formOf(request);
    const { subject, values } = page.read(request.params.id);
    const { changes, conflicts } = readEdit(frame.wordsOf(request), page.fields, form, values);
    const failed = await attempt(frame.wordsOf(request), async () => {
      requireNone(conflicts);
      await page.save(request.params.id, changes);
    });
    if (failed !== null) return show(request, reply, { ...failed, form });
    // Names of fields only: texts may be personal.
    await frame.audit(request, `${what}-edit`, subject, Object.keys(changes).join(', ') || null);
    return reply.redirect(`../${path}?done=edited`, 303);
  });
  frame.scope.post(`/admin/${path}/:id/remove`, async (request: EditRequest, reply) => {
    frame.formOf(request);
    const { subject } = page.read(request.params.id);
    let outcome: unknown;
    const failed = await attempt(frame.wordsOf(request), async () => {
      outcome = await page.remove(request.params.id);
    });
    if (failed !== null) return show(request, reply, failed);
    const isRetired = outcome === 'retired';
    await frame.audit(request, `${what}-${isRetired ? 'retire' : 'remove'}`, subject, null);
    return reply.redirect(`../../${path}?done=${isRetired ? 'retired' : 'removed'}`, 303);
  });
  if (page.restore !== undefined)
    frame.scope.post(`/admin/${path}/:id/restore`, async (request: EditRequest, reply) => {
      frame.formOf(request);
      const { subject } = page.read(request.params.id);
      const failed = await attempt(frame.wordsOf(request), async () => page.restore?.(request.params.id));
      if (failed !== null) return show(request, reply, failed);
      await frame.audit(request, `${what}-restore`, subject, null);
      return reply.redirect(`../../${path}?done=restored`, 303);
    });

  return show;
}

/** Returns what shows the page. */
function pageOf(frame: PageFrame, page: EditPage): ShowEditing {
  const { path, what } = page;
  return async (request, reply, { problem, fields: wrong = {}, form }) => {
    const { title, values, beside: readable = null, aboutRemoval, ...about } = page.read(request.params.id);
    const words = frame.wordsOf(request);
    const { fields, section = `admin/${path}` } = page;
    const asked = await page.readBeside?.(request.params.id);
    const beside = readable && { view: readable.view, data: { ...readable.data, ...asked, sent: form ?? null } };
    const { typed } = readEdit(words, fields, form ?? new URLSearchParams(), values);
    const shown = fields.map(({ name }) => ({ name: shownName(name), text: values[name] ?? '' }));
    const { retiredAt = null, isReferredTo = false } = about;
    const removal = { aboutRemoval: aboutRemoval?.(words) ?? page.aboutRemoval, retiredAt, isReferredTo };
    return showAdmin(frame, request, reply, {
      title,
      view: 'edit',
      section,
      data: { path, id: request.params.id, what, fields, typed, shown, wrong, beside, ...removal },
      done: doneOf(request, page.done ?? {}),
      problem: problem ?? null,
    });
  };
}

interface Shown {
  readonly problem?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly form?: URLSearchParams;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFrame } from '../../pages.ts';
import { attempt, showAdmin } from './views.ts';

/** A field of a form: a text, or one of its choices. */
export interface EditField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly choices?: readonly string[];
}

/** Something that staff edit or remove on a page of its own, `admin/<path>/<id>`. */
export interface Editable {
  /** What it is called: `DMO0001 Ada Keller`. */
  readonly title: string;
  /** Its name in the audit log. */
  readonly subject: string;
  /** The text of each field. */
  readonly values: Readonly<Record<string, string>>;
  /** Parts of the page besides the form: a template of `views/`, with its data. */
  readonly beside?: { readonly view: string; readonly data: Readonly<Record<string, unknown>> };
}

export interface EditPage {
  readonly path: string;
  /** One of them: `pilot`. Begins the actions of the audit log: `pilot-edit`. */
  readonly what: string;
  readonly fields: readonly EditField[];
  /** What happens to what refers to it. */
  readonly aboutRemoval: string;
  /** @throws Refusal `not-found` */
  read(id: string): Editable;
  /** @param changes - the fields that are to be changed @throws Refusal `invalid` naming the fields */
  save(id: string, changes: Readonly<Record<string, string>>): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}

type EditRequest = FastifyRequest<{ Params: { id: string } }>;

/** Registers the page, its form, and the button that removes. */
export function registerEditing(frame: PageFrame, page: EditPage): void {
  const { path, what, fields } = page;
  frame.scope.get(`/admin/${path}/:id`, async (request: EditRequest, reply) => show(request, reply, {}));
  frame.scope.post(`/admin/${path}/:id`, async (request: EditRequest, reply) => {
    const form = frame.formOf(request);
    const { subject, values } = page.read(request.params.id);
    const changes = Object.fromEntries(
      fields.flatMap(({ name }) => {
        const text = form.get(name)?.trim();
        return text === undefined || text === values[name] ? [] : [[name, text] as const];
      }),
    );
    const failed = await attempt(() => page.save(request.params.id, changes));
    if (failed !== null) return show(request, reply, { ...failed, form });
    // Names of fields only: texts may be personal.
    await frame.audit(request, `${what}-edit`, subject, Object.keys(changes).join(', ') || null);
    return reply.redirect(`../${path}?done=edited`, 303);
  });
  frame.scope.post(`/admin/${path}/:id/remove`, async (request: EditRequest, reply) => {
    frame.formOf(request);
    const { subject } = page.read(request.params.id);
    const failed = await attempt(() => page.remove(request.params.id));
    if (failed !== null) return show(request, reply, failed);
    await frame.audit(request, `${what}-remove`, subject, null);
    return reply.redirect(`../../${path}?done=removed`, 303);
  });

  function show(request: EditRequest, reply: FastifyReply, { problem, fields: wrong = {}, form }: Shown) {
    const { title, values, beside = null } = page.read(request.params.id);
    const typed = Object.fromEntries(fields.map(({ name }) => [name, form?.get(name) ?? values[name] ?? '']));
    const { aboutRemoval } = page;
    return showAdmin(frame, request, reply, {
      title,
      view: 'edit',
      section: `admin/${path}`,
      data: { path, id: request.params.id, what, fields, typed, wrong, aboutRemoval, beside },
      problem: problem ?? null,
    });
  }
}

interface Shown {
  readonly problem?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly form?: URLSearchParams;
}

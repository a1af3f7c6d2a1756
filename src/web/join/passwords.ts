import type { FastifyReply, FastifyRequest } from 'fastify';
import { formOf } from '../access/guard.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { bounds, checkPassword, type Wrong, type Wrongs } from './join-form.ts';
import { failedBy, type JoinScope, keyOf, stranger } from './join-scope.ts';

/** Maximum length of a login that is looked up. */
const maxLogin = 191;

/** Registers the pages on which a pilot asks for a link, and sets a password by it. */
export function registerPasswords(join: JoinScope): void {
  registerRequest(join);
  registerLink(join);
}

function registerRequest(join: JoinScope): void {
  const { scope, parts, host, limit, letters } = join;
  const show = (request: FastifyRequest, reply: FastifyReply, failed: ReturnType<typeof failedBy>) =>
    join.show(request, reply, {
      titleKey: 'password.forgotten',
      view: 'forgotten',
      status: failed?.status ?? 200,
      data: { hasMail: letters !== null, problem: failed?.problem ?? null, values: failed?.values ?? {} },
    });
  scope.get('/password/forgotten', (request, reply) => show(request, reply, null));
  scope.post('/password/forgotten', stranger, async (request, reply) => {
    const login = (formOf(request).get('login') ?? '').trim().slice(0, maxLogin);
    if (letters === null) return show(request, reply, null);
    try {
      const { address } = parts.originOf(request);
      const made = await limit.attempt(login, address, () => host.makeResetLink(login));
      const { lang } = visitorOf(request);
      if (made !== null)
        letters.send({ to: made.email, lang, kind: 'reset', path: `password/new?key=${made.key.reveal()}` });
    } catch (error) {
      const failed = failedBy(error, reply);
      if (failed === null) throw error;
      return show(request, reply, failed);
    }
    return reply.redirect('sent', 303);
  });
  scope.get('/password/sent', (request, reply) =>
    join.show(request, reply, { titleKey: 'password.forgotten', view: 'note', data: { text: 'password.sent' } }),
  );
}

function registerLink(join: JoinScope): void {
  const { scope, parts, host } = join;
  const show = (request: FastifyRequest, reply: FastifyReply, key: string, wrongs: Wrongs) => {
    const pilot = host.findResetLink(key);
    const status = pilot === null ? 403 : Object.keys(wrongs).length === 0 ? 200 : 422;
    return join.show(request, reply, {
      titleKey: 'password.set',
      view: 'password',
      status,
      data: { key, ident: pilot?.ident ?? null, wrongs, bounds, hasMail: join.letters !== null },
    });
  };
  scope.get('/password/new', (request, reply) => show(request, reply, keyOf(request), {}));
  scope.post('/password/new', stranger, async (request, reply) => {
    const form = formOf(request);
    const key = form.get('key') ?? '';
    const wrongs: Record<string, Wrong> = {};
    const password = checkPassword(form, wrongs);
    if (Object.keys(wrongs).length > 0) return show(request, reply, key, wrongs);
    const pilot = await host.resetPassword(key, password);
    if (pilot === null) return show(request, reply, key, wrongs);
    await parts.records.saveAudit({
      at: parts.clock.now(),
      actor: `${pilot.ident}@web`,
      action: 'pilot-password',
      subject: pilot.id,
      detail: 'by a link',
    });
    return reply.redirect('done', 303);
  });
  scope.get('/password/done', (request, reply) =>
    join.show(request, reply, {
      titleKey: 'password.set',
      view: 'note',
      data: { text: 'password.done', signIn: true },
    }),
  );
}

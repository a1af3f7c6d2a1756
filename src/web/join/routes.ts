import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf } from '../access/guard.ts';
import type { TextKey } from '../browser/wording.js';
import type { WebParts } from '../parts.ts';
import type { Views } from '../views.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { answersOf, bounds, hasOtherQuestions, readJoinForm, type Wrongs } from './join-form.ts';
import type { JoinHost, Next } from './join-host.ts';
import { JoinLimit } from './join-limit.ts';
import { failedBy, type JoinScope, keyOf, stranger } from './join-scope.ts';
import { registerPasswords } from './passwords.ts';

/** Registers the pages on which pilots register and set another password, where the crew center keeps its pilots itself. */
export function registerJoin(scope: FastifyInstance, parts: WebParts, views: Views): void {
  const { join: host, records, clock } = parts;
  if (host === null) return;
  const join: JoinScope = {
    scope,
    parts,
    host,
    limit: new JoinLimit(records, clock),
    letters: parts.letters,
    show: (request, reply, { view, ...page }) =>
      views.send(request, reply, { title: '', isTranslated: true, view: `join/${view}`, ...page }),
  };
  registerForm(join);
  registerConfirmation(join);
  registerPasswords(join);
}

const thanks = {
  mail: 'join.next-mail',
  staff: 'join.next-staff',
  now: 'join.next-now',
} as const satisfies Readonly<Record<Next, TextKey>>;

function registerForm(join: JoinScope): void {
  const { scope, parts, host, limit, letters } = join;
  scope.get('/join', (request, reply) => showForm(join, request, reply, { wrongs: {} }));
  scope.post('/join', stranger, async (request, reply) => {
    const form = formOf(request);
    const { lang } = visitorOf(request);
    const rules = rulesFor(host, form.get('key') ?? '');
    const read = readJoinForm(form, { host, rules, lang });
    if (hasOtherQuestions(form, rules.questions)) {
      const wrongs = 'wrongs' in read ? read.wrongs : {};
      return showForm(join, request, reply, { form, wrongs, problem: 'join.other-questions', status: 422 });
    }
    if ('wrongs' in read) return showForm(join, request, reply, { form, wrongs: read.wrongs, status: 422 });
    const { newcomer } = read;
    try {
      const { address } = parts.originOf(request);
      const register = () => host.register(newcomer, { hasMail: letters !== null });
      const { next, letter, pilot } = await limit.attempt(newcomer.email, address, register);
      if (letter?.kind === 'confirm')
        letters?.send({ ...letter, lang, path: `join/confirm?key=${letter.key.reveal()}` });
      if (letter?.kind === 'known') letters?.send({ ...letter, lang, path: 'password/forgotten' });
      if (pilot !== null) await noteJoining(parts, pilot.ident);
      return reply.redirect(`join/done?next=${next}`, 303);
    } catch (error) {
      const failed = failedBy(error, reply);
      if (failed === null) throw error;
      return showForm(join, request, reply, { form, wrongs: {}, ...failed });
    }
  });
  scope.get('/join/done', (request, reply) => {
    const { next } = request.query as { next?: unknown };
    const shown = next === 'mail' || next === 'now' ? next : 'staff';
    return join.show(request, reply, {
      titleKey: 'join.thanks',
      view: 'note',
      data: { text: thanks[shown], signIn: shown === 'now' },
    });
  });
}

function registerConfirmation(join: JoinScope): void {
  const { scope, parts, host } = join;
  // Programs that look at links before their reader does must not use them up: the page has a button.
  scope.get('/join/confirm', (request, reply) => {
    const key = keyOf(request);
    const isGood = host.isConfirmation(key);
    return join.show(request, reply, {
      titleKey: 'join.confirm',
      view: 'confirm',
      status: isGood ? 200 : 403,
      data: { key, isGood },
    });
  });
  scope.post('/join/confirm', stranger, async (request, reply) => {
    const confirmed = await host.confirm(formOf(request).get('key') ?? '');
    if (confirmed === null)
      return join.show(request, reply, {
        titleKey: 'join.confirm',
        view: 'confirm',
        status: 403,
        data: { key: '', isGood: false },
      });
    if (confirmed === 'waiting') return reply.redirect('done?next=staff', 303);
    await noteJoining(parts, confirmed.ident);
    return join.show(request, reply, {
      titleKey: 'join.welcome',
      view: 'note',
      data: { text: 'join.is-pilot', values: { ident: confirmed.ident }, signIn: true },
    });
  });
}

interface Shown {
  readonly form?: URLSearchParams;
  readonly wrongs: Wrongs;
  /** What is wrong with the whole. */
  readonly problem?: TextKey;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly status?: number;
}

function showForm(join: JoinScope, request: FastifyRequest, reply: FastifyReply, shown: Shown): FastifyReply {
  const { form, wrongs, problem = null, values = {}, status = 200 } = shown;
  const key = form?.get('key') ?? keyOf(request);
  const rules = rulesFor(join.host, key);
  const isInvited = key !== '' && join.host.isInvitation(key);
  const isOpen = rules.registration !== 'closed' && (isInvited || (key === '' && rules.registration !== 'invitation'));
  const typed = Object.fromEntries([...(form ?? [])].filter(([name]) => !['password', 'again'].includes(name)));
  const answers = form === undefined ? [] : answersOf(form, rules.questions);
  for (const [index, { answer }] of answers.entries()) typed[`answer-${index}`] = answer;
  return join.show(request, reply, {
    titleKey: 'join.title',
    view: 'join',
    status: status === 200 && key !== '' && !isInvited ? 403 : status,
    data: {
      rules,
      key,
      isOpen,
      typed,
      wrongs,
      problem,
      values,
      bounds,
      next: join.letters !== null ? 'mail' : isInvited ? 'now' : 'staff',
    },
  });
}

/** Those who were invited are not asked the questions of applicants. */
function rulesFor(host: JoinHost, key: string) {
  const rules = host.readRules();
  return rules.registration === 'application' && key === '' ? rules : { ...rules, questions: [] };
}

function noteJoining({ records, clock }: WebParts, ident: string): Promise<void> {
  return records.saveAudit({
    at: clock.now(),
    actor: `${ident}@web`,
    action: 'pilot-join',
    subject: ident,
    detail: null,
  });
}

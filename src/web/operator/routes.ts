import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listPage } from '../../lib/lists/list.ts';
import { table } from '../../lib/table.ts';
import { formOf, requireOperator } from '../access/guard.ts';
import type { TextKey } from '../browser/wording.js';
import type { WebParts } from '../parts.ts';
import type { OperatorScope, Views } from '../views.ts';
import { saidOf } from '../visitor/visitor.ts';
import { registerAccount } from './account.ts';
import { registerApiKeys } from './api-keys.ts';
import { registerAudit } from './audit.ts';
import { registerBackups } from './backups.ts';
import { registerChecks } from './checks.ts';
import { registerExport } from './list-export.ts';
import { currentFlights, ended, endedFlights, maxUnderWay, outbox, sessions, underWay } from './lists.ts';
import { registerPrivacy } from './privacy.ts';
import { registerProgram } from './program.ts';
import { registerRescue } from './rescue.ts';
import { registerReview } from './review/routes.ts';
import { registerEditing } from './rules/edit.ts';
import { registerSets, registerUse } from './rules/sets.ts';
import { registerTrials } from './rules/trials.ts';
import { registerSafety } from './safety.ts';
import { registerSecondFactor } from './second-factor.ts';
import { registerStaff } from './staff.ts';
import { registerStart } from './start.ts';
import { registerWebhooks } from './webhooks.ts';

/** Maximum number of flights read for one page, the newest; the page says when there are more. */
const maxEnded = 1_000;
const maxRecent = 10;

/** Registers the pages below `/tracker/operator/`: what waits, flights in progress, outbox, sessions, audit log. */
export function registerOperator(parent: FastifyInstance, parts: WebParts, views: Views): void {
  void parent.register(async (scope) => {
    scope.addHook('onRequest', async (request) => requireOperator(parts.access, request));
    const operator: OperatorScope = {
      scope,
      parts,
      show: (request, reply, page) =>
        views.send(request, reply, { styles: ['operator/operator.css'], isTranslated: true, ...page }),
    };
    registerStart(operator);
    registerFlights(operator);
    registerRescue(operator);
    registerReview(operator);
    registerOutbox(operator);
    registerSessions(operator);
    registerAudit(operator);
    registerSets(operator);
    registerUse(operator);
    registerEditing(operator);
    registerTrials(operator);
    registerApiKeys(operator);
    registerWebhooks(operator);
    registerBackups(operator);
    registerPrivacy(operator);
    registerChecks(operator);
    registerProgram(operator);
    registerSafety(operator);
    registerStaff(operator);
    registerAccount(operator);
    registerSecondFactor(operator);
  });
}

function registerFlights(operator: OperatorScope): void {
  const { scope, parts, show } = operator;
  const listCurrent = () => parts.tracking.operator.listFlights({ states: underWay, limit: maxUnderWay });
  const listEnded = () => parts.tracking.operator.listFlights({ states: ended, limit: maxEnded });
  registerExport(operator, currentFlights, listCurrent);
  registerExport(operator, endedFlights, listEnded);
  scope.get('/operator/in-progress', async (request, reply) => {
    const [current, recent] = await Promise.all([
      listCurrent(),
      parts.tracking.operator.listFlights({ states: ended, limit: maxRecent }),
    ]);
    return show(request, reply, {
      titleKey: 'flights.title',
      view: 'operator/flights',
      section: 'operator/in-progress',
      data: {
        list: listPage(current, request.query, currentFlights),
        recent,
        now: parts.clock.now(),
        done: doneText(request),
      },
    });
  });
  scope.get('/operator/ended', async (request, reply) => {
    const flights = await listEnded();
    return show(request, reply, {
      titleKey: 'flights.ended-title',
      view: 'operator/ended',
      section: 'operator/in-progress',
      data: {
        list: listPage(flights, request.query, endedFlights),
        isCut: flights.length >= maxEnded,
        now: parts.clock.now(),
      },
    });
  });
}

function registerOutbox(pages: OperatorScope): void {
  const { scope, parts, show } = pages;
  const { operator } = parts.tracking;
  registerExport(pages, outbox, () => operator.listOutbox());
  scope.get('/operator/outbox', async (request, reply) =>
    show(request, reply, {
      titleKey: 'outbox.title',
      view: 'operator/outbox',
      section: 'operator/outbox',
      data: {
        list: listPage(await operator.listOutbox(), request.query, outbox),
        now: parts.clock.now(),
        done: doneText(request),
      },
    }),
  );
  scope.post<{ Params: { id: string } }>('/operator/outbox/:id/retry', async (request, reply) => {
    await operator.retryOutbox(parts.access.actorOf(request), request.params.id);
    return reply.redirect('../../outbox?done=retried', 303);
  });
  scope.post<{ Params: { id: string } }>('/operator/outbox/:id/set-aside', async (request, reply) => {
    const form = formOf(request);
    const reason = (form.get('reason') ?? '').trim().slice(0, 300) || 'set aside by the operator';
    await operator.setAside(parts.access.actorOf(request), request.params.id, reason);
    return reply.redirect('../../outbox?done=set-aside', 303);
  });
}

function registerSessions(pages: OperatorScope): void {
  const { scope, parts, show } = pages;
  const { operator } = parts.tracking;
  registerExport(pages, sessions, () => operator.listSessions());
  scope.get('/operator/sessions', async (request, reply) =>
    show(request, reply, {
      titleKey: 'sessions.title',
      view: 'operator/sessions',
      section: 'operator/sessions',
      data: { list: listPage(await operator.listSessions(), request.query, sessions), done: doneText(request) },
    }),
  );
  scope.post('/operator/sessions/end', async (request, reply) => {
    const form = formOf(request);
    const count = await operator.endSessions(parts.access.actorOf(request), form.get('pilot') || null);
    return reply.redirect(`../sessions?done=${count === 0 ? 'gone' : 'ended'}`, 303);
  });
}

const doneTexts = table<TextKey>({
  release: 'rescue.released',
  finish: 'rescue.finished',
  cancel: 'rescue.cancelled',
  retried: 'outbox.retried',
  'set-aside': 'outbox.was-set-aside',
  gone: 'sessions.gone',
  ended: 'sessions.ended',
});

/** Returns the message that says what the last form did. */
export function doneText(request: FastifyRequest): string | null {
  const { done } = request.query as { done?: unknown };
  return saidOf(request, typeof done === 'string' ? doneTexts[done] : undefined);
}

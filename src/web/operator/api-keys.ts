import type { FastifyReply, FastifyRequest } from 'fastify';
import { listPage } from '../../lib/lists/list.ts';
import { formOf } from '../access/guard.ts';
import { apiScopes } from '../api/keys.ts';
import type { OperatorScope } from '../views.ts';
import { saidOf } from '../visitor/visitor.ts';
import { registerExport } from './list-export.ts';
import { apiKeys } from './lists.ts';

/** Registers the page on which the operator makes and revokes keys of the API for other programs. */
export function registerApiKeys(operator: OperatorScope): void {
  const { scope, parts, show } = operator;
  const { keys } = parts.api;
  registerExport(operator, apiKeys, () => keys.list());
  const showPage = (request: FastifyRequest, reply: FastifyReply, secret: string | null, done: string | null) =>
    show(request, reply, {
      titleKey: 'keys.title',
      view: 'operator/api-keys',
      section: 'operator/api-keys',
      data: {
        list: listPage(keys.list(), request.query, apiKeys),
        scopes: apiScopes,
        now: parts.clock.now(),
        secret,
        done,
      },
    });
  scope.get('/operator/api-keys', async (request, reply) => {
    const { done } = request.query as { done?: unknown };
    return showPage(request, reply, null, saidOf(request, done === 'revoked' ? 'keys.revoked' : undefined));
  });
  // No redirect: the key is in this response and nowhere else.
  scope.post('/operator/api-keys', async (request, reply) => {
    const form = formOf(request);
    const days = (form.get('days') ?? '').trim();
    const { secret } = await keys.create(parts.access.actorOf(request), {
      name: form.get('name') ?? '',
      scopes: form.getAll('scope'),
      days: days === '' ? null : Number(days),
    });
    return showPage(request, reply, secret.reveal(), null);
  });
  scope.post<{ Params: { id: string } }>('/operator/api-keys/:id/revoke', async (request, reply) => {
    await keys.revoke(parts.access.actorOf(request), request.params.id);
    return reply.redirect('../../api-keys?done=revoked', 303);
  });
}

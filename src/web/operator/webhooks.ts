import type { FastifyReply, FastifyRequest } from 'fastify';
import { listPage } from '../../lib/lists/list.ts';
import { table } from '../../lib/table.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { WebhookMade, WebhookView } from '../../webhooks/webhook-calls.ts';
import { formOf } from '../access/guard.ts';
import type { TextKey } from '../browser/wording.js';
import { addressOf } from '../place.ts';
import type { OperatorScope } from '../views.ts';
import { saidOf, visitorOf } from '../visitor/visitor.ts';
import { registerExport } from './list-export.ts';
import { webhooks } from './lists.ts';

/** Deliveries that a page shows, the newest; `tracker webhook deliveries` lists more. */
const maxShown = 50;

const doneTexts = table<TextKey>({
  changed: 'hooks.changed',
  removed: 'hooks.removed',
  on: 'hooks.is-on',
  off: 'hooks.is-off',
  resent: 'hooks.resent',
});

interface ById {
  readonly Params: { readonly id: string };
}

/** Registers the pages on which the operator adds endpoints of webhooks, and sees and resends their deliveries. */
export function registerWebhooks(operator: OperatorScope): void {
  registerList(operator);
  registerOne(operator);
  registerActions(operator);
}

function registerList(operator: OperatorScope): void {
  const { scope, parts, show } = operator;
  const { calls, types, staffTypes } = parts.webhooks;
  registerExport(operator, webhooks, () => calls.listWebhooks());
  const section = 'operator/webhooks';
  scope.get('/operator/webhooks', async (request, reply) =>
    show(request, reply, {
      titleKey: 'hooks.title',
      view: 'operator/webhooks',
      section,
      data: {
        list: listPage(await calls.listWebhooks(), request.query, webhooks),
        types,
        staffTypes,
        site: addressOf(request, ''),
        done: doneOf(request),
      },
    }),
  );
  // No redirect: the signing key is in this response and nowhere else.
  scope.post('/operator/webhooks', async (request, reply) => {
    const form = formOf(request);
    const made = await calls.addWebhook(parts.access.actorOf(request), {
      kind: form.get('kind') ?? '',
      ...inputOf(form),
    });
    return showOne({ scope, parts, show }, request, reply, made.webhook, made);
  });
}

function registerOne(operator: OperatorScope): void {
  const { scope, parts } = operator;
  const { calls } = parts.webhooks;
  scope.get<ById>('/operator/webhooks/:id', async (request, reply) => {
    const webhook = (await calls.listWebhooks()).find(({ id }) => id === request.params.id);
    if (webhook === undefined)
      throw new Refusal('not-found', { message: visitorOf(request).wording.say('hooks.no-such') });
    return showOne(operator, request, reply, webhook, null);
  });
  scope.post<ById>('/operator/webhooks/:id/rotate', async (request, reply) => {
    const made = await calls.rotateWebhook(parts.access.actorOf(request), request.params.id);
    return showOne(operator, request, reply, made.webhook, made);
  });
  scope.post<ById>('/operator/webhooks/:id/test', async (request, reply) => {
    const { id } = request.params;
    const test = await calls.testWebhook(parts.access.actorOf(request), id);
    const webhook = (await calls.listWebhooks()).find((each) => each.id === id);
    if (webhook === undefined)
      throw new Refusal('not-found', { message: visitorOf(request).wording.say('hooks.no-such') });
    return showOne(operator, request, reply, webhook, { test });
  });
}

function registerActions({ scope, parts }: OperatorScope): void {
  const { calls } = parts.webhooks;
  scope.post<ById>('/operator/webhooks/:id/change', async (request, reply) => {
    const { url, ...input } = inputOf(formOf(request));
    // The address is not shown, so an empty field leaves it as it is.
    await calls.changeWebhook(parts.access.actorOf(request), request.params.id, url === '' ? input : { ...input, url });
    return reply.redirect(`../${request.params.id}?done=changed`, 303);
  });
  scope.post<ById>('/operator/webhooks/:id/switch', async (request, reply) => {
    const isOn = formOf(request).get('on') === 'true';
    await calls.switchWebhook(parts.access.actorOf(request), request.params.id, isOn);
    return reply.redirect(`../${request.params.id}?done=${isOn ? 'on' : 'off'}`, 303);
  });
  scope.post<ById>('/operator/webhooks/:id/resend', async (request, reply) => {
    const number = formOf(request).get('number') ?? '';
    if (!/^\d{0,15}$/.test(number))
      throw new Refusal('invalid', { message: visitorOf(request).wording.say('hooks.no-delivery') });
    await calls.resendWebhook(parts.access.actorOf(request), request.params.id, number === '' ? null : Number(number));
    return reply.redirect(`../${request.params.id}?done=resent`, 303);
  });
  scope.post<ById>('/operator/webhooks/:id/remove', async (request, reply) => {
    await calls.removeWebhook(parts.access.actorOf(request), request.params.id);
    return reply.redirect('../../webhooks?done=removed', 303);
  });
}

type Fresh = { readonly test: unknown } | WebhookMade | null;

async function showOne(
  { parts, show }: OperatorScope,
  request: FastifyRequest,
  reply: FastifyReply,
  webhook: WebhookView,
  fresh: Fresh,
): Promise<FastifyReply> {
  const { calls, types } = parts.webhooks;
  const { state } = request.query as { state?: unknown };
  const only = state === 'set-aside' ? 'set-aside' : null;
  return show(request, reply, {
    title: webhook.name,
    view: 'operator/webhook',
    section: 'operator/webhooks',
    data: {
      webhook,
      types,
      only,
      site: addressOf(request, ''),
      done: doneOf(request),
      deliveries: await calls.listWebhookDeliveries(webhook.id, only, maxShown),
      key: fresh !== null && 'key' in fresh ? fresh.key : null,
      test: fresh !== null && 'test' in fresh ? fresh.test : null,
    },
  });
}

function inputOf(form: URLSearchParams) {
  const fields = [...form].flatMap(([name, value]) =>
    name.startsWith('option.') ? [[name.slice('option.'.length), value.trim()] as const] : [],
  );
  return {
    name: form.get('name') ?? '',
    url: (form.get('url') ?? '').trim(),
    events: form.getAll('event'),
    options: Object.fromEntries(fields),
  };
}

function doneOf(request: FastifyRequest): string | null {
  const { done } = request.query as { done?: unknown };
  return saidOf(request, typeof done === 'string' ? doneTexts[done] : undefined);
}

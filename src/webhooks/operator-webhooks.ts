import type { AddressPolicy } from '../lib/address-policy.ts';
import type { Clock } from '../lib/clock.ts';
import type { Secret } from '../lib/secret.ts';
import { newId } from '../lib/tokens.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { Endpoint } from './endpoint.ts';
import { readInput, requireKind } from './endpoint-input.ts';
import { testEvent } from './flight-events.ts';
import type { Senders } from './sender.ts';
import { newSigningKey } from './signature.ts';
import type { DeliveryReader, DeliveryState } from './store/delivery-reader.ts';
import type { TestResult, WebhookCalls, WebhookInput, WebhookMade, WebhookView } from './webhook-calls.ts';
import type { Webhooks } from './webhooks.ts';

const maxEndpoints = 50;
const maxListed = 500;
/** How long the former signing key also signs. */
const formerKeyMs = 24 * 3_600_000;

export interface OperatorWebhooksNeeds {
  readonly webhooks: Webhooks;
  readonly reader: DeliveryReader;
  readonly senders: Senders;
  readonly policy: AddressPolicy;
  readonly clock: Clock;
  saveAudit(actor: string, action: string, subject: string, detail: string | null): Promise<void>;
}

/** Endpoints as operators handle them: every input is checked, every change is in the audit log. */
export class OperatorWebhooks implements WebhookCalls {
  readonly #needs: OperatorWebhooksNeeds;

  constructor(needs: OperatorWebhooksNeeds) {
    this.#needs = needs;
  }

  async listWebhooks(): Promise<readonly WebhookView[]> {
    return this.#needs.webhooks.list().map((endpoint) => this.#view(endpoint));
  }

  async addWebhook(actor: string, input: WebhookInput): Promise<WebhookMade> {
    const { webhooks, senders, policy, clock } = this.#needs;
    if (webhooks.list().length >= maxEndpoints)
      throw new Refusal('invalid', { message: `There are ${maxEndpoints} endpoints already. Remove one first.` });
    const kind = requireKind(input.kind);
    const key = senders[kind].isSigned ? newSigningKey() : null;
    const endpoint: Endpoint = {
      id: `ep_${newId()}`,
      kind,
      ...readInput(input, senders[kind], policy),
      secrets: key === null ? [] : [{ key, until: null }],
      isOn: true,
      offReason: null,
      createdAt: clock.now(),
    };
    webhooks.save(endpoint);
    await this.#audit(actor, 'webhook-add', endpoint);
    return { webhook: this.#view(endpoint), key: key?.reveal() ?? null };
  }

  async changeWebhook(actor: string, id: string, input: Partial<Omit<WebhookInput, 'kind'>>): Promise<WebhookView> {
    const { webhooks, senders, policy } = this.#needs;
    const before = this.#require(id);
    const { name, events } = before;
    const options = { ...(before.options as WebhookInput['options']), ...input.options };
    const known = { name, events, url: before.url.reveal() };
    const after = { ...before, ...readInput({ ...known, ...input, options }, senders[before.kind], policy) };
    webhooks.save(after);
    await this.#audit(actor, 'webhook-change', after);
    return this.#view(after);
  }

  async removeWebhook(actor: string, id: string): Promise<void> {
    const endpoint = this.#require(id);
    await this.#needs.webhooks.remove(id);
    await this.#audit(actor, 'webhook-remove', endpoint);
  }

  async switchWebhook(actor: string, id: string, isOn: boolean): Promise<void> {
    const endpoint = { ...this.#require(id), isOn, offReason: null };
    this.#needs.webhooks.save(endpoint);
    await this.#audit(actor, isOn ? 'webhook-on' : 'webhook-off', endpoint);
  }

  async rotateWebhook(actor: string, id: string): Promise<WebhookMade> {
    const { webhooks, clock } = this.#needs;
    const before = this.#require(id);
    const [newest] = before.secrets;
    if (newest === undefined)
      throw new Refusal('invalid', { message: `${before.name} has no signing key: its kind is not signed.` });
    const key = newSigningKey();
    const former = { key: newest.key, until: clock.now() + formerKeyMs };
    const endpoint = { ...before, secrets: [{ key, until: null }, former] };
    webhooks.save(endpoint);
    await this.#audit(actor, 'webhook-rotate', endpoint);
    return { webhook: this.#view(endpoint), key: key.reveal() };
  }

  async testWebhook(actor: string, id: string): Promise<TestResult> {
    const { senders, clock } = this.#needs;
    const endpoint = this.#require(id);
    const at = clock.now();
    const event = testEvent(newId(), at, endpoint.name);
    const signal = new AbortController().signal;
    const outcome = await senders[endpoint.kind].send({ endpoint, event, number: 1, at, memory: null, signal });
    await this.#audit(actor, 'webhook-test', endpoint);
    if (outcome.kind === 'skipped') return { isDelivered: true, status: null, answer: '' };
    const { status, answer } = outcome.exchange;
    return { isDelivered: outcome.kind === 'delivered', status, answer };
  }

  async listWebhookDeliveries(id: string, state: DeliveryState | null, limit: number) {
    return this.#needs.reader.list(this.#require(id).id, state, Math.max(1, Math.min(maxListed, Math.trunc(limit))));
  }

  async resendWebhook(actor: string, id: string, number: number | null): Promise<number> {
    const endpoint = this.#require(id);
    const count = this.#needs.webhooks.resend(id, number === null ? 'set-aside' : { number });
    if (number !== null && count === 0)
      throw new Refusal('not-found', { message: `${endpoint.name} has no delivery ${number} that is settled.` });
    await this.#audit(actor, 'webhook-resend', endpoint);
    return count;
  }

  #require(id: string): Endpoint {
    const endpoint = this.#needs.webhooks.find(id);
    if (endpoint !== null) return endpoint;
    throw new Refusal('not-found', { message: `There is no webhook ${id}.` });
  }

  #view({ url, secrets, ...endpoint }: Endpoint): WebhookView {
    const until = secrets[1]?.until ?? null;
    return {
      ...endpoint,
      ...this.#needs.reader.counts(endpoint.id),
      address: shortAddress(url),
      formerKeyUntil: until !== null && until > this.#needs.clock.now() ? until : null,
    };
  }

  #audit(actor: string, action: string, { id, name, url }: Endpoint): Promise<void> {
    return this.#needs.saveAudit(actor, action, id, `${name}, ${shortAddress(url)}`);
  }
}

/** A path or a query may be a secret: that of a Discord channel is. */
function shortAddress(address: Secret): string {
  const url = URL.parse(address.reveal());
  if (url === null) return '';
  return `${url.origin}${url.pathname === '/' && url.search === '' ? '/' : '/…'}`;
}

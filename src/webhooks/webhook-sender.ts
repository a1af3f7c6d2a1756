import { isRefusal, Refusal } from '../tracking/refusals.ts';
import { type GuardedRequests, NoAnswerError } from './http/guarded-request.ts';

import type { Attempt, Exchange, Outcome, Sender } from './sender.ts';
import { signatureHeaders } from './signature.ts';

/** The beginning of an answer that is kept for the operator. */
const keptCharacters = 2_000;

/** Posts signed events by Standard Webhooks. */
export class WebhookSender implements Sender {
  readonly isSigned = true;
  readonly #requests: Pick<GuardedRequests, 'send'>;
  readonly #userAgent: string;

  /** @param userAgent - `va-tracker/0.1.0` */
  constructor(requests: Pick<GuardedRequests, 'send'>, userAgent: string) {
    this.#requests = requests;
    this.#userAgent = userAgent;
  }

  requireOptions(options: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
    const [name] = Object.keys(options);
    if (name === undefined) return {};
    throw new Refusal('invalid', { message: `A signed webhook has no option "${name}".` });
  }

  async send({ endpoint, event, at, signal }: Attempt): Promise<Outcome> {
    const body = event.payload;
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': this.#userAgent,
      ...signatureHeaders(endpoint.secrets, { id: event.id, at, body }),
    };
    const request = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n');
    try {
      const answer = await this.#requests.send({ method: 'POST', url: endpoint.url.reveal(), headers, body, signal });
      const { status, text } = answer;
      const exchange = { request, status, answer: text.slice(0, keptCharacters) };
      return judge(exchange, status, retryAfterMs(answer.headers['retry-after'], at));
    } catch (error) {
      if (!(error instanceof NoAnswerError) && !isRefusal(error)) throw error;
      const exchange = { request, status: null, answer: error.message };
      return { kind: 'failed', exchange, retryAfterMs: null, holdsAll: false };
    }
  }
}

function judge(exchange: Exchange, status: number, wait: number | null): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', exchange };
  if (status === 410) return { kind: 'gone', exchange, reason: 'The receiver answered 410 (Gone).' };
  return { kind: 'failed', exchange, retryAfterMs: wait, holdsAll: status === 429 || status === 503 };
}

/** A longer wait than this is not granted: the event would be set aside for it. */
const maxWaitMs = 6 * 3_600_000;

/**
 * Returns the wait that a `Retry-After` header asks for, in milliseconds: seconds, or an HTTP date
 * (https://www.rfc-editor.org/rfc/rfc9110#field.retry-after). Null when there is none that can be understood.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(maxWaitMs, Math.max(0, Math.ceil(ms)));
}

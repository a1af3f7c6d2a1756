import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import { networkOf } from '../../lib/network.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { ApiKey, ApiKeys } from './keys.ts';
import type { ApiRoute } from './route.ts';

const maxKeyLength = 200;

/**
 * Returns the key of a request, and counts the request; null for a public route without one. Never in the URL, where logs
 * would keep it.
 * @throws Refusal `too-many-requests`, `no-session` without a valid key, `forbidden` for one without the scope
 */
export function requireKey(
  { keys, limit, addressOf, clock }: KeyNeeds,
  access: ApiRoute['access'],
  request: FastifyRequest,
): ApiKey | null {
  const sent = sentKey(request);
  const key = sent === null ? null : keys.find(sent);
  limit.count(key, addressOf(request), clock.now());
  if (sent === null) {
    if (access === 'public') return null;
    throw new Refusal('no-session', {
      message: 'Send an API key: `Authorization: Bearer` and the key, or `X-API-Key`.',
    });
  }
  if (key === null) throw new Refusal('no-session', { message: 'This API key is unknown, revoked or has ended.' });
  if (access !== 'public' && !key.scopes.includes(access))
    throw new Refusal('forbidden', { message: `This API key does not have the scope ${access}.` });
  return key;
}

/** What `requireKey` needs. */
export interface KeyNeeds {
  readonly keys: ApiKeys;
  readonly limit: ApiLimit;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly clock: Clock;
}

function sentKey({ headers }: FastifyRequest): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const sent = bearer ?? headers['x-api-key'];
  return typeof sent === 'string' && sent !== '' ? sent.slice(0, maxKeyLength) : null;
}

/** Requests of one key, or of one network without a valid key, in ten seconds. */
const windowMs = 10_000;
const perKey = 200;
const perNetwork = 50;
const maxCounted = 10_000;

/** Counts requests, so that no program and no visitor takes the server for itself. */
export class ApiLimit {
  readonly #counts = new Map<string, number>();
  #until = 0;

  /** @throws Refusal `too-many-requests` */
  count(key: ApiKey | null, address: string, now: number): void {
    if (now >= this.#until || this.#counts.size > maxCounted) {
      this.#counts.clear();
      this.#until = now + windowMs;
    }
    const who = key === null ? `network ${networkOf(address)}` : `key ${key.id}`;
    const count = (this.#counts.get(who) ?? 0) + 1;
    this.#counts.set(who, count);
    if (count <= (key === null ? perNetwork : perKey)) return;
    const retryAfterS = Math.max(1, Math.ceil((this.#until - now) / 1_000));
    throw new Refusal('too-many-requests', {
      message: `Too many requests. Try again in ${retryAfterS} s.`,
      retryAfterS,
    });
  }
}

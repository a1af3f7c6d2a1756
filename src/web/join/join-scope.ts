import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal, type RefusalCode } from '../../tracking/refusals.ts';
import type { TextKey } from '../browser/wording.js';
import type { WebParts } from '../parts.ts';
import type { Page } from '../views.ts';
import type { JoinHost } from './join-host.ts';
import type { JoinLimit } from './join-limit.ts';
import type { Letters } from './letters.ts';

/** Forms that are sent without a session. */
export const stranger = { config: { form: 'stranger' } } as const;

/** What the pages of registration and of passwords share. */
export interface JoinScope {
  readonly scope: FastifyInstance;
  readonly parts: WebParts;
  readonly host: JoinHost;
  readonly limit: JoinLimit;
  /** Null where pilots get no mail. */
  readonly letters: Letters | null;
  show(request: FastifyRequest, reply: FastifyReply, page: JoinPage): FastifyReply;
}

export interface JoinPage extends Pick<Page, 'status' | 'data'> {
  readonly titleKey: TextKey;
  /** Template in this folder. */
  readonly view: 'join' | 'note' | 'confirm' | 'forgotten' | 'password';
}

const problems: Partial<Record<RefusalCode, { readonly problem: TextKey; readonly status: number }>> = {
  forbidden: { problem: 'join.closed', status: 403 },
  invalid: { problem: 'join.bad-invitation', status: 422 },
  'login-throttled': { problem: 'join.too-many', status: 429 },
  'server-busy': { problem: 'join.too-many', status: 503 },
  'too-many-requests': { problem: 'join.too-many', status: 429 },
};

/** Returns what a page says of this refusal, with the header that says when to try again; null for other errors. */
export function failedBy(error: unknown, reply: FastifyReply) {
  if (!isRefusal(error)) return null;
  const known = problems[error.code];
  if (known === undefined) return null;
  const seconds = error.detail.retryAfterS ?? 30;
  if (known.status === 429 || known.status === 503) void reply.header('retry-after', String(seconds));
  return { ...known, values: { count: Math.ceil(seconds / 60) } };
}

export function keyOf(request: FastifyRequest): string {
  const { key } = request.query as { key?: unknown };
  return typeof key === 'string' ? key.slice(0, 200) : '';
}

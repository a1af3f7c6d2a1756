import type { FastifyReply, FastifyRequest } from 'fastify';
import { openBodyBytes } from '../http/body.ts';
import { refusalAnswers } from '../http/refusal-answers.ts';
import { isRefusal, type Refusal, type RefusalCode } from '../tracking/refusals.ts';
import type { TextKey } from './browser/wording.js';
import { safeHeaders } from './headers.ts';
import type { WebParts } from './parts.ts';
import { rootOf } from './place.ts';
import type { Views } from './views.ts';
import { translate } from './visitor/sentences.ts';
import { visitorOf } from './visitor/visitor.ts';

/** Titles of error pages. */
const titles: Partial<Record<RefusalCode, TextKey>> = {
  'not-found': 'error.not-found',
  'flight-not-found': 'error.no-flight',
  forbidden: 'error.not-allowed',
  'no-session': 'error.sign-in-first',
  invalid: 'error.invalid',
  'too-large': 'error.too-large',
  'too-many-requests': 'error.too-many',
  'crew-center-unavailable': 'error.no-crew-center',
  'server-busy': 'error.busy',
  'shutting-down': 'error.away',
  'journal-full': 'error.of-server',
  'data-damaged': 'error.of-server',
};

interface Shown {
  readonly titleKey: TextKey;
  readonly status: number;
  readonly message: string;
  /** Whether the message is English on a page that is not. */
  readonly isEnglish?: boolean;
  readonly needsSignIn?: boolean;
}

/** Shows that nothing is served at this address. */
export function showNoPage(views: Views, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = visitorOf(request).wording.say('error.no-page-here');
  return show(views, request, reply, { titleKey: 'error.no-page', status: 404, message });
}

/** Shows what became of a request that failed, in the visitor's language; who has to sign in first is led there, and back. */
export function showError(
  parts: Pick<WebParts, 'access' | 'onError'>,
  views: Views,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // A request that failed before our hooks ran has no headers yet.
  void reply.headers(safeHeaders);
  if (isRefusal(error, 'no-session') && (request.method === 'GET' || request.method === 'HEAD')) {
    const to = request.url.replace(/^\/tracker\//, '').replace(/\?.*$/, '');
    return reply.redirect(`${rootOf(request)}operator/sign-in?to=${encodeURIComponent(to)}`, 303);
  }
  if (isRefusal(error)) {
    const { retryAfterS } = error.detail;
    if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS));
    return show(views, request, reply, shownOf(parts, error, request));
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) {
    const message = visitorOf(request).wording.say('error.not-understood');
    return show(views, request, reply, { titleKey: 'error.bad-request', status, message });
  }
  parts.onError(error);
  return show(views, request, reply, {
    titleKey: 'error.of-server',
    status,
    message: visitorOf(request).wording.say('error.see-log'),
  });
}

function shownOf({ access }: Pick<WebParts, 'access'>, { code, detail }: Refusal, request: FastifyRequest): Shown {
  const { wording } = visitorOf(request);
  const page = { titleKey: titles[code] ?? 'error.refused', status: refusalAnswers[code].status } as const;
  if (code === 'too-large') {
    const limit = request.routeOptions.bodyLimit ?? openBodyBytes;
    const size = sizeText(access.isSignedIn(request) ? limit : Math.min(limit, openBodyBytes));
    return { ...page, message: wording.say('error.at-most', { size }) };
  }
  const message = translate(wording, detail.message);
  const isEnglish = wording.lang !== 'en' && message === detail.message;
  return { ...page, message, isEnglish, needsSignIn: code === 'no-session' };
}

/** Returns `8 MB`, `64 KB`: a limit of a body, which is whole. */
function sizeText(bytes: number): string {
  return bytes >= 1 << 20 ? `${bytes >> 20} MB` : `${bytes >> 10} KB`;
}

function show(
  views: Views,
  request: FastifyRequest,
  reply: FastifyReply,
  { titleKey, status, ...data }: Shown,
): FastifyReply {
  return views.send(request, reply, {
    titleKey,
    view: 'message',
    styles: ['message.css'],
    status,
    isTranslated: true,
    data,
  });
}

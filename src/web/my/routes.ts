import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import { rootOf } from '../place.ts';
import type { Views } from '../views.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { registerBook } from './book/routes.ts';
import { registerDevices } from './devices.ts';
import { registerFlights } from './flights.ts';
import { registerLogbook } from './logbook.ts';
import { myScope } from './my-pages.ts';
import { registerPrivacy } from './privacy.ts';
import { refusedText } from './refused.ts';
import { registerSignIn } from './sign-in.ts';
import { registerStatistics } from './statistics.ts';

/** Registers the pages of pilots, below `/tracker/my`. */
export function registerMy(parent: FastifyInstance, parts: WebParts, views: Views): void {
  void parent.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => showRefusal(views, error, request, reply));
    registerSignIn(scope, parts, views);
    registerPages(scope, parts, views);
  });
}

/** Those of a pilot who is signed in. */
function registerPages(parent: FastifyInstance, parts: WebParts, views: Views): void {
  void parent.register(async (scope) => {
    // Before the body is read: bodies of requests without a session are not read.
    scope.addHook('onRequest', async (request) => void parts.pilots.require(request));
    const my = myScope(scope, parts, views);
    registerFlights(my);
    registerLogbook(my);
    registerBook(my);
    registerStatistics(my);
    registerDevices(my);
    registerPrivacy(my);
  });
}

/** Says a refusal in the visitor's language; who is not signed in is led to the sign-in, and back. */
function showRefusal(views: Views, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // What is too large is said as on every page.
  if (!isRefusal(error) || error.code === 'too-large') throw error;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && (error.code === 'no-session' || error.code === 'session-expired')) {
    const to = request.url.replace(/^\/tracker\//, '').replace(/\?.*$/, '');
    return reply.redirect(`${rootOf(request)}my/sign-in?to=${encodeURIComponent(to)}`, 303);
  }
  const { text, status, retryAfterS } = refusedText(error, visitorOf(request));
  if (retryAfterS !== null) void reply.header('retry-after', String(retryAfterS));
  return views.send(request, reply, {
    title: 'Refused',
    titleKey: 'refused.title',
    view: 'my/problem',
    isTranslated: true,
    status,
    data: { problem: text },
  });
}

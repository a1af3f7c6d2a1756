import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../tracking/calls.ts';
import type { WebParts } from '../parts.ts';
import type { Page, Views } from '../views.ts';

/** A form of a pilot who is signed in. */
export const pilotForm = { config: { form: 'pilot' } } as const;

/** What a page of pilots needs to be registered. */
export interface MyScope {
  readonly scope: FastifyInstance;
  readonly parts: WebParts;
  /** Returns the session of the pilot who sends this request. @throws Refusal as `Pilots.require` */
  pilotOf(request: FastifyRequest): Session;
  /** Sends a page in the visitor's language, with the menu of the pilot's pages; its forms carry `it.data.csrf`. */
  show(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply;
}

/** The pages in the menu. */
const own = [
  { path: 'my', text: 'my.flights' },
  { path: 'my/statistics', text: 'my.statistics' },
  { path: 'my/devices', text: 'my.devices' },
  { path: 'my/privacy', text: 'my.privacy' },
] as const;
const logbook = { path: 'my/logbook', text: 'log.title' } as const;
const book = { path: 'my/book', text: 'book.title' } as const;

export function myScope(scope: FastifyInstance, parts: WebParts, views: Views): MyScope {
  const { pilots } = parts;
  const [first, ...others] = own;
  const hasLogbook = parts.logbook !== null || parts.findLogbook !== null;
  const menu = [first, ...(hasLogbook ? [logbook] : []), ...others, ...(parts.booking === null ? [] : [book])];
  const pilotOf = (request: FastifyRequest) => pilots.require(request);
  return {
    scope,
    parts,
    pilotOf,
    show(request, reply, page) {
      const { pilot } = pilotOf(request);
      const data = { ...page.data, pilot, menu, csrf: pilots.formToken(request) };
      const styles = ['operator/operator.css', 'my/my.css', ...(page.styles ?? [])];
      return views.send(request, reply, { ...page, isTranslated: true, styles, data });
    },
  };
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebParts } from '../parts.ts';
import type { Page } from '../views.ts';

/** What an operator page needs to be registered. */
export interface OperatorScope {
  readonly scope: FastifyInstance;
  readonly parts: WebParts;
  show(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply;
}

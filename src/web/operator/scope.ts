import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebParts } from '../parts.ts';
import type { Page } from '../views.ts';

/** What one of the operator's pages needs of whoever registers it. */
export interface OperatorScope {
  readonly scope: FastifyInstance;
  readonly parts: WebParts;
  show(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply;
}

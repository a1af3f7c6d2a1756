import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Origin } from './origin.ts';

const key = 'trackerOrigin';
type WithOrigin = { [key]: Origin };

/** Gives every request of this instance a place for its origin. */
export function decorateOrigin(fastify: FastifyInstance): void {
  fastify.decorateRequest(key, null);
}

export function setOrigin(request: FastifyRequest, origin: Origin): void {
  (request as unknown as WithOrigin)[key] = origin;
}

/** Where the request comes from; known from the first hook on. */
export function originOf(request: FastifyRequest): Origin {
  return (request as unknown as WithOrigin)[key];
}

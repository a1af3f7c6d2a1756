import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Origin } from './origin.ts';

const key = 'trackerOrigin';
type WithOrigin = { [key]: Origin };

/** Adds a property for the origin to every request of this instance. */
export function decorateOrigin(fastify: FastifyInstance): void {
  fastify.decorateRequest(key, null);
}

export function setOrigin(request: FastifyRequest, origin: Origin): void {
  (request as unknown as WithOrigin)[key] = origin;
}

/** Returns where the request comes from; set by the first hook. */
export function originOf(request: FastifyRequest): Origin {
  return (request as unknown as WithOrigin)[key];
}

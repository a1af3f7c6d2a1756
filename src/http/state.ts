import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Origin } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trackerOrigin: Origin | null;
  }
}

/** Adds a property for the origin to every request of this instance. */
export function decorateOrigin(fastify: FastifyInstance): void {
  fastify.decorateRequest('trackerOrigin', null);
}

export function setOrigin(request: FastifyRequest, origin: Origin): void {
  request.trackerOrigin = origin;
}

/** Returns where the request comes from; set by the first hook. */
export function originOf(request: FastifyRequest): Origin {
  if (request.trackerOrigin === null) throw new Error('a request whose origin nobody set');
  return request.trackerOrigin;
}

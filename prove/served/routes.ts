import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** A route as the web framework has it: `POST`, `/tracker/operator/outbox/:id/retry`. */
export interface ServedRoute {
  readonly method: string;
  readonly url: string;
}

/**
 * Returns the list into which every route goes that the next server of this process registers, so that none can be
 * forgotten. `atFirst` may add routes of its own, before the server's.
 */
export function collectRoutes(atFirst: (fastify: FastifyInstance) => void = () => {}): readonly ServedRoute[] {
  const routes: ServedRoute[] = [];
  const begin = (message: unknown) => {
    unsubscribe('fastify.initialization', begin);
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of Array.isArray(method) ? method : [method]) routes.push({ method: each, url });
    });
    atFirst(fastify);
  };
  subscribe('fastify.initialization', begin);
  return routes;
}

import Fastify from 'fastify';
import { type ListenTarget, listenOn } from '../../http/listen.ts';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` on an address of its own, which is not for the public. */
export async function serveMetrics(metrics: Metrics, target: ListenTarget): Promise<AsyncDisposable> {
  const fastify = Fastify({ logger: false });
  fastify.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()));
  await listenOn(fastify, target);
  return { [Symbol.asyncDispose]: () => fastify.close() };
}

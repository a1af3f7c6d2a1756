import type { FastifyInstance } from 'fastify';
import { type Health, isDown } from './health.ts';

/**
 * Adds `/healthz` (the process serves) and `/readyz` (what is wrong, 503 when it cannot do its work), and both below `/tracker` for sites
 * where PHP passes that path on. For load balancers
 * and monitors: both are answered without https too, and hold nothing that a stranger may not read.
 */
export function addHealthRoutes(fastify: FastifyInstance, health: Health): void {
  for (const above of ['', '/tracker']) addBelow(fastify, health, above);
}

function addBelow(fastify: FastifyInstance, health: Health, above: string): void {
  const options = { config: { isForMonitors: true } };
  fastify.get(`${above}/healthz`, options, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  fastify.get(`${above}/readyz`, options, async (_request, reply) => {
    const conditions = await health.conditions();
    const isReady = !conditions.some(isDown);
    const status = conditions.length === 0 ? 'ready' : isReady ? 'degraded' : 'down';
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status,
        conditions: conditions.map(({ code, message, since }) => ({
          code,
          message,
          since: new Date(since).toISOString(),
        })),
      });
  });
}

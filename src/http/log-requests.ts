import type { FastifyInstance } from 'fastify';

type Level = 'info' | 'debug';
type Log = Readonly<Record<Level, (details: object, message: string) => void>>;

/** Logs each request once it is answered: its path without the query, which may hold secrets. */
export function logRequests(fastify: FastifyInstance, logger: Log, level: Level): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    logger[level](
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms,
      },
      'request',
    );
    done();
  });
}

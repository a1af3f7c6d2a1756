import type { FastifyInstance } from 'fastify';

type Level = 'info' | 'debug';
type Logger = Readonly<Record<Level, (details: object, message: string) => void>>;

/** A request that was answered. */
export interface AnsweredRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
}

/** Logs an answered request: its path without the query, which may hold secrets. */
export type RequestLog = (request: AnsweredRequest, status: number, ms: number) => void;

export function createRequestLog(logger: Logger, level: Level): RequestLog {
  return ({ id, method, url }, status, ms) => {
    const [path] = url.split('?', 1);
    logger[level]({ requestId: id, method, path, status, ms: Math.round(ms * 10) / 10 }, 'request');
  };
}

/** Logs each request that the framework answers. */
export function logRequests(fastify: FastifyInstance, log: RequestLog): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    log(request, reply.statusCode, reply.elapsedTime);
    done();
  });
}

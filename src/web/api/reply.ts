import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalAnswers } from '../../http/refusal-answers.ts';
import { acceptsGzip } from '../../http/reply.ts';
import { etagOf, hasTag } from '../../lib/etag.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { sendExport } from '../flight/export/send-export.ts';
import type { ApiAnswer } from './route.ts';

const gzipFrom = 1_400;

/** Sends a document with its ETag, compressed if the program accepts it; 304 if it has this one already. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  answer: ApiAnswer,
): FastifyReply {
  const { text, fileName } = answer;
  const etag = typeof text === 'string' ? etagOf(text) : text.etag;
  void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding, authorization, x-api-key, origin' });
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (typeof text !== 'string') return sendExport(request, reply, text);
  if (fileName !== undefined) void reply.header('content-disposition', `attachment; filename="${fileName}"`);
  void reply.type(answer.type ?? type);
  if (text.length < gzipFrom || !acceptsGzip(request.headers['accept-encoding'])) return reply.send(text);
  gzip(text, (error, bytes) => {
    if (error === null) void reply.header('content-encoding', 'gzip').send(bytes);
    else void reply.send(text);
  });
  return reply;
}

/** Sends what went wrong as JSON: the pages' error handler would send a page. */
export function sendError(onError: (error: unknown) => void, error: unknown, reply: FastifyReply): FastifyReply {
  if (isRefusal(error)) {
    const { message, fields, retryAfterS } = error.detail;
    if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS));
    const status = refusalAnswers[error.code].status;
    if (status === 401) void reply.header('www-authenticate', 'Bearer realm="Tracker API"');
    const body = { error: { code: error.code, message, ...(fields === undefined ? {} : { fields }) } };
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) onError(error);
  const message = status >= 500 ? 'Something went wrong on the server. See its log for details.' : 'Bad request.';
  const body = { error: { code: status >= 500 ? 'internal' : 'malformed', message } };
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { type HttpReply, type HttpRequest, knownHead } from './exchange.ts';

/** Minimum length, in characters, at which gzip is worth its cost. */
const gzipFrom = 1400;

/** Headers of every response of a contract. CORS without credentials: pages send tokens in headers that they set. */
const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
} as const;

const jsonType = 'application/json; charset=utf-8';
const jsonHead = knownHead({ ...commonHeaders, 'content-type': jsonType });

/** Sends a JSON response. Short ones, such as those to positions, bypass compression. */
export function sendJson(request: HttpRequest, reply: HttpReply, status: number, text: string): void {
  if (text.length < gzipFrom) reply.sendShort(status, jsonHead, request.id, text);
  else sendText(request, reply, { status, contentType: jsonType, text });
}

/** Sends text, compressed if the client accepts gzip and it is long enough. `headers` override the common ones. */
export function sendText(
  request: HttpRequest,
  reply: HttpReply,
  answer: {
    readonly status: number;
    readonly contentType: string;
    /** Bytes are compressed already. */
    readonly text: string | Uint8Array;
    readonly headers?: Readonly<Record<string, string>>;
  },
): void {
  const { status, contentType, text } = answer;
  const headers = { ...commonHeaders, 'content-type': contentType, 'x-request-id': request.id, ...answer.headers };
  if (typeof text !== 'string' || text.length < gzipFrom) {
    reply.sendWhole(status, headers, text);
    return;
  }
  const varying = { ...headers, vary: 'accept-encoding' };
  if (!acceptsGzip(request.headers['accept-encoding'])) {
    reply.sendWhole(status, varying, text);
    return;
  }
  gzip(text, (error, bytes) => {
    if (error === null) reply.sendWhole(status, { ...varying, 'content-encoding': 'gzip' }, bytes);
    else reply.sendWhole(status, varying, text);
  });
}

/** Returns whether `Accept-Encoding` lists gzip with a quality other than 0. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  return String(header)
    .split(',')
    .some((part) => /^\s*(?:x-)?gzip\s*(?:;\s*q\s*=\s*(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(part));
}

/** Responds to a preflight: which methods and headers a page may send, and no credentials. */
export function sendPreflight(
  reply: FastifyReply,
  allowed: { readonly status: number; readonly methods: readonly string[]; readonly headers: string },
): void {
  const methods = allowed.methods.join(', ');
  reply
    .code(allowed.status)
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': allowed.headers,
      'access-control-max-age': '86400',
      allow: methods,
    })
    .send();
}

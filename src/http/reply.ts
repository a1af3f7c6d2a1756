import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Minimum length, in characters, at which gzip is worth its cost. */
const gzipFrom = 1400;

/** Headers of every response of a contract. CORS without credentials: pages send tokens in headers that they set. */
const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
} as const;

const jsonHeaders = { ...commonHeaders, 'content-type': 'application/json; charset=utf-8' } as const;
const jsonLines = Object.entries(jsonHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** A reply that takes its headers as lines of text, each with its end: no object is made of them. */
export interface TextReply {
  /** @param isAscii - whether the body is */
  writeText(status: number, lines: string, body: string, isAscii: boolean): void;
}

function isTextReply(raw: object): raw is TextReply {
  return 'writeText' in raw;
}

/** Sends a JSON response. Short ones, such as those to positions, bypass compression. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, status: number, text: string): void {
  if (text.length >= gzipFrom) {
    sendText(request, reply, { status, contentType: jsonHeaders['content-type'], text });
    return;
  }
  reply.hijack();
  const { raw } = reply;
  const bytes = Buffer.byteLength(text);
  if (isTextReply(raw)) {
    const lines = `${jsonLines}x-request-id: ${request.id}\r\ncontent-length: ${bytes}\r\n`;
    raw.writeText(status, lines, text, bytes === text.length);
    return;
  }
  raw.writeHead(status, { ...jsonHeaders, 'x-request-id': request.id, 'content-length': bytes });
  raw.end(text);
}

/** Sends text, compressed if the client accepts gzip and it is long enough. `headers` override the common ones. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: {
    readonly status: number;
    readonly contentType: string;
    /** Bytes are compressed already. */
    readonly text: string | Uint8Array;
    readonly headers?: Readonly<Record<string, string>>;
  },
): void {
  const { text } = answer;
  reply.code(answer.status).headers(commonHeaders).header('content-type', answer.contentType);
  reply.header('x-request-id', request.id);
  if (answer.headers !== undefined) reply.headers(answer.headers);
  if (typeof text !== 'string' || text.length < gzipFrom) return void reply.send(text);
  reply.header('vary', 'accept-encoding');
  if (!acceptsGzip(request.headers['accept-encoding'])) return void reply.send(text);
  gzip(text, (error, bytes) => {
    if (error === null) reply.header('content-encoding', 'gzip').send(bytes);
    else reply.send(text);
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

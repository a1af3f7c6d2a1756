import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendText } from '../http/reply.ts';
import type { Logger } from '../lib/log.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { Contract } from './contract.ts';

/**
 * Answers a request with what went wrong: a refusal in the contract's own words, or, for a bug, 500 with a body that says
 * nothing; the bug is logged once, with the request's id.
 */
export function createRefuser(parts: { readonly logger: Logger; readonly isDraining: () => boolean }) {
  return (contract: Contract, error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = asRefusal(error);
    if (refusal === null) {
      const [path] = request.url.split('?', 1);
      parts.logger.error({ requestId: request.id, method: request.method, path, err: error }, 'unexpected error');
    }
    if (reply.sent) return;
    if (refusal === null) {
      sendBug(contract, request, reply);
      return;
    }
    const wire = contract.refusals[refusal.code];
    const { contentType, body } = contract.encodeRefusal(refusal, wire);
    const headers = refusalHeaders(refusal, wire.status);
    if (parts.isDraining()) headers.connection = 'close';
    sendText(request, reply, { status: wire.status, contentType, text: JSON.stringify(body), headers });
  };
}

function refusalHeaders(refusal: Refusal, status: number): Record<string, string> {
  const headers: Record<string, string> = {};
  const retryAfterS = refusal.detail.retryAfterS ?? (status === 503 ? 5 : status === 429 ? 1 : null);
  if (retryAfterS !== null) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterS)));
  if (retryAfterS !== null) headers['access-control-expose-headers'] = 'Retry-After, X-Request-Id';
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="tracker"';
  return headers;
}

function sendBug(contract: Contract, request: FastifyRequest, reply: FastifyReply): void {
  const body = contract.encodeBug(`Something went wrong here. Quote ${request.id} to the crew center's staff.`);
  const text = JSON.stringify(body);
  sendText(request, reply, { status: 500, contentType: 'application/json; charset=utf-8', text });
}

/** Refusals, and what Fastify and Node say of a request that cannot be read; null for anything else. */
function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal('too-large', {
      message: 'The body is too large; `limits` in the status says how large it may be.',
    });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('not-json', { message: 'Send the body as application/json.' });
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Refusal('malformed', { message: 'The request could not be read; send it again, whole.' });
  }
  return null;
}

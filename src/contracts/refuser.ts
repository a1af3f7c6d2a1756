import type { HttpReply, HttpRequest } from '../http/exchange.ts';
import { sendText } from '../http/reply.ts';
import type { Logger } from '../lib/log.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { Contract } from './contract.ts';

export interface RefuserParts {
  readonly logger: Logger;
  readonly isDraining: () => boolean;
  /** Is notified of each, with the code of the refusal; `internal` for a bug. */
  readonly onRefused?: ((contract: Contract, code: string, request: HttpRequest) => void) | undefined;
}

/**
 * Sends the response to a failed request: a refusal as the contract encodes it or, for a bug, 500 with a body that reveals
 * nothing. A bug is logged once, with the request's id.
 */
export function createRefuser(parts: RefuserParts) {
  return (contract: Contract, error: unknown, request: HttpRequest, reply: HttpReply): void => {
    const refusal = asRefusal(error);
    if (refusal === null) {
      const [path] = request.url.split('?', 1);
      parts.logger.error({ requestId: request.id, method: request.method, path, err: error }, 'unexpected error');
    }
    parts.onRefused?.(contract, refusal?.code ?? 'internal', request);
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

function sendBug(contract: Contract, request: HttpRequest, reply: HttpReply): void {
  const body = contract.encodeBug(
    `Internal server error. Report it to the crew center's staff with the id ${request.id}.`,
  );
  const text = JSON.stringify(body);
  sendText(request, reply, { status: 500, contentType: 'application/json; charset=utf-8', text });
}

/** Returns the refusal for an error: itself, or one for Fastify's and Node's errors of unreadable requests; null for others. */
function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal('too-large', {
      message: 'The body is too large. See `limits` in the status for the maximum.',
    });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('not-json', { message: 'Send the body as application/json.' });
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Refusal('malformed', { message: 'The request is incomplete or invalid. Send it again.' });
  }
  return null;
}

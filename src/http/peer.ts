import type { FastifyRequest } from 'fastify';
import type { Peer } from './origin.ts';

/** Returns the request as received, before any of it is trusted. */
export function peerOf(request: FastifyRequest, nonce: string | null): Peer {
  const { socket, headers, httpVersion } = request.raw;
  const address = socket.remoteAddress ?? 'unix:';
  const isTls = (socket as { encrypted?: boolean }).encrypted === true;
  return {
    address,
    isTls,
    headers,
    method: request.method,
    target: request.originalUrl,
    nonce,
    isHttp10: httpVersion === '1.0',
  };
}

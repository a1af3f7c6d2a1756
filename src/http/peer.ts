import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Peer } from './origin.ts';

/** The head of a request, as it was sent. */
export interface SentHead {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** 1.1 where it is not said. */
  readonly httpVersion?: string;
}

/** Returns the request as received, before any of it is trusted. */
export function peerOf(socket: Socket, head: SentHead, nonce: string | null): Peer {
  const { method, target, headers, httpVersion } = head;
  const address = socket.remoteAddress ?? 'unix:';
  const isTls = (socket as { encrypted?: boolean }).encrypted === true;
  return { address, isTls, headers, method, target, nonce, isHttp10: httpVersion === '1.0' };
}

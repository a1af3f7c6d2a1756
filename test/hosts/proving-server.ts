import type { IncomingMessage, ServerResponse } from 'node:http';
import { whereReached } from '../../src/http/edge-door.ts';
import { helloHeader, proofHeader, proofOf, readHello } from '../../src/platform/site/edge-proof.ts';
import type { EdgeKeys } from '../../src/platform/site/edge-signature.ts';

export const serverNonce = 'fedcba9876543210fedcba9876543210';

/**
 * Answers an edge's greeting as the server does, always with the same nonce; false for any other request.
 * @param keys - null stands for a server of before, which does not know the question
 * @param where - for a stranger who passes the question on to the real server
 * @param status - 503 of one that would refuse every request
 */
export function answerHello(
  request: IncomingMessage,
  response: ServerResponse,
  keys: EdgeKeys | null,
  where = whereReached(request),
  status = 200,
): boolean {
  const hello = readHello(request.headers[helloHeader]);
  if (hello === null) return false;
  const key = keys?.byKind[hello.kind];
  if (key !== undefined) response.setHeader(proofHeader, proofOf(key, hello, serverNonce, where));
  const text = JSON.stringify({ success: true, version: '1.1.9' });
  response.writeHead(status, { 'Content-Length': text.length }).end(text);
  return true;
}

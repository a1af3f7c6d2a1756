import { createHash, randomBytes } from 'node:crypto';
import type { Secret } from '../../lib/secret.ts';
import { sign } from './edge-signature.ts';

/**
 * Header of a call that the server makes to its edge: `<seconds since 1970> <nonce> <HMAC-SHA256, hex>`. It holds for this body, for
 * some minutes, and once.
 */
export const callHeader = 'X-Tracker-Call';

/** Signs a call to the edge. @param now - in milliseconds */
export function signCall(key: Secret, body: string, now: number): string {
  const nonce = randomBytes(16).toString('hex');
  const seconds = Math.floor(now / 1_000);
  const digest = createHash('sha256').update(body).digest('hex');
  return `${seconds} ${nonce} ${sign(key, 'call', `${seconds}\n${nonce}\n${digest}`)}`;
}

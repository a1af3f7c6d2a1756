import type { Secret } from '../../lib/secret.ts';
import { type EdgeKeys, type KeyKind, sign } from './edge-signature.ts';

/**
 * How the server proves itself. The edge's first request on a connection carries `X-Tracker-Hello: <kind of key> <nonce>`.
 * The answer's `X-Tracker-Proof: <server's nonce> <where> <HMAC>` covers both nonces and where the server was reached, so
 * that a stranger who took over an address cannot pass the question on to the real server. What is secret is sent only then,
 * on the same connection, and holds the server's nonce.
 */
export const helloHeader = 'x-tracker-hello';
export const proofHeader = 'x-tracker-proof';
/** Carries a nonce; the answer carries its HMAC: so `install` knows whose server answers behind a site. */
export const identityHeader = 'x-tracker-identity';

const nonceForm = /^[0-9a-f]{32}$/;

export interface Hello {
  readonly kind: KeyKind;
  readonly nonce: string;
}

export function readHello(header: string | string[] | undefined): Hello | null {
  if (typeof header !== 'string') return null;
  const [kind = '', nonce = ''] = header.split(' ');
  const isKind = kind === 'file' || kind === 'app' || kind === 'password';
  return isKind && nonceForm.test(nonce) ? { kind, nonce } : null;
}

/** `where`: `tcp:<port>` or `unix:<path>` on which the server was reached. */
export function proofOf(key: Secret, hello: Hello, serverNonce: string, where: string): string {
  return `${serverNonce} ${where} ${sign(key, 'proof', `${hello.nonce}\n${serverNonce}\n${where}`)}`;
}

/** Returns null for an invalid nonce, and if only a password could sign it, because strangers could guess it offline. */
export function identityOf({ byKind }: EdgeKeys, nonce: string | string[] | undefined): string | null {
  const key = byKind.file ?? byKind.app;
  if (key === undefined || typeof nonce !== 'string' || !nonceForm.test(nonce)) return null;
  return sign(key, 'identity', nonce);
}

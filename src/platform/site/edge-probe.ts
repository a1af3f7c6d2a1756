import { timingSafeEqual } from 'node:crypto';
import { identityOf } from './edge-proof.ts';
import { type EdgeKeys, sign } from './edge-signature.ts';

/** How a request arrived at the server, returned in the identity header to a client that proves to have the site's key. */
export interface Arrival {
  /** The client's address, as far as the server believes it. */
  readonly address: string;
  readonly isSecure: boolean;
  readonly isLocal: boolean;
  readonly viaEdge: boolean;
  readonly hasAuthorization: boolean;
  /** A header that names another client or scheme came along. */
  readonly hasForwarding: boolean;
  /** X-Forwarded-For as it came from the peer; null when it did not, or through the edge. */
  readonly forwardedFor: string | null;
}

export const maxWaitMs = 15_000;
const form = /^([0-9a-f]{32}) (\d{1,5}) ([0-9a-f]{64})$/;

/** The header's value: the server replies after `waitMs`. Null where the site has no key but a password. */
export function probeHeader(keys: EdgeKeys, nonce: string, waitMs: number): string | null {
  const signature = signatureOf(keys, nonce, waitMs);
  return signature === null ? null : `${nonce} ${waitMs} ${signature}`;
}

/** Null for what is no probe, or not of this site. */
export function readProbe(
  keys: EdgeKeys,
  header: string | string[] | undefined,
): { readonly nonce: string; readonly waitMs: number } | null {
  const [, nonce = '', wait = '', signature = ''] = typeof header === 'string' ? (form.exec(header) ?? []) : [];
  const expected = nonce === '' ? null : signatureOf(keys, nonce, Number(wait));
  if (expected === null || !timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return null;
  return { nonce, waitMs: Math.min(Number(wait), maxWaitMs) };
}

export function arrivalHeader(keys: EdgeKeys, nonce: string, arrival: Arrival): string {
  return `${identityOf(keys, nonce)} ${Buffer.from(JSON.stringify(arrival)).toString('base64url')}`;
}

/** Null for an answer that is not of this site's server. */
export function readArrival(keys: EdgeKeys, nonce: string, header: string | null): Arrival | null {
  const [identity, encoded = ''] = (header ?? '').split(' ');
  if (identity !== identityOf(keys, nonce)) return null;
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as Arrival;
  } catch {
    return null;
  }
}

function signatureOf({ byKind }: EdgeKeys, nonce: string, waitMs: number): string | null {
  const key = byKind.file ?? byKind.app;
  return key === undefined ? null : sign(key, 'check', `${nonce}\n${waitMs}`);
}

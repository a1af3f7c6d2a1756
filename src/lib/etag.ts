import { hash } from 'node:crypto';

/** `ETag`: by it a client that has this text already is recognised. */
export function etagOf(text: string): string {
  return `"${hash('sha256', text, 'hex').slice(0, 24)}"`;
}

/** @param sent - `If-None-Match`; a proxy that compresses marks the tag as weak */
export function hasTag(sent: string | undefined, etag: string): boolean {
  return sent?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) === true;
}

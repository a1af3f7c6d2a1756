import { hash, randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A new id of 16 letters and digits (95 bits of randomness), as crew centers use for their PIREPs. */
export function newId(): string {
  let id = '';
  while (id.length < 16) {
    for (const byte of randomBytes(24)) {
      if (byte < 248 && id.length < 16) id += alphabet[byte % 62];
    }
  }
  return id;
}

/** 256 bits of randomness, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, lower-case hex. */
export function digest(text: string): string {
  return hash('sha256', text, 'hex');
}

/** 128 bits of randomness for one use, in hex. */
export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

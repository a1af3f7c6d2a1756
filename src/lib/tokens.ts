import { hash, randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a new id of 16 letters and digits (95 random bits), as crew centers use for their PIREPs. */
export function newId(): string {
  let id = '';
  while (id.length < 16) {
    for (const byte of randomBytes(24)) {
      if (byte < 248 && id.length < 16) id += alphabet[byte % 62];
    }
  }
  return id;
}

/** Returns a token of 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 in lower-case hex. */
export function digest(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Returns a nonce of 128 random bits, in hex. */
export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

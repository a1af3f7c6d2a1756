import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** A public key of minisign: https://jedisct1.github.io/minisign/#signature-format */
export interface PublicKey {
  /** Eight bytes in hexadecimal, as minisign prints them: `FD7EF030E44C7604`. */
  readonly id: string;
  readonly key: KeyObject;
  /** One line of base64, as it is given on a command line. */
  readonly line: string;
}

/** What a signature says, believed only after `verifySignature`. */
export interface Signature {
  readonly keyId: string;
  readonly signature: Buffer;
  /** `timestamp:1712345678	file:version.json	version:0.2.0` */
  readonly trustedComment: string;
  readonly globalSignature: Buffer;
}

/** `Ed`, the algorithm of a key, and `ED`, a signature of the BLAKE2b digest of a file. */
const [ofKey, ofDigest] = ['Ed', 'ED'];

/** @param text - a line of base64, or a file of two lines. @returns null for what is no public key */
export function readPublicKey(text: string): PublicKey | null {
  const line = text.trim().split('\n').at(-1)?.trim() ?? '';
  const bytes = fromBase64(line);
  if (bytes?.length !== 42 || bytes.toString('latin1', 0, 2) !== ofKey) return null;
  const x = bytes.subarray(10).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return { id: keyIdOf(bytes.subarray(2, 10)), key, line };
}

/** @returns null for what is no signature of this format */
export function readSignature(text: string): Signature | null {
  const [untrusted, first, trusted, second, ...rest] = text.trimEnd().split('\n');
  const [bytes, globalSignature] = [fromBase64(first ?? ''), fromBase64(second ?? '')];
  const mark = 'trusted comment: ';
  const isWhole =
    untrusted?.startsWith('untrusted comment: ') &&
    trusted?.startsWith(mark) &&
    bytes?.length === 74 &&
    bytes.toString('latin1', 0, 2) === ofDigest &&
    globalSignature?.length === 64;
  if (!isWhole || trusted === undefined || rest.length > 0) return null;
  const [keyId, signature] = [keyIdOf(bytes.subarray(2, 10)), bytes.subarray(10)];
  return { keyId, signature, trustedComment: trusted.slice(mark.length), globalSignature };
}

/** Whether the owner of the key signed these bytes, and the trusted comment with them. */
export function verifySignature(bytes: Uint8Array, signed: Signature, { id, key }: PublicKey): boolean {
  const { keyId, signature, trustedComment, globalSignature } = signed;
  const both = Buffer.concat([signature, Buffer.from(trustedComment)]);
  return keyId === id && verify(null, digestOf(bytes), key, signature) && verify(null, both, key, globalSignature);
}

/** What is signed instead of the bytes. */
export function digestOf(bytes: Uint8Array): Buffer {
  return createHash('blake2b512').update(bytes).digest();
}

/** The eight bytes are a number whose lowest byte stands first. */
export function keyIdOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex').toUpperCase();
}

/** Null for what is no base64 in its one spelling: Node would skip what it does not know. */
function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

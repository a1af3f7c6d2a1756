import { type PublicKey, readPublicKey, readSignature, verifySignature } from '../../lib/minisign.ts';

/** A release that must not be used; the message is one sentence for the operator. */
export class UntrustedReleaseError extends Error {
  override readonly name = 'UntrustedReleaseError';
}

/** One file of a release, with the contents of the file `.minisig` beside it. */
export interface SignedFile {
  /** Its name in the release, which is signed with it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Null where it has none. */
  readonly signature: string | null;
}

/** What the owner of a key said of the file. */
export interface Signed {
  readonly version: string;
  readonly keyId: string;
}

/** The next key, signed by the one before: an entry of `handovers.json`. */
export interface Handover {
  /** One line of base64. */
  readonly publicKey: string;
  readonly signature: string;
}

/** What the signature of a handover says: no file of a release can be taken for one. */
export const handoverComment = 'va-tracker:next-key';

/** Known keys, and those that each of them handed over to, in one step or more. */
export function keysAfter(known: readonly PublicKey[], handovers: readonly Handover[]): readonly PublicKey[] {
  const keys = [...known];
  for (const { publicKey, signature } of handovers) {
    const [next, signed] = [readPublicKey(publicKey), readSignature(signature)];
    if (next === null || signed?.trustedComment !== handoverComment) continue;
    if (keys.some((key) => verifySignature(Buffer.from(publicKey), signed, key))) keys.push(next);
  }
  return keys;
}

/** @throws UntrustedReleaseError unless one of the keys signed this file under this name */
export function requireSigned({ name, bytes, signature }: SignedFile, keys: readonly PublicKey[]): Signed {
  if (keys.length === 0)
    throw new UntrustedReleaseError(
      `${name} cannot be verified: this build is unsigned and knows no key of releases; TRACKER_RELEASE_KEY names one.`,
    );
  if (signature === null)
    throw new UntrustedReleaseError(`${name} is not signed: there is no ${name}.minisig beside it.`);
  const signed = readSignature(signature);
  if (signed === null) throw new UntrustedReleaseError(`${name}.minisig is no signature in the format of minisign.`);
  const key = keys.find(({ id }) => id === signed.keyId);
  if (key === undefined)
    throw new UntrustedReleaseError(
      `${name} is signed by the key ${signed.keyId}, which is not known here; known: ${keys.map(({ id }) => id).join(', ')}.`,
    );
  if (!verifySignature(bytes, signed, key))
    throw new UntrustedReleaseError(`${name} or its signature was changed: the key ${key.id} did not sign it.`);
  return { ...readComment(name, signed.trustedComment), keyId: key.id };
}

function readComment(name: string, comment: string): Pick<Signed, 'version'> {
  const fields = new Map(comment.split('\t').map((field) => field.split(/:(.*)/s, 2) as [string, string]));
  if (fields.get('file') !== name)
    throw new UntrustedReleaseError(`${name} is another file: it was signed as ${fields.get('file') ?? 'no file'}.`);
  const version = fields.get('version');
  if (version === undefined) throw new UntrustedReleaseError(`${name} was signed without its version.`);
  return { version };
}

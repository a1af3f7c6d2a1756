import { type PublicKey, readPublicKey } from '../../lib/minisign.ts';
import { buildStamp } from '../../lib/version.ts';
import { type Release, readRelease } from './release.ts';
import {
  type Handover,
  keysAfter,
  requireSigned,
  type Signed,
  type SignedFile,
  UntrustedReleaseError,
} from './trust.ts';

/** Reads a file of a release, by its address or path. @returns null where there is none */
export type ReadFile = (address: string) => Promise<Uint8Array | null>;

/** The key that the operator named, or else those by which this build knows its releases. */
export function knownKeys(named: string | null): readonly PublicKey[] {
  const lines = named === null ? buildStamp().releaseKeys : [named];
  return lines.map(readPublicKey).filter((key) => key !== null);
}

/**
 * Reads the `version.json` of a release and what signs it.
 * @param address - of `version.json`; the other files lie beside it
 * @throws UntrustedReleaseError
 */
export async function findRelease(
  address: string,
  keys: readonly PublicKey[],
  read: ReadFile,
): Promise<Release & Pick<Signed, 'keyId'>> {
  const { file, signed } = await readSigned(address, keys, read);
  const release = readRelease(Buffer.from(file.bytes).toString());
  if (release.version !== signed.version)
    throw new UntrustedReleaseError(`${file.name} says ${release.version}, and was signed as ${signed.version}.`);
  return { ...release, keyId: signed.keyId };
}

/** Reads any file of a release, which must be signed. @throws UntrustedReleaseError */
export async function readSigned(
  address: string,
  known: readonly PublicKey[],
  read: ReadFile,
): Promise<{ readonly file: SignedFile; readonly signed: Signed }> {
  const name = address.split(/[?#]/)[0]?.split(/[/\\]/).at(-1) ?? '';
  const bytes = await read(address);
  if (bytes === null) throw new UntrustedReleaseError(`There is no ${address}.`);
  const signature = await read(`${address}.minisig`);
  const file = { name, bytes, signature: signature === null ? null : Buffer.from(signature).toString() };
  try {
    return { file, signed: requireSigned(file, known) };
  } catch (error) {
    // Of a key that came later, perhaps.
    const handovers = signature === null || known.length === 0 ? null : await read(beside(address, name));
    if (handovers === null) throw error;
    return { file, signed: requireSigned(file, keysAfter(known, readHandovers(Buffer.from(handovers).toString()))) };
  }
}

const beside = (address: string, name: string) => `${address.slice(0, address.lastIndexOf(name))}handovers.json`;

/** Those that have the right shape; whether they are believed is another question. */
export function readHandovers(text: string): readonly Handover[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isHandover) : [];
  } catch {
    return [];
  }
}

function isHandover(value: unknown): value is Handover {
  const { publicKey, signature } = (value ?? {}) as Partial<Record<keyof Handover, unknown>>;
  return typeof publicKey === 'string' && typeof signature === 'string';
}

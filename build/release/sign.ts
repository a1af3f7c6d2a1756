import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readPublicKey } from '../../src/lib/minisign.ts';
import { readHandovers } from '../../src/server/releases/find-release.ts';
import { type Handover, handoverComment } from '../../src/server/releases/trust.ts';
import { readSigningKey, type SigningKey, signatureOf } from './signing-key.ts';

/** Who signs a release. */
export interface Signer {
  /** Null: nobody. */
  readonly key: SigningKey | null;
  /** By which the build knows later releases. */
  readonly knownKeys: readonly string[];
  /** Of this release and of all before. */
  readonly handovers: readonly Handover[];
}

export interface SignerOptions {
  /** Path of the secret key. */
  readonly key?: string | undefined;
  /** Path of the `handovers.json` of the release before. */
  readonly handovers?: string | undefined;
  /** The next public key, or the path of its file. */
  readonly next?: string | undefined;
  /** Public keys, instead of a secret one. */
  readonly known?: readonly string[] | undefined;
}

/** @throws Error for a key that cannot be used */
export function readSigner({ key: path, handovers: earlier, next, known = [] }: SignerOptions): Signer {
  const key = path === undefined ? null : readSigningKey(path);
  if (key === null && next !== undefined) throw new Error('The next key is signed by the one of now: give --key too.');
  const handovers = [...(earlier === undefined ? [] : readHandovers(readFileSync(earlier, 'utf8')))];
  const nextKey = next === undefined ? null : lineOf(next);
  if (key !== null && nextKey !== null) handovers.push(handoverTo(nextKey, key));
  const own = key === null ? known.map(lineOf) : [key.publicKey.line];
  return { key, handovers, knownKeys: nextKey === null ? own : [...own, nextKey] };
}

/** The next key, signed by the one of now. */
export function handoverTo(publicKey: string, key: SigningKey): Handover {
  return { publicKey, signature: signatureOf(Buffer.from(publicKey), handoverComment, key) };
}

/**
 * The files of a release with their checksums and, where there is a key, their signatures.
 * @param mtime - in seconds
 */
export function signedFiles(
  made: ReadonlyMap<string, Uint8Array>,
  version: string,
  mtime: number,
  { key, handovers }: Signer,
): ReadonlyMap<string, Uint8Array> {
  const files = new Map([...made].toSorted());
  const sums = [...files].map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
  files.set('SHA256SUMS', Buffer.from(sums.join('')));
  if (key === null) return files;
  for (const [name, bytes] of [...files]) {
    const comment = `timestamp:${mtime}\tfile:${name}\tversion:${version}`;
    files.set(`${name}.minisig`, Buffer.from(signatureOf(bytes, comment, key)));
  }
  return files.set('handovers.json', Buffer.from(`${JSON.stringify(handovers, null, 2)}\n`));
}

function lineOf(keyOrFile: string): string {
  const key = readPublicKey(existsSync(keyOrFile) ? readFileSync(keyOrFile, 'utf8') : keyOrFile);
  if (key === null) throw new Error(`${keyOrFile} is no public key of minisign.`);
  return key.line;
}

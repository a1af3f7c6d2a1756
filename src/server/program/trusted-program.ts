import type { PublicKey } from '../../lib/minisign.ts';
import { packageVersion } from '../../lib/version.ts';
import { readHandovers } from '../releases/find-release.ts';
import { isNewer } from '../releases/release.ts';
import { keysAfter, requireSigned, UntrustedReleaseError } from '../releases/trust.ts';
import { PackedParts, readBeside, type UploadedProgram } from './packed-parts.ts';

/** A packed program that may take the place of this one, and who signed it. */
export interface TrustedProgram extends Disposable {
  readonly packed: PackedParts;
  readonly keyId: string;
}

/** `linux-x64`. */
export const thisSystem = `${process.platform}-${process.arch}`;

/**
 * Opens an uploaded program that a known key signed, that is whole, for this system, and neither this version nor an older one.
 * @throws UntrustedReleaseError
 */
export function openTrusted(
  uploaded: UploadedProgram,
  known: readonly PublicKey[],
  current = packageVersion(),
): TrustedProgram {
  using opened = new DisposableStack();
  const packed = opened.use(new PackedParts(uploaded));
  const { version, system } = packed.head;
  const { name } = uploaded;
  const signature = readBeside(uploaded, 'sig');
  const keys = keysAfter(known, readHandovers(readBeside(uploaded, 'keys') ?? '[]'));
  if (signature === null && keys.length > 0)
    throw new UntrustedReleaseError(`${name} is not signed: there is no ${name}.sig beside it.`);
  const signed = requireSigned({ name, bytes: packed.headBytes, signature }, keys);
  if (signed.version !== version || system !== name.slice('program-'.length))
    throw new UntrustedReleaseError(`${name} says ${version} for ${system}, and was signed as ${signed.version}.`);
  if (system !== thisSystem)
    throw new UntrustedReleaseError(`${name} is for ${system}, and this is ${thisSystem}: upload the other zip.`);
  if (version === current) throw new UntrustedReleaseError(`${name} is ${version}, which runs already.`);
  if (isNewer(current, version))
    throw new UntrustedReleaseError(
      `${name} is ${version}, older than this, ${current}. Only the version from before the last update can be returned to.`,
    );
  const parts = opened.move();
  return { packed, keyId: signed.keyId, [Symbol.dispose]: () => parts.dispose() };
}

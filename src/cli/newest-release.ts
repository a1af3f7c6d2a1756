import { readFileSync } from 'node:fs';
import { readBodyStart } from '../lib/body-start.ts';
import { isThere } from '../lib/is-there.ts';
import { printableInLine } from '../lib/printable.ts';
import { packageVersion } from '../lib/version.ts';
import { dataFormats } from '../server/data-formats.ts';
import { findRelease, knownKeys, readSigned } from '../server/releases/find-release.ts';
import { dataSentence, isNewer, type Release } from '../server/releases/release.ts';
import { UntrustedReleaseError } from '../server/releases/trust.ts';
import { CommandError, type CommandIo } from './command.ts';

const timeoutMs = 10_000;
/** Of what an address gives; a file of a release beside us may be as large as it is. */
const maxBytes = 1_048_576;

/** `upgrade --check`: verifies a file of a release, and says what it is to this version. */
export async function compareRelease(source: string, io: CommandIo): Promise<number> {
  try {
    const compared = await compare(source, io.config.releaseKey);
    if (io.json) io.out(JSON.stringify(compared));
    else for (const line of linesOf(compared)) io.out(line);
    return 0;
  } catch (error) {
    if (error instanceof UntrustedReleaseError) throw new CommandError(error.message);
    throw error;
  }
}

interface Compared {
  readonly current: string;
  readonly newest: string;
  readonly isNewer: boolean;
  /** Id of the key. */
  readonly signedBy: string;
  /** Null where the file is not the one that announces the release. */
  readonly release: Release | null;
}

async function compare(source: string, releaseKey: string | null): Promise<Compared> {
  const current = packageVersion();
  const keys = knownKeys(releaseKey);
  if (/(?:^|[/\\])version\.json$/.test(source)) {
    const { keyId: signedBy, ...release } = await findRelease(source, keys, readReleaseFile);
    return { current, newest: release.version, isNewer: isNewer(release.version, current), signedBy, release };
  }
  const { file, signed } = await readSigned(source, keys, readReleaseFile);
  requireFitting(file.name, signed.version, current);
  const isUpgrade = isNewer(signed.version, current);
  return { current, newest: signed.version, isNewer: isUpgrade, signedBy: signed.keyId, release: null };
}

/** @throws UntrustedReleaseError for what must not be installed here */
function requireFitting(name: string, version: string, current: string): void {
  const [platform, here] = [platformOf(name), `${process.platform.replace('win32', 'windows')}-${process.arch}`];
  if (platform !== null && platform !== here)
    throw new UntrustedReleaseError(`${name} is for ${platform}, and this is ${here}.`);
  if (isNewer(current, version))
    throw new UntrustedReleaseError(
      `${name} is ${version}, older than this, ${current}: docs/upgrading.md says how to go back.`,
    );
}

function linesOf({ current, newest, isNewer: isUpgrade, signedBy, release }: Compared): readonly string[] {
  const head = isUpgrade ? `${newest} is newer than this, ${current}.` : `This is ${current}; ${newest} is not newer.`;
  const signed = `Signed by the key ${signedBy}.`;
  if (release === null || !isUpgrade) return [`${head} ${signed}`];
  const changes = release.changes.map((change) => `- ${printableInLine(change)}`);
  const data = dataSentence(release, dataFormats);
  return [`${head} ${signed}`, `${printableInLine(release.summary)} ${data}`, ...changes];
}

/**
 * Reads a file of a release.
 * @param source - a path, or an http or https address
 * @returns null when there is none
 * @throws CommandError when it cannot be read
 */
export async function readReleaseFile(source: string): Promise<Uint8Array | null> {
  try {
    if (!/^https?:\/\//.test(source)) return isThere(source) ? readFileSync(source) : null;
    const response = await fetch(source, { signal: AbortSignal.timeout(timeoutMs) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`the server responded ${response.status}`);
    const bytes = await readBodyStart(response, maxBytes + 1);
    if (bytes.length > maxBytes) throw new Error('it has more than 1 MiB; download it, and name the file');
    return bytes;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new CommandError(`${source} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** The system that a file of a release is for: `linux-arm64`. Null for all. */
function platformOf(name: string): string | null {
  const debian = /(?:_|-image-)(amd64|arm64)\.(?:deb|tar)$/.exec(name)?.[1];
  if (debian !== undefined) return debian === 'amd64' ? 'linux-x64' : 'linux-arm64';
  return /-((?:linux|windows)-(?:x64|arm64))\.(?:tar\.gz|zip)$/.exec(name)?.[1] ?? null;
}

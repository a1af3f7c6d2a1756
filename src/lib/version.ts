import { execFileSync, type StdioOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isThere } from './is-there.ts';

/** What `build/dist.ts` writes into `dist/build.json`, because a package has no history. */
export interface BuildStamp {
  /** Of the source; null where it was not known. */
  readonly commit: string | null;
  /** Public keys that sign its releases, in the format of minisign; none where the build was not signed. */
  readonly releaseKeys: readonly string[];
}

const root = new URL('../../', import.meta.url);
let stamp: BuildStamp | null = null;

/**
 * The package version, from `package.json` next to `src/` or `dist/`, and for what was not released the commit that it was
 * made of: `0.2.0-dev+abc1234`. (The module version reported by `status` is a different one.)
 */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  return versionWithCommit(version, buildStamp().commit);
}

/** A released version stands for itself. */
export function versionWithCommit(version: string, commit: string | null): string {
  return isReleased(version) || commit === null ? version : `${version}+${commit.slice(0, 7)}`;
}

/** Whether it is that of a release: `0.2.0`, not `0.2.0-dev+abc1234`. */
export function isReleased(version: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(version);
}

/** What this build was made of. */
export function buildStamp(): BuildStamp {
  stamp ??= readStamp();
  return stamp;
}

function readStamp(): BuildStamp {
  const file = fileURLToPath(new URL('../build.json', import.meta.url));
  if (isThere(file)) return JSON.parse(readFileSync(file, 'utf8')) as BuildStamp;
  return { commit: commitOf(fileURLToPath(root)), releaseKeys: [] };
}

/** Of the checkout in this folder; null where there is none, or no git that may read it. */
export function commitOf(folder: string): string | null {
  try {
    // Without it git would look in the folders above, which are others' checkouts.
    if (!isThere(`${folder}/.git`)) return null;
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8', stdio }).trim();
  } catch {
    return null;
  }
}

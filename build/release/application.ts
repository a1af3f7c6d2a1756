import { globSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { commitOf, versionWithCommit } from '../../src/lib/version.ts';
import { type Entry, file } from './entry.ts';
import { readMembers } from './node-binary.ts';
import { packInto } from './pack.ts';

export interface Application {
  /** With its commit where it is not released: `0.2.0-dev+abc1234`. */
  readonly version: string;
  /** The npm package, as it is published. */
  readonly npmPackage: { readonly name: string; readonly bytes: Buffer };
  /** The same files, with the packages that they need. */
  readonly entries: readonly Entry[];
}

/** Packs the npm package, and adds what `npm install` would. */
export async function readApplication(root: string, releaseKeys: readonly string[] = []): Promise<Application> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-release-'));
  try {
    return await applicationOf(root, packInto(folder, root, releaseKeys));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param packed - file of the npm package of the present sources */
export async function applicationOf(root: string, packed: string): Promise<Application> {
  const members = await readMembers(packed);
  const own = [...members].map(([path, bytes]) => file(path.replace(/^package\//, ''), bytes));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const version = versionWithCommit(manifest.version, commitOf(root));
  const npmPackage = { name: `va-tracker-${version}.tgz`, bytes: readFileSync(packed) };
  return { version, npmPackage, entries: [...own, ...readDependencies(root)] };
}

/** What `npm ci --omit=dev --omit=optional` leaves, without npm's own notes and what no program reads that runs. */
export function readDependencies(root: string): readonly Entry[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; optional?: true; devOptional?: true }>;
  };
  const needed = Object.entries(lock.packages).filter(
    ([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional,
  );
  return needed.flatMap(([path]) => filesOf(root, path));
}

function filesOf(root: string, folder: string): readonly Entry[] {
  const names = globSync(['**/*', '**/.*'], { cwd: join(root, folder), exclude: (name) => name === 'node_modules' });
  const paths = names.map((name) => `${folder}/${name.split(sep).join('/')}`);
  return paths
    .filter((path) => lstatSync(join(root, path)).isFile() && !isForDevelopment(path.slice(folder.length + 1)))
    .map((path) => file(path, readFileSync(join(root, path))));
}

/** Types and maps, settings of editors and of git, tests and pages of the package itself. @param path - below the package */
export function isForDevelopment(path: string): boolean {
  return (
    /\.(?:d\.[cm]?ts|map|html)$|(?:^|\/)\.[^/]/.test(path) ||
    /^(?:test|tests|spec|integration|bench|benchmark|benchmarks|example|examples)\//.test(path)
  );
}

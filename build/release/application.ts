import { globSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { type Entry, file } from './entry.ts';
import { readMembers } from './node-binary.ts';
import { packInto } from './pack.ts';

export interface Application {
  readonly version: string;
  /** The npm package, as it is published. */
  readonly npmPackage: { readonly name: string; readonly bytes: Buffer };
  /** The same files, with the packages that they need. */
  readonly entries: readonly Entry[];
}

/** Packs the npm package, and adds what `npm install` would. */
export async function readApplication(root: string): Promise<Application> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-release-'));
  try {
    const packed = packInto(folder, root);
    const members = await readMembers(packed);
    const own = [...members].map(([path, bytes]) => file(path.replace(/^package\//, ''), bytes));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const npmPackage = { name: basename(packed), bytes: readFileSync(packed) };
    return { version, npmPackage, entries: [...own, ...readDependencies(root)] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What `npm ci --omit=dev --omit=optional` leaves, without npm's own notes and what only a compiler reads. */
function readDependencies(root: string): readonly Entry[] {
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
    .filter((path) => lstatSync(join(root, path)).isFile() && !/\.(?:d\.[cm]?ts|map)$/.test(path))
    .map((path) => file(path, readFileSync(join(root, path))));
}

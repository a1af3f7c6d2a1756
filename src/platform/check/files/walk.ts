import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asOwner, type Owner } from '../../site/owner.ts';
import { repositoryName } from './bait-names.ts';

/** A folder below the public one, with what lies in it. */
export interface Walked {
  readonly path: string;
  /** Names from the public folder to this one; empty for the public folder itself. */
  readonly parts: readonly string[];
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** Files that a check makes, asks for and removes. */
const madeForCheck = /^(?:tracker-)?check-[0-9a-f]{32}(?:\.\w+)?$/;
const maxEntries = 300_000;
/** The event loop gets its turn after this long. */
const sliceMs = 5;

/**
 * Every folder below `root`, read with the owner's rights, links followed once, as a web server would. What cannot be read is
 * left out; so is what lies inside a folder of version control. Ends after 300,000 names.
 */
export async function* walk(root: string, owner: Owner): AsyncGenerator<Walked> {
  const pending: { path: string; parts: readonly string[] }[] = [{ path: root, parts: [] }];
  const seen = new Set<string>();
  let entries = 0;
  let turn = Date.now();
  for (let next = pending.pop(); next !== undefined && entries < maxEntries; next = pending.pop()) {
    const { path, parts } = next;
    const found = asOwner(owner, () => readFolder(path, seen));
    if (found === null) continue;
    entries += found.files.length + found.folders.length;
    yield { path, parts, ...found };
    const deeper = found.folders.filter((name) => !repositoryName.test(name));
    pending.push(...deeper.map((name) => ({ path: join(path, name), parts: [...parts, name] })));
    if (Date.now() - turn < sliceMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    turn = Date.now();
  }
}

function readFolder(path: string, seen: Set<string>): Pick<Walked, 'files' | 'folders'> | null {
  try {
    const real = realpathSync(path);
    if (seen.has(real)) return null;
    seen.add(real);
    const files: string[] = [];
    const folders: string[] = [];
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (madeForCheck.test(entry.name)) continue;
      const kind = kindOf(path, entry);
      if (kind === 'file') files.push(entry.name);
      if (kind === 'folder') folders.push(entry.name);
    }
    return { files: files.sort(), folders: folders.sort() };
  } catch {
    return null;
  }
}

function kindOf(path: string, entry: Dirent): 'file' | 'folder' | null {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (!entry.isSymbolicLink()) return null;
  const target = statSync(join(path, entry.name), { throwIfNoEntry: false });
  return target?.isDirectory() ? 'folder' : target?.isFile() ? 'file' : null;
}

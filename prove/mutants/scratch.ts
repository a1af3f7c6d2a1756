import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A copy of the tree in which mistakes are made, so that nobody else meets them. */
export class Scratch {
  readonly folder: string;
  /** For temporary files of what runs there. Short, because sockets lie in it. */
  readonly temporary: string;
  /** What the compiler knows of it. */
  readonly types: string;
  readonly #original: string;

  /** @param original - the copy of which this one is made, and by which it is mended */
  constructor(original: string, folder: string) {
    this.#original = original;
    this.folder = folder;
    this.temporary = `${folder}t`;
    this.types = `${folder}.tsbuildinfo`;
    rmSync(folder, { recursive: true, force: true });
    cpSync(original, folder, { recursive: true, verbatimSymlinks: true });
    this.clear();
  }

  /** Makes these files what they are in the original. */
  mend(files: readonly string[]): void {
    for (const file of files) {
      const from = join(this.#original, file);
      if (existsSync(from)) cpSync(from, join(this.folder, file));
      else rmSync(join(this.folder, file), { force: true });
    }
  }

  /** Removes what was left in the folder of temporary files; not the empty databases, of which each server of tests begins with a copy. */
  clear(): void {
    mkdirSync(this.temporary, { recursive: true });
    for (const name of readdirSync(this.temporary)) {
      if (!/^tracker-mariadb-data-.*\.tar$/.test(name))
        rmSync(join(this.temporary, name), { recursive: true, force: true });
    }
  }
}

/** Copies what git knows or would add, as it is now in the working tree; the packages are shared. */
export function copyTree(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  for (const file of new Set(files)) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

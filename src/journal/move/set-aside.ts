import { constants, copyFileSync, linkSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { syncDirectory, syncFile } from '../../lib/private-file.ts';

/**
 * Keeps a file under another name, and puts another in its place. There is a file under its own name at every moment, and no
 * earlier one is replaced: where the name is in use, the kept one gets a number.
 * @param file - closed, with all it has in itself
 * @param next - what takes its place, beside it
 * @param suffix - the kept file's name is the file's, a dot and this
 * @returns the name of the kept file
 */
export function setAside(file: string, next: string, suffix: string): string {
  const kept = freeName(`${file}.${suffix}`);
  keep(file, kept);
  syncDirectory(dirname(file));
  renameSync(next, file);
  syncDirectory(dirname(file));
  return basename(kept);
}

/** Gives a file, if it is there, such a name, and leaves nothing in its place. */
export function putAway(file: string, suffix: string): void {
  if (!isThere(file)) return;
  renameSync(file, freeName(`${file}.${suffix}`));
  syncDirectory(dirname(file));
}

function freeName(name: string): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name}-${number}`;
    if (!isThere(tried)) return tried;
  }
}

function keep(file: string, kept: string): void {
  try {
    linkSync(file, kept);
  } catch {
    // A file system without links.
    copyWhole(file, kept);
  }
}

/** Leaves nothing where there is no room for all of it. */
function copyWhole(file: string, kept: string): void {
  try {
    copyFileSync(file, kept, constants.COPYFILE_EXCL);
    syncFile(kept);
  } catch (error) {
    rmSync(kept, { force: true });
    throw error;
  }
}

import { accessSync, constants, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { CrewCenterError } from '../crew-center.ts';
import { asOwner, isRoot, isRootsAlone, type Owner } from './owner.ts';
import { isWritable, realPath } from './public-folder.ts';

/**
 * Makes a folder that only `owner` may read (0700), with the owner's rights. Where the owner may not, root makes it, in a
 * place that nobody else can change. One that is there stays as it is.
 * @throws CrewCenterError saying who would have to make it
 */
export function makePrivateFolder(path: string, owner: Owner): void {
  if (isThere(path)) return;
  try {
    asOwner(owner, () => makeFolders(path));
  } catch (error) {
    if (!isRefusedBySystem(error)) throw error;
    if (error.code !== 'EACCES' || !makeAsRoot(path, owner)) throw cannotBeMade(path, error);
  }
}

function makeAsRoot(path: string, { uid, gid }: Owner): boolean {
  const parent = dirname(path);
  if (!isRoot() || !isThere(parent) || !isRootsAlone(parent)) return false;
  mkdirSync(realPath(path), { mode: 0o700 });
  lchownSync(realPath(path), uid, gid);
  return true;
}

/**
 * The folder and what lies in it must be this process's to change.
 * @throws CrewCenterError naming what is not, and whose it is
 */
export function requireUsable(path: string): void {
  const files = isWritable(path) ? readdirSync(path).map((name) => join(path, name)) : [path];
  const refused = files.find((file) => (lstatSync(file).isFile() ? !mayChange(file) : file === path));
  if (refused === undefined) return;
  const { uid } = lstatSync(refused);
  throw new CrewCenterError(
    `${refused} belongs to user number ${uid}, and Tracker runs as user number ${process.getuid?.()}, who may not change it. Start it as that user, or give the folder to this one: chown -Rh ${process.getuid?.()} ${path}`,
  );
}

function mayChange(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function cannotBeMade(path: string, error: NodeJS.ErrnoException): CrewCenterError {
  const reason = error.code === 'EEXIST' || error.code === 'ENOENT' ? 'a link or a file is in the way' : error.message;
  return new CrewCenterError(
    `The folder ${path} cannot be made: ${reason}. Make it yourself, for the user that Tracker runs as, or name another one with --data.`,
    { cause: error },
  );
}

function isRefusedBySystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { CrewCenterError } from '../crew-center.ts';

/** Whose rights are used inside a crew center's folder. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Owner of what the path leads to. */
export function ownerOf(path: string): Owner {
  const { uid, gid } = statSync(path);
  return { uid, gid };
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Runs `act` with the rights of `owner` when this process is root, else with its own. A link that the owner planted then
 * leads nowhere that the owner could not reach. The effective identity is switched, not a child process started, so that
 * it also works where the owner may not read Node or this package (`/root/.nvm`). Nothing asynchronous may happen inside:
 * the identity is that of the whole process. Inside another call it keeps the rights of that one.
 */
export function asOwner<T>(owner: Owner, act: () => T): T {
  const { setegid, seteuid, setgroups, getgroups } = process;
  const isRootNow = process.geteuid?.() === 0;
  if (!isRootNow || owner.uid === 0 || !setegid || !seteuid || !setgroups || !getgroups) return act();
  const groups = getgroups();
  try {
    takeGroups(owner);
    setegid(owner.gid);
    seteuid(owner.uid);
    return act();
  } finally {
    seteuid(0);
    setegid(0);
    setgroups(groups);
  }
}

/** Gives up root for good. */
export function becomeOwner(owner: Owner): void {
  takeGroups(owner);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Missing in Node's types. */
type Initgroups = { initgroups?(user: number, group: number): void };

/** The groups that the system knows the owner in, else the owner's one. */
function takeGroups({ uid, gid }: Owner): void {
  try {
    (process as Initgroups).initgroups?.(uid, gid);
  } catch {
    process.setgroups?.([gid]);
  }
}

/**
 * Root may work below a folder of root only where nobody else can plant a link.
 * @throws CrewCenterError naming the part that somebody else may change, and the user to run as
 */
export function requireOwnPath(folder: string, path: string): void {
  if (!isRoot() || ownerOf(folder).uid !== 0) return;
  const way = relative(folder, path);
  if (way === '' || way.startsWith('..')) return;
  let at = folder;
  for (const part of way.split(sep)) {
    at = join(at, part);
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) return;
    if (found.isSymbolicLink() || found.uid !== 0 || (found.mode & 0o022) !== 0) throw notOnlyRoots(at, found);
  }
}

function notOnlyRoots(path: string, found: { readonly uid: number; isSymbolicLink(): boolean }): CrewCenterError {
  const what = found.isSymbolicLink() ? 'is a link' : 'can be changed by others than root';
  const user = found.uid === 0 ? 'the user that PHP runs as (often www-data)' : `user number ${found.uid}`;
  return new CrewCenterError(
    `The site's folder belongs to root, but ${path} ${what}. Run this as ${user}: \`sudo -u USER tracker …\`.`,
  );
}

/** True when nobody but root can change what this path leads to, link by link. */
export function isRootsAlone(path: string): boolean {
  let at = realpathSync(path);
  for (;;) {
    const { uid, mode } = lstatSync(at);
    if (uid !== 0 || (mode & 0o022) !== 0) return false;
    const parent = dirname(at);
    if (parent === at) return true;
    at = parent;
  }
}

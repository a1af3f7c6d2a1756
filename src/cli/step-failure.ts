import { dirname } from 'node:path';
import { isThere } from '../lib/is-there.ts';
import { CrewCenterError } from '../platform/crew-center.ts';
import { SiteProgramError } from '../platform/site/edge-steps.ts';
import { isRoot, ownerOf } from '../platform/site/owner.ts';
import { isWithin } from '../platform/site/public-folder.ts';
import { CommandError } from './command.ts';

/** Why a step in the crew center's folder failed, and what to do. Returns what is no failure of the system or the site as it is. */
export function wordsOfStepFailure(error: unknown, folder: string): unknown {
  if (error instanceof CrewCenterError) return new CommandError(error.message);
  const hasRights = isRoot() || ownerOf(folder).uid === process.getuid?.();
  if (error instanceof SiteProgramError) {
    return new CommandError(hasRights ? siteIsBroken(error) : asOther(folder, error));
  }
  if (!(error instanceof Error && 'code' in error)) return error;
  return new CommandError(hasRights ? inTheWay(folder, error) : asOther(folder, error));
}

function asOther(folder: string, { message }: Error): string {
  return `${message}. Run it as the owner of ${folder} (user number ${ownerOf(folder).uid}), or as root.`;
}

/** As errors of the file system have them. */
interface Paths {
  readonly path?: string;
  readonly dest?: string;
}

/** The rights are the owner's also for root: what belongs to another user is given to the owner. */
function inTheWay(folder: string, error: Error & Paths): string {
  const isRefused = /^E(?:ACCES|PERM)\b/.test(error.message);
  const other = isRefused
    ? [error.path, error.dest].flatMap((path) => firstOfAnother(folder, path) ?? [])[0]
    : undefined;
  if (other === undefined) return `${error.message}.`;
  const { uid, gid } = ownerOf(folder);
  return `${error.message}. ${other} belongs to user number ${ownerOf(other).uid}, and it is changed with the rights of the owner of ${folder} (user number ${uid}). Give it to that user, then run this again: chown -R ${uid}:${gid} ${other}`;
}

/** The innermost folder on the way to this path that is there and belongs to somebody else; null when none does. */
function firstOfAnother(folder: string, path: string | undefined): string | null {
  const { uid } = ownerOf(folder);
  for (let at = path ?? folder; at !== dirname(at) && isWithin(folder, at); at = dirname(at))
    if (isThere(at) && ownerOf(at).uid !== uid) return at;
  return null;
}

/** The site's own program failed, so the site is the problem, not Tracker's rights. */
function siteIsBroken({ message }: Error): string {
  return `A program of the site failed: ${message}\nFix the site first (see its log, its database, its PHP version), then run this again.`;
}

import { closeSync, lstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { CrewCenterError } from '../crew-center.ts';
import type { EdgeStep } from './edge-steps.ts';

/** What one install moved out of a crew center's folder, kept as `list.json` beside it. */
interface BackupList {
  readonly folder: string;
  readonly at: string;
  readonly moved: readonly { readonly from: string; readonly to: string; readonly why: string }[];
  /** Files of ours that were not there before. */
  readonly made: readonly string[];
}

export interface BackupWish {
  /** A private folder; the backup gets one of its own in it, by its date. */
  readonly place: string;
  /** The crew center. */
  readonly folder: string;
  readonly moved: readonly Moved[];
  readonly made: readonly string[];
  readonly now: Date;
}

export interface Moved {
  readonly path: string;
  readonly why: string;
  /** Where it is by then, when an earlier step moved it. */
  readonly now?: string;
  /** A file of ours takes its place: it is copied, so that there is no moment without one. */
  readonly isReplaced?: boolean;
}

const listName = 'list.json';

/** Steps that put everything into a dated backup, with its list. None when there is nothing to move. */
export function planBackup({ place, folder, moved, made, now }: BackupWish): readonly EdgeStep[] {
  if (moved.length === 0) return [];
  const at = now.toISOString();
  const backup = join(backupsIn(place), at.replaceAll(/[:.]/g, '-'));
  const entries = moved.map(({ path, why }) => ({
    from: path,
    to: join(backup, placeOf(relative(folder, path))),
    why,
  }));
  const list: BackupList = { folder, at, moved: entries, made };
  const bytes = Buffer.from(`${JSON.stringify(list, null, 2)}\n`);
  return [
    { kind: 'make', path: backup, why: 'what is taken out; `tracker install --undo` puts it back' },
    { kind: 'write', path: join(backup, listName), bytes, mode: 0o600, why: 'what came from where' },
    ...entries.map(({ from, to, why }, index): EdgeStep => {
      const { isReplaced = false, now: present = from } = moved[index] ?? {};
      if (!isReplaced) return { kind: 'move', path: present, to, why };
      return { kind: 'write', path: to, bytes: readFileSync(from), mode: statSync(from).mode & 0o777, why };
    }),
  ];
}

/** What lies outside the crew center's folder keeps its way below `outside`. */
const placeOf = (way: string) => (way.startsWith('..') ? join('outside', ...way.split(sep).filter(isName)) : way);
const isName = (part: string) => part !== '..';

/**
 * Puts the newest backup of this folder back, and takes out what was new then. None when there is no backup.
 * @throws CrewCenterError when something in the backup cannot be read: what takes its place now is not removed then
 */
export function planUndo(place: string, folder: string): readonly EdgeStep[] {
  const found = backups(place)
    .map((path) => ({ path, list: readList(path) }))
    .findLast(({ list }) => list?.folder === folder);
  if (found === undefined || found.list === null) return [];
  const { path, list } = found;
  const kept = list.moved.filter(({ to }) => hasEntry(to));
  for (const { to } of kept) requireReadable(to);
  return [
    ...list.made.filter(hasEntry).map((each) => ({ kind: 'remove', path: each, why: 'was not there before' }) as const),
    ...kept.flatMap(({ from, to, why }): EdgeStep[] => [
      ...(hasEntry(from) ? [{ kind: 'remove', path: from, why: 'ours' } as const] : []),
      { kind: 'move', path: to, to: from, why: `as it was (${why})` },
    ]),
    { kind: 'move', path: join(path, listName), to: join(path, 'list.undone.json'), why: 'done' },
  ];
}

const backupsIn = (place: string) => join(place, 'backups');
/** Also a link that leads nowhere: it is moved as a link. */
const hasEntry = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Opens every file there; links are not followed. */
function requireReadable(path: string): void {
  try {
    const found = lstatSync(path);
    if (found.isDirectory()) for (const name of readdirSync(path)) requireReadable(join(path, name));
    else if (found.isFile()) closeSync(openSync(path, 'r'));
  } catch (error) {
    if (error instanceof CrewCenterError || !(error instanceof Error && 'syscall' in error)) throw error;
    throw new CrewCenterError(`${path} cannot be put back: ${error.message}. Nothing was changed.`);
  }
}

/** Oldest first: their names are dates. */
function backups(place: string): readonly string[] {
  const folder = backupsIn(place);
  if (!isThere(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

/** Lies in a folder that only its owner can write to. */
function readList(backup: string): BackupList | null {
  const path = join(backup, listName);
  return isThere(path) ? (JSON.parse(readFileSync(path, 'utf8')) as BackupList) : null;
}

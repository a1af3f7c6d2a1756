import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  cpSync,
  fchmodSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { asOwner, isRoot, type Owner, ownerOf, requireOwnPath } from './owner.ts';
import { makePrivateFolder } from './private-folder.ts';

/** One thing to do to a path, or to say about it. */
export type EdgeStep =
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly bytes: Buffer;
      readonly why: string;
      /** Permissions; 0o644 unless said. */
      readonly mode?: number;
      /** Group, where the owner may give it. */
      readonly gid?: number;
    }
  /** A folder that only its owner may read. */
  | { readonly kind: 'make'; readonly path: string; readonly why: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string; readonly why: string }
  | { readonly kind: 'remove'; readonly path: string; readonly why: string }
  | { readonly kind: 'keep'; readonly path: string; readonly why: string }
  /** A program in the crew center's folder, run as its owner; `path` is what is said of it. */
  | { readonly kind: 'run'; readonly path: string; readonly command: readonly string[]; readonly why: string };

/** A program of the crew center itself failed: the site is broken, or was before. */
export class SiteProgramError extends Error {
  override readonly name = 'SiteProgramError';
}

/**
 * Does the steps in order, with the rights of the owner of `folder`, the crew center.
 * @throws CrewCenterError, SiteProgramError, or what the file system says
 */
export function applySteps(steps: readonly EdgeStep[], folder: string): void {
  const owner = ownerOf(folder);
  for (const step of steps) {
    if (step.kind === 'keep') continue;
    if (step.kind === 'run') run(step.command, folder, owner);
    else if (step.kind === 'make') makePrivateFolder(step.path, owner);
    else {
      // What lies at a path is replaced, moved or removed itself, also a link; the way to it must be free of them.
      const paths = step.kind === 'move' ? [step.path, step.to] : [step.path];
      for (const path of paths) requireOwnPath(folder, dirname(path));
      asOwner(owner, () => change(step));
    }
  }
}

function change(step: Extract<EdgeStep, { kind: 'write' | 'move' | 'remove' }>): void {
  if (step.kind === 'remove') rmSync(step.path, { recursive: true });
  else if (step.kind === 'move') move(step.path, step.to);
  else replaceFile(step.path, step.bytes, step.mode ?? 0o644, step.gid);
}

/** Replaces a file. A visitor must never meet half of one, nor the source of one that holds a key: hence the name. */
export function replaceFile(path: string, bytes: Buffer, mode: number, gid?: number): void {
  makeFolders(dirname(path), mode === 0o600 ? 0o700 : 0o755);
  const half = join(dirname(path), `.tracker-${randomBytes(8).toString('hex')}.php`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const descriptor = openSync(half, flags, 0o600);
  try {
    writeSync(descriptor, bytes);
    fchmodSync(descriptor, mode);
    if (gid !== undefined) giveGroup(descriptor, gid);
  } finally {
    closeSync(descriptor);
  }
  renameSync(half, path);
}

/** A group that the owner is not in stays as it is: the checks over HTTP then say what PHP cannot read. */
function giveGroup(descriptor: number, gid: number): void {
  try {
    fchownSync(descriptor, -1, gid);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
}

/** Replaces a file that says something else, where its folder is there. */
export function replaceChanged(path: string, bytes: Buffer): void {
  const isKnown = isThere(path);
  if (!isThere(dirname(path)) || (isKnown && readFileSync(path).equals(bytes))) return;
  asOwner(ownerOf(dirname(path)), () => replaceFile(path, bytes, 0o644));
}

/** The private place may lie on another file system. A link is moved as a link. */
function move(from: string, to: string): void {
  makeFolders(dirname(to));
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, errorOnExist: true });
    rmSync(from, { recursive: true });
  }
}

function run([program = '', ...args]: readonly string[], folder: string, { uid, gid }: Owner): void {
  const as = isRoot() ? { uid, gid } : {};
  const done = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: 120_000, ...as });
  if (done.status === 0) return;
  const said = `${done.error?.message ?? ''}${done.stdout ?? ''}${done.stderr ?? ''}`;
  throw new SiteProgramError(`${program} ${args[0] ?? ''} failed: ${tellingPart(said)}`);
}

const maxCharacters = 500;
/** Lines of a stack trace, which may hold passwords, and of the source that is shown with it. */
const traceLine = /^[ \t]*(?:#\d+ .*|Stack trace:|\[stacktrace\]|at \S+:\d+|(?:[➜>][ \t]*)?\d+[ \t]?[▕|].*)$/gm;
/** How PHP and the platform's own program begin to say what went wrong. */
const beginning = /^.*(?:SQLSTATE|Uncaught|(?:Fatal|Parse) error|\w(?:Exception|Error)\b).*$/m;

/** What a failed program said, from the line that names the failure; where none does, the end. */
function tellingPart(said: string): string {
  const text = said
    .replace(traceLine, '')
    .replace(/\n(?:[ \t]*\n)+/g, '\n')
    .trim();
  const at = beginning.exec(text)?.index;
  return at === undefined ? text.slice(-maxCharacters) : text.slice(at, at + maxCharacters).trim();
}

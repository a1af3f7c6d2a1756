import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isThere } from './is-there.ts';

/**
 * Creates a folder, and those above it that are missing, one by one: `recursive` of Node never returns on a file system where
 * nobody makes folders (`/proc`), and cannot be interrupted there. Returns the topmost that was made; null when all were there.
 * @throws the error of the file system
 */
export function makeFolders(path: string, mode = 0o700): string | null {
  if (isThere(path)) return null;
  const above = makeFolders(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isThere(path)) throw error;
  }
  return above ?? path;
}

import { existsSync, statSync } from 'node:fs';

/**
 * Returns whether there is a file or folder at this path; links are followed. `existsSync` of Node also says no where it may not
 * look, and what is not known is not absent.
 * @throws the error of the file system when it does not say, such as EACCES
 */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Returns whether there is one that we can come to. What another user keeps to himself is none of ours. */
export function isUsable(path: string): boolean {
  return existsSync(path);
}

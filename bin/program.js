import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the file that starts the program of a package: its sources in a checkout, also when a package was once made in it; else the few files
 * that the program was put together into. These have packages in them: where the one that is installed is another than it was then,
 * as when an operator or npm has put a newer one there, the program runs from other files, which take what is installed.
 * @param {URL} root - folder of the package
 */
export function entryOf(root) {
  const source = new URL('src/cli/main.ts', root);
  if (existsSync(source)) return source;
  return new URL(isAsInstalled(root) ? 'dist/program/main.js' : 'dist/own-program/main.js', root);
}

/** @param {URL} root */
function isAsInstalled(root) {
  const folder = fileURLToPath(root);
  const list = readOrNothing(join(folder, 'dist/program/packages.json'));
  if (list === '') return false;
  return Object.entries(JSON.parse(list)).every(([path, version]) => installedVersion(folder, path) === version);
}

/** Looks where Node looks: in the package, then in each folder above it. A manifest is searched, as parsing thirty takes longer. */
function installedVersion(root, path) {
  for (let folder = root; ; folder = dirname(folder)) {
    const manifest = readOrNothing(join(folder, 'node_modules', path, 'package.json'));
    if (manifest !== '') return /^ {2}"version": "([^"]*)"/m.exec(manifest)?.[1];
    if (folder === dirname(folder)) return undefined;
  }
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

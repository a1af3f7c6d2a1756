import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePages } from '../build/bundle-pages.ts';

let made: Promise<string> | null = null;

/** Returns a folder with the scripts and styles of the pages as the package has them. It is removed when the process exits. */
export function bundledPages(): Promise<string> {
  made ??= make();
  return made;
}

async function make(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-pages-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  cpSync(join(import.meta.dirname, '../src/web/browser'), folder, { recursive: true });
  await bundlePages(folder);
  return folder;
}

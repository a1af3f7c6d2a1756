import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readApplication } from '../../build/release/application.ts';
import { programEntries } from '../../build/release/forms.ts';
import { type FolderSite, openFolderSite } from '../../test/hosts/folder-site.ts';

/** Pilots with a bid each. */
const pilots = 50;
const root = join(import.meta.dirname, '../..');

/** Packs the program as a release does. Returns what writes it into a folder, with the Node that runs this instead of a copy. */
export async function packProgram(): Promise<(folder: string) => void> {
  const application = await readApplication(root);
  const entries = programEntries(application, { version: '', bytes: Buffer.alloc(0), license: null });
  return (folder) => {
    for (const { path, content, isExecutable } of entries) {
      if (!('bytes' in content)) continue;
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      if (path === 'node/bin/node') symlinkSync(process.execPath, file);
      else writeFileSync(file, content.bytes);
      if (isExecutable && path !== 'node/bin/node') chmodSync(file, 0o755);
    }
  };
}

/**
 * A phpVMS 5 whose private place has the program as a release packs it; nothing runs until a request comes. In a short round it
 * is what tests build of this checkout, with few pilots.
 */
export async function openHosted(isShort: boolean): Promise<FolderSite> {
  const web = 'apache with PHP-FPM';
  if (isShort) return await openFolderSite({ web, pilots: 2 });
  return await openFolderSite({ web, pilots, program: await packProgram() });
}

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readApplication } from '../../build/release/application.ts';
import { programEntries } from '../../build/release/forms.ts';
import { type FolderSite, openFolderSite } from '../../test/hosts/folder-site.ts';

/** Pilots with a bid each. */
export const pilots = 50;
const root = join(import.meta.dirname, '../..');

/** A phpVMS 5 whose private place has the program as a release packs it; nothing runs until a request comes. */
export async function openHosted(): Promise<FolderSite> {
  const application = await readApplication(root);
  // The Node that runs this, instead of a copy of it.
  const entries = programEntries(application, { version: '', bytes: Buffer.alloc(0), license: null });
  return await openFolderSite({
    web: 'apache with PHP-FPM',
    pilots,
    program(folder) {
      for (const { path, content, isExecutable } of entries) {
        if (!('bytes' in content)) continue;
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        if (path === 'node/bin/node') symlinkSync(process.execPath, file);
        else writeFileSync(file, content.bytes);
        if (isExecutable && path !== 'node/bin/node') chmodSync(file, 0o755);
      }
    },
  });
}

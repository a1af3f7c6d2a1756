import { chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What root made for the site becomes its owner's, with all that is in it: the server runs as that user. */
export function giveToOwner(path: string, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(join(folder, 'storage'));
  const all = [
    path,
    ...readdirSync(path, { recursive: true, withFileTypes: true }).map((each) => join(each.parentPath, each.name)),
  ];
  for (const each of all) chownSync(each, uid, gid);
}

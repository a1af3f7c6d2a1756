import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { holdsOnlyPacked } from '../../platform/site/packed-files.ts';
import type { UploadedProgram } from './packed-parts.ts';

/**
 * Takes a program that was unpacked out of the public folder, and the folder when nothing else was in it. What may not be
 * deleted stays: it holds no secret.
 */
export function removePacked({ folder, name }: UploadedProgram): void {
  try {
    for (const file of readdirSync(folder).filter((each) => each.startsWith(`${name}.`))) rmSync(join(folder, file));
    const rest = readdirSync(folder);
    if (!holdsOnlyPacked(rest) || rest.some((file) => file !== '.htaccess')) return;
    for (const file of rest) rmSync(join(folder, file));
    rmdirSync(folder);
  } catch {
    // Of another user: the next update replaces it.
  }
}

import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenLog } from '../crew-center.ts';
import { replaceFile } from '../site/edge-steps.ts';
import { asOwner, ownerOf, requireOwnPath } from '../site/owner.ts';
import { configFile, edgeFolder, sampleFile } from './edge-files.ts';

/** The sample without the line that says its version: the copy is the owner's and has none. */
export function configOf(sample: Buffer): Buffer {
  const text = sample.toString('latin1').replace(/^\/\/ Tracker edge \S+\r?\n/m, '');
  return Buffer.from(text, 'latin1');
}

/** Makes `va_config.php` from the sample beside it, with the rights of the owner. Where that may not be, its defaults count. */
export function makeFirstConfig(folder: string, log: OpenLog): void {
  const acars = join(folder, edgeFolder);
  const path = join(acars, configFile);
  const isThere = (name: string) => lstatSync(join(acars, name), { throwIfNoEntry: false }) !== undefined;
  if (isThere(configFile) || !isThere(sampleFile)) return;
  requireOwnPath(folder, acars);
  try {
    asOwner(ownerOf(folder), () => replaceFile(path, configOf(readFileSync(join(acars, sampleFile))), 0o644));
    log('info', 'va_config.php was made from its sample', { path });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    log('warn', 'va_config.php is missing and could not be made; its defaults count', { reason: error.message });
  }
}

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from './is-there.ts';
import { syncDirectory } from './private-file.ts';

/** Something in a data directory that is not as it was written. */
export interface FoundDamage {
  /** Its database, by its path below the data directory. */
  readonly file: string;
  /** The row, or what SQLite says of the file: one line. */
  readonly what: string;
  /** When it was first found, in milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Name of the file in a data directory that keeps what was found, so that a restart does not forget it. */
export const damageFileName = 'damage.json';

/** Returns what was found damaged in a data directory and was not repaired since. */
export function readDamage(dataDirectory: string): readonly FoundDamage[] {
  const file = join(dataDirectory, damageFileName);
  if (!isThere(file)) return [];
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly found: readonly FoundDamage[] }).found;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [{ file: damageFileName, what: 'cannot be read', at: 0 }];
  }
}

/** Replaces it; the file is gone when nothing is damaged. @throws errors of the file system */
export function writeDamage(dataDirectory: string, found: readonly FoundDamage[]): void {
  const file = join(dataDirectory, damageFileName);
  if (found.length === 0) {
    rmSync(file, { force: true });
    return;
  }
  writeFileSync(`${file}.new`, `${JSON.stringify({ found }, null, 1)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  syncDirectory(dataDirectory);
}

import { join } from 'node:path';
import { nameOf } from '../../journal/damaged-row.ts';
import { findDamagedRows } from '../../journal/find-damage.ts';
import { fileName as journalFile } from '../../journal/open.ts';
import { findDamage } from '../../lib/database-check.ts';

/** Reads a database of a data directory whole. Returns what is damaged in it, a line each. */
export function findDamageIn(dataDirectory: string, file: string): readonly string[] {
  const path = join(dataDirectory, file);
  if (file === journalFile) return findDamagedRows(path).map(nameOf);
  const damage = findDamage(path);
  return damage === null ? [] : [damage];
}

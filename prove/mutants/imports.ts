import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

const importPattern = /(?:from|import\()\s*'(\.[^']+\.ts)'/g;

/** The files that this one imports. Paths from the root, as they are given. */
export function importedBy(root: string, file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(importPattern)].map(([, path = '']) => normalize(join(file, '..', path)));
}

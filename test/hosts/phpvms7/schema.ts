import { type Release, wordsOf } from './release.ts';
import { crewTables } from './schema-crew.ts';
import { pirepTables } from './schema-pireps.ts';

/**
 * The tables of a phpVMS 7 that Tracker touches, with the columns that this release's migrations make: types, widths and
 * defaults as `information_schema` shows them.
 */
export function schema(release: Release, prefix: string): string {
  const words = wordsOf(release, prefix);
  return Object.entries({ ...crewTables(words), ...pirepTables(words) })
    .map(
      ([name, lines]) =>
        `CREATE TABLE \`${prefix}${name}\` (${lines.join(', ')}) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;\n`,
    )
    .join('');
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the page with `text` in the section of that name: between `<!-- name: … -->` and `<!-- /name -->`.
 * @param file - path in the repository
 */
export function withSection(file: string, name: string, text: string): string {
  const page = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  const begin = page.indexOf('-->\n', page.indexOf(`<!-- ${name}:`)) + '-->\n'.length;
  const end = page.indexOf(`<!-- /${name} -->`);
  if (!page.includes(`<!-- ${name}:`) || end < begin) throw new Error(`${file} has no section "${name}"`);
  return `${page.slice(0, begin)}\n${text}\n\n${page.slice(end)}`;
}

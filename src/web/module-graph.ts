import { posix } from 'node:path';

/**
 * Returns the paths of the modules that this script imports, directly or not, without the script itself. A browser that
 * is given them at once need not read one to find the next.
 */
export function modulesOf(path: string, read: (path: string) => string | null): readonly string[] {
  const found = new Set<string>([path]);
  for (const each of found) {
    for (const [, specifier = ''] of (read(each) ?? '').matchAll(/^(?:import|export)\b[^'"();]*['"](\.[^'"]+)['"]/gm)) {
      const target = posix.join(posix.dirname(each), specifier);
      if (read(target) !== null) found.add(target);
    }
  }
  found.delete(path);
  return [...found];
}

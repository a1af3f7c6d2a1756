import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The edge of phpVMS 7 in this package: what becomes `modules/Tracker` of the site. */
export const moduleSource = join(import.meta.dirname, 'edge');
/** Its place in the site; the name is the module's, letter for letter. */
export const moduleFolder = 'modules/Tracker';

/** Its files, in a fixed order; paths with forward slashes. */
export function moduleFiles(): readonly { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(moduleSource, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .sort()
    .map((file) => ({ path: relative(moduleSource, file).split(sep).join('/'), bytes: readFileSync(file) }));
}

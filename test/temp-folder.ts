import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for this purpose; disposing removes it with all that is in it. */
export function tempFolder(purpose: string): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(realpathSync(tmpdir()), `tracker-${purpose}-`));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

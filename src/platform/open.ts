import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CrewCenterError, type OpenedCrewCenter, type OpenOptions } from './crew-center.ts';
import { locatePhpvms5Storage, openPhpvms5Folder } from './phpvms5/open-folder.ts';

export type CrewCenterKind = 'phpvms7' | 'phpvms5';

/** By its files: a phpVMS 7 has `artisan` and `.env`, a phpVMS 5 `core/local.config.php`. */
export function recognise(folder: string): CrewCenterKind | null {
  if (existsSync(join(folder, 'artisan')) && existsSync(join(folder, '.env'))) return 'phpvms7';
  return existsSync(join(folder, 'core/local.config.php')) ? 'phpvms5' : null;
}

/** Where the crew center in this folder has our data, without opening anything. @throws CrewCenterError */
export async function locateStorage(folder: string): Promise<string> {
  const path = resolve(folder);
  if (recognise(path) === 'phpvms5') return locatePhpvms5Storage(path);
  throw notServed(path, recognise(path));
}

/**
 * Finds out what lies in the folder, reads its settings from there and opens it.
 * @throws CrewCenterError
 */
export async function openCrewCenter(folder: string, options: OpenOptions): Promise<OpenedCrewCenter> {
  const path = resolve(folder);
  const kind = recognise(path);
  if (kind === 'phpvms5') return openPhpvms5Folder(path, options);
  throw notServed(path, kind);
}

function notServed(path: string, kind: CrewCenterKind | null): CrewCenterError {
  return new CrewCenterError(
    kind === null
      ? `${path} is no crew center: a phpVMS 7 has the files artisan and .env there, a phpVMS 5 has core/local.config.php.`
      : `${path} is a phpVMS 7, which cannot be opened by its folder.`,
  );
}

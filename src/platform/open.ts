import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CrewCenterError, type OpenedCrewCenter, type OpenOptions } from './crew-center.ts';
import { locatePhpvms5Storage, openPhpvms5Folder } from './phpvms5/open-folder.ts';
import { locatePhpvms7Storage, openPhpvms7Folder } from './phpvms7/open-folder.ts';

export type CrewCenterKind = 'phpvms7' | 'phpvms5';

/** Recognises a crew center by its files: a phpVMS 7 has `artisan` and `.env`, a phpVMS 5 `core/local.config.php`. */
export function recognise(folder: string): CrewCenterKind | null {
  if (existsSync(join(folder, 'artisan')) && existsSync(join(folder, '.env'))) return 'phpvms7';
  return existsSync(join(folder, 'core/local.config.php')) ? 'phpvms5' : null;
}

/** Returns the data directory of the crew center in this folder without opening anything. @throws CrewCenterError */
export async function locateStorage(folder: string): Promise<string> {
  const path = resolve(folder);
  const kind = recognise(path);
  if (kind === null) throw notRecognised(path);
  return kind === 'phpvms5' ? locatePhpvms5Storage(path) : locatePhpvms7Storage(path);
}

/**
 * Recognises the crew center in the folder, reads its settings and opens it.
 * @throws CrewCenterError
 */
export async function openCrewCenter(folder: string, options: OpenOptions): Promise<OpenedCrewCenter> {
  const path = resolve(folder);
  const kind = recognise(path);
  if (kind === null) throw notRecognised(path);
  return kind === 'phpvms5' ? openPhpvms5Folder(path, options) : openPhpvms7Folder(path, options);
}

function notRecognised(path: string): CrewCenterError {
  const reason = whyUnreadable(path);
  if (reason !== null)
    return new CrewCenterError(
      `${path} cannot be read as user number ${process.getuid?.()}: ${reason}. Check the path and its rights.`,
    );
  return new CrewCenterError(
    `${path} is not a crew center: a phpVMS 7 has the files artisan and .env, a phpVMS 5 has core/local.config.php.`,
  );
}

function whyUnreadable(path: string): string | null {
  try {
    readdirSync(path);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

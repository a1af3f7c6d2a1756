import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isThere } from '../lib/is-there.ts';
import { CrewCenterError, type OpenedCrewCenter, type OpenOptions } from './crew-center.ts';

/** The adapters, loaded when they are needed: a hundred modules each, for which the next start would wait. */
const adapters = {
  phpvms5: async () => {
    const { locatePhpvms5Storage: locate, openPhpvms5Folder: open } = await import('./phpvms5/open-folder.ts');
    return { locate, open };
  },
  phpvms7: async () => {
    const { locatePhpvms7Storage: locate, openPhpvms7Folder: open } = await import('./phpvms7/open-folder.ts');
    return { locate, open };
  },
} as const;

export type CrewCenterKind = keyof typeof adapters;

/** Recognises a crew center by its files: a phpVMS 7 has `artisan` and `.env`, a phpVMS 5 `core/local.config.php`. */
export function recognise(folder: string): CrewCenterKind | null {
  if (isThere(join(folder, 'artisan')) && isThere(join(folder, '.env'))) return 'phpvms7';
  return isThere(join(folder, 'core/local.config.php')) ? 'phpvms5' : null;
}

/** Returns the data directory of the crew center in this folder without opening anything. @throws CrewCenterError */
export async function locateStorage(folder: string): Promise<string> {
  const path = resolve(folder);
  const kind = recognise(path);
  if (kind === null) throw notRecognised(path);
  return (await adapters[kind]()).locate(path);
}

/**
 * Recognises the crew center in the folder, reads its settings and opens it.
 * @throws CrewCenterError
 */
export async function openCrewCenter(folder: string, options: OpenOptions): Promise<OpenedCrewCenter> {
  const path = resolve(folder);
  const kind = recognise(path);
  if (kind === null) throw notRecognised(path);
  return (await adapters[kind]()).open(path, options);
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

import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { fileName as journalFile } from '../journal/open.ts';
import { isThere } from '../lib/is-there.ts';
import { embeddedFileName } from '../platform/embedded/embedded.ts';
import { fiveFileName } from '../platform/embedded/five/five.ts';
import { CommandError, type CommandIo } from './command.ts';

/**
 * Checks that the data directory exists and belongs to the configured crew center, so that a command creates neither a data directory
 * for a mistyped `--data`, nor an empty crew center next to the journal of another one.
 * @throws CommandError
 */
export function requireData({ dataDirectory, config }: Pick<CommandIo, 'dataDirectory' | 'config'>): void {
  // The data directory has what is one machine's own then, and may be empty.
  if (config.journal !== null) return;
  const has = (name: string) => isThere(join(dataDirectory, name));
  if (has(fileOf(config))) return;
  if (![journalFile, embeddedFileName, fiveFileName].some(has))
    throw new CommandError(
      `${dataDirectory} contains no data of Tracker. Give your server's folder with --data, or create one: tracker serve --data ${dataDirectory}`,
    );
  if (config.crewCenter.kind === 'folder') return;
  const other = config.crewCenter.version === '7' ? '5' : '7';
  const cure = has(other === '5' ? fiveFileName : embeddedFileName)
    ? `one of version ${other}: set TRACKER_EMBEDDED_VERSION=${other}`
    : 'only the journal of a server beside a phpVMS: give the folder of the phpVMS with --crew-center';
  throw new CommandError(
    `${dataDirectory} contains no embedded crew center of version ${config.crewCenter.version}, but ${cure}.`,
  );
}

/** Returns the file that must exist. */
function fileOf({ crewCenter }: Config): string {
  if (crewCenter.kind === 'folder') return journalFile;
  return crewCenter.version === '7' ? embeddedFileName : fiveFileName;
}

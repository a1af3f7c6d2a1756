import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolders } from '../lib/make-folders.ts';
import { ownerOf } from '../platform/site/owner.ts';
import { CommandError, type CommandIo } from './command.ts';

/** What the service of a site needs to know. */
export interface SiteService {
  /** What stands behind the @ of the unit. */
  readonly name: string;
  /** Folder of the crew center. */
  readonly folder: string;
  readonly data: string;
  readonly listen: string;
}

/**
 * Returns the drop-in of `va-tracker@NAME.service`: it runs as the owner of the site, and may write to the site's folder
 * and the data directory.
 * @throws CommandError for a site of root, or a path that would become lines of the file
 */
export function dropInOf({ folder, data }: Pick<SiteService, 'folder' | 'data'>): string {
  const { uid, gid } = ownerOf(folder);
  if (uid === 0)
    throw new CommandError(
      `${folder} belongs to root, but Tracker does not run as root with a site. Give the folder to the user of the site's PHP first, often www-data.`,
    );
  requireOneLine([folder, data]);
  const paths = [folder, data].map((path) => `ReadWritePaths=${quote(`-${path}`)}\n`).join('');
  return `[Service]\nUser=${uid}\nGroup=${gid}\n${paths}`;
}

/** Settings of the service, `/etc/va-tracker/NAME.env`. @throws CommandError for a value that would become lines of the file */
export function settingsOf({ folder, data, listen }: SiteService): string {
  requireOneLine([folder, data, listen]);
  const values = { TRACKER_CREW_CENTER: folder, TRACKER_DATA: data, TRACKER_LISTEN: listen };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${quoteValue(value)}\n`)
    .join('');
}

/** These are files of root, while the folder is somebody else's. */
function requireOneLine(values: readonly string[]): void {
  const found = values.find((value) => /[\p{Cc}\u2028\u2029]/u.test(value));
  if (found === undefined) return;
  throw new CommandError(
    `${JSON.stringify(found)} holds a line feed or another control character, so no service can be made for it. Rename the folder.`,
  );
}

/** Prints what the service of this site needs, or writes the drop-in to a file. @throws CommandError */
export function showService(service: SiteService, file: string | null, io: CommandIo): number {
  const { name } = service;
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(name))
    throw new CommandError('--service must be a name of small letters, digits, - and _, such as crew.', 2);
  const dropIn = dropInOf(service);
  const path = file === null ? `/etc/systemd/system/va-tracker@${name}.service.d/site.conf` : resolve(file);
  if (file !== null) write(path, dropIn);
  if (io.json) {
    io.out(
      JSON.stringify({ success: true, unit: `va-tracker@${name}.service`, dropIn, settings: settingsOf(service) }),
    );
    return 0;
  }
  const written = file === null ? `Save as ${path}:\n\n${dropIn}` : `${path} written.\n`;
  io.out(`${written}\nSave as /etc/va-tracker/${name}.env, readable by root alone (chmod 600):\n\n${settingsOf(service)}
Then: systemctl daemon-reload && systemctl enable --now va-tracker@${name}`);
  return 0;
}

function write(path: string, text: string): void {
  try {
    makeFolders(dirname(path), 0o755);
    writeFileSync(path, text);
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** As systemd reads a value of a file of settings (`EnvironmentFile`, systemd.exec(5)). */
function quoteValue(value: string): string {
  return /^[\w./:@%+=,[\]-]*$/.test(value) ? value : `"${value.replaceAll(/["\\`$]/g, '\\$&')}"`;
}

/** As systemd reads a path: with `%%` for a per cent sign, and in quotes when it has a space (systemd.syntax(7)). */
function quote(path: string): string {
  const text = path.replaceAll('%', '%%');
  return /[\s"'\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : text;
}

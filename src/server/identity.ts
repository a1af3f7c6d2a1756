import { accessSync, constants, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { isThere } from '../lib/is-there.ts';
import { becomeOwner, isRoot, type Owner, ownerOf } from '../platform/site/owner.ts';
import { makePrivateFolder } from '../platform/site/private-folder.ts';

/**
 * Drops root rights: a command started as root permanently becomes the owner of the data directory or of the crew center's folder. So it neither
 * leaves files of root behind, nor follows links that a site's user planted, with root's rights. With a site it never
 * stays root; with the embedded crew center it may, if root owns its directory.
 * @param mayMakeData - whether to create a missing data directory
 * @throws ConfigError naming the user to run as
 */
export function leaveRoot(config: Config, mayMakeData: boolean): void {
  if (!isRoot()) return;
  const owner = chooseOwner(config);
  if (owner === null) return;
  const { dataDirectory } = config;
  if (mayMakeData && dataDirectory.kind === 'given') makePrivateFolder(dataDirectory.path, owner);
  requireNothingOfRoot(dataDirectory.path, owner);
  becomeOwner(owner);
  requireReadable(owner);
}

/** Returns null to stay root. */
function chooseOwner({ dataDirectory, crewCenter }: Config): Owner | null {
  const data = statSync(dataDirectory.path, { throwIfNoEntry: false });
  const isUsed = dataDirectory.kind === 'given' || crewCenter.kind === 'embedded';
  if (isUsed && data !== undefined && data.uid !== 0) return data;
  if (crewCenter.kind === 'embedded' || !isThere(crewCenter.path)) return null;
  const site = ownerOf(crewCenter.path);
  if (site.uid !== 0) return site;
  throw new ConfigError([
    `${crewCenter.path} belongs to root, but Tracker does not run as root with a site. Start it as the user of the site’s PHP (often www-data), for example: sudo -u www-data tracker …`,
  ]);
}

function requireNothingOfRoot(directory: string, { uid, gid }: Owner): void {
  if (!isThere(directory)) return;
  const own = [directory, ...readdirSync(directory).map((name) => join(directory, name))];
  const left = own.find((path) => lstatSync(path, { throwIfNoEntry: false })?.uid === 0);
  if (left === undefined) return;
  throw new ConfigError([
    `${left} belongs to root, because Tracker was once started as root. Give the folder to the user that Tracker runs as, then start again: chown -Rh ${uid}:${gid} ${directory}`,
  ]);
}

/** Checks, after dropping root rights, that the program is still readable, because parts of it are loaded later. */
function requireReadable({ uid }: Owner): void {
  const program = dirname(import.meta.dirname);
  try {
    accessSync(program, constants.R_OK | constants.X_OK);
    accessSync(process.execPath, constants.X_OK);
  } catch {
    throw new ConfigError([
      `The owner of the files (user id ${uid}) cannot read Tracker’s program in ${program} or Node at ${process.execPath}. Install both where every user can read them, for example below /opt.`,
    ]);
  }
}

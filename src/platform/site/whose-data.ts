import { lstatSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { CrewCenterError } from '../crew-center.ts';
import { type EdgeStep, replaceChanged } from './edge-steps.ts';
import { asOwner, ownerOf } from './owner.ts';
import { realPath } from './public-folder.ts';

/** In a data directory: the folder of the crew center whose data these are. Several may lie beside each other. */
const markFile = 'crew-center.txt';

const dataName = 'tracker-data';

/** Where the data of `folder` may lie in `above`: the second is for where the first holds those of another crew center. */
export function dataPlaces(above: string, folder: string): readonly string[] {
  const name = relative(above, folder).split(sep).join('-');
  return [join(above, dataName), join(above, `${dataName}-${name}`)];
}

/** The folder of another crew center whose data lie here, else null. Data of a folder that is gone are anybody's: it was moved. */
export function otherHolder(directory: string, folder: string): string | null {
  const holder = readMark(directory);
  return holder !== null && holder !== realPath(folder) && !isGone(holder) ? holder : null;
}

/** One that we may not look at is there. */
function isGone(path: string): boolean {
  try {
    return !isThere(path);
  } catch {
    return false;
  }
}

/** @throws CrewCenterError when a named place holds the data of another crew center */
export function requireFree(setting: string, directory: string, folder: string): void {
  const other = otherHolder(directory, folder);
  if (other === null) return;
  throw new CrewCenterError(
    `${setting} is ${directory}, which holds the data of the crew center in ${other}. Name another folder: each crew center needs one of its own.`,
  );
}

export function isHolder(directory: string, folder: string): boolean {
  return readMark(directory) === realPath(folder);
}

/**
 * Writes into the directory, which exists, whose data it holds: with the rights of the crew center's owner, who may have
 * named any directory in the settings.
 */
export function markHolder(directory: string, folder: string): void {
  asOwner(ownerOf(folder), () => replaceChanged(join(directory, markFile), markOf(folder)));
}

export function markSteps(directory: string, folder: string): readonly EdgeStep[] {
  if (isHolder(directory, folder)) return [];
  const why = 'says whose data these are';
  return [{ kind: 'write', path: join(directory, markFile), bytes: markOf(folder), why, mode: 0o600 }];
}

const markOf = (folder: string) => Buffer.from(`${realPath(folder)}\n`);

function readMark(directory: string): string | null {
  const file = join(directory, markFile);
  try {
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8').trim() || null : null;
  } catch {
    return null;
  }
}

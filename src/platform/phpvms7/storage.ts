import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CrewCenterError } from '../crew-center.ts';
import { asOwner, isRoot, isRootsAlone, ownerOf } from '../site/owner.ts';
import { documentRoot, isWithin, isWritable, realPath, whyPublic } from '../site/public-folder.ts';
import { reportedRootFile } from '../site/reported-root.ts';

export interface StorageWish {
  readonly folder: string;
  readonly siteUrl: string;
  /** `--data`. */
  readonly given: string | null;
}

/**
 * Where journal and logs lie beside a phpVMS 7: `--data`, else `storage/app/tracker` of the platform, else one level above
 * it or above the document root. A place that a web server may show is none: the document root is what the edge reported,
 * else the platform's folder `public`, and with an address such as `https://host/va` also what lies above the folder `va`.
 * @throws CrewCenterError when every place is public, a named one is, or a public one holds a journal already
 */
export function chooseStorage({ folder, siteUrl, given }: StorageWish): string {
  const real = realPath(folder);
  const known = knownPlaces(real);
  const reported = known.map(readReported).find((root) => root !== null) ?? null;
  const root = reported ?? documentRoot(real, siteUrl);
  const roots = rootsOf(real, root, reported !== null);
  const why = (path: string) => roots.map((root) => whyPublic(path, root)).find((reason) => reason !== null) ?? null;
  if (given !== null) {
    const reason = why(given);
    if (reason === null) return realPath(given);
    throw new CrewCenterError(`--data is ${given}: ${reason}. Name a folder that no web server shows.`);
  }
  const places = [...new Set([known[0] ?? real, join(dirname(real), dataName), join(dirname(root), dataName)])];
  const isFit = (place: string) => why(place) === null && (isWithin(real, place) || canHold(place, real));
  const chosen = known.find((place) => holdsJournal(place) && isFit(place)) ?? places.find(isFit);
  const left = known.find((place) => place !== chosen && holdsJournal(place) && why(place));
  if (left !== undefined) throw publicJournal(left, why(left), chosen);
  if (chosen !== undefined) return chosen;
  const [own = real] = places;
  throw new CrewCenterError(`${own} may be shown by a web server: ${why(own)}. Name another folder with --data.`);
}

const dataName = 'tracker-data';
const holdsJournal = (place: string) => existsSync(join(place, 'journal.sqlite'));

/** Where a start before this one may have put them: in the platform's storage, or somewhere above it. */
function knownPlaces(folder: string): readonly string[] {
  const places = [join(folder, 'storage', 'app', 'tracker')];
  const above = [dirname(folder), dirname(dirname(folder)), dirname(dirname(dirname(folder)))];
  return [...places, ...new Set(above.map((path) => join(path, dataName)))];
}

function rootsOf(folder: string, root: string, isReported: boolean): readonly string[] {
  const shown = existsSync(join(folder, 'public')) ? join(folder, 'public') : folder;
  return isReported ? [root, shown] : [root === folder ? shown : root];
}

function readReported(place: string): string | null {
  try {
    return readFileSync(join(place, reportedRootFile), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

function canHold(path: string, folder: string): boolean {
  const place = existsSync(path) ? path : dirname(path);
  return asOwner(ownerOf(folder), () => isWritable(place)) || (isRoot() && isRootsAlone(dirname(path)));
}

function publicJournal(place: string, reason: string | null, chosen: string | undefined): CrewCenterError {
  const to = chosen ?? '/a/folder/that/no/web/server/shows';
  const then = chosen === undefined ? `, then start with --data ${to}` : '';
  return new CrewCenterError(
    `${place} holds a journal, and a web server may show it: ${reason}. Move it while the server is stopped: mv ${place} ${to}${then}.`,
  );
}

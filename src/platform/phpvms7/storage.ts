import { dirname, join } from 'node:path';
import { isThere, isUsable } from '../../lib/is-there.ts';
import { CrewCenterError } from '../crew-center.ts';
import { asOwner, isRoot, isRootsAlone, ownerOf } from '../site/owner.ts';
import { documentRoot, isWithin, isWritable, readReportedRoot, realPath, whyPublic } from '../site/public-folder.ts';
import { dataPlaces, isHolder, otherHolder, requireFree } from '../site/whose-data.ts';

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
 * One that holds the data of another crew center is none either.
 * @throws CrewCenterError when every place is public, a named one is no place, or a public one holds a journal already
 */
export function chooseStorage({ folder, siteUrl, given }: StorageWish): string {
  const real = realPath(folder);
  const known = knownPlaces(real);
  const reported = known.map(readReportedRoot).find((root) => root !== null) ?? null;
  const root = reported ?? documentRoot(real, siteUrl);
  const isOpenedAtPublic = /\/public\/?$/.test(new URL(siteUrl).pathname);
  const roots = rootsOf(real, root, reported !== null || isOpenedAtPublic);
  const why = (path: string) => roots.map((root) => whyPublic(path, root)).find((reason) => reason !== null) ?? null;
  if (given !== null) {
    const reason = why(given);
    if (reason !== null) throw new CrewCenterError(`--data is ${given}: ${reason}. ${nameAnother}`);
    requireFree('--data', given, real);
    return realPath(given);
  }
  const places = [
    ...new Set([known[0] ?? real, ...dataPlaces(dirname(real), real), ...dataPlaces(dirname(root), real)]),
  ];
  const isFit = (place: string) =>
    why(place) === null && otherHolder(place, real) === null && (isWithin(real, place) || canHold(place, real));
  const chosen =
    known.find((place) => isHolder(place, real) && isFit(place)) ??
    known.find((place) => holdsJournal(place) && isFit(place)) ??
    places.find(isFit);
  const left = known.find(
    (place) => place !== chosen && holdsJournal(place) && why(place) && otherHolder(place, real) === null,
  );
  if (left !== undefined) throw publicJournal(left, why(left), chosen);
  if (chosen !== undefined) return chosen;
  const [own = real] = places;
  throw new CrewCenterError(`${own} may be shown by a web server: ${why(own)}. Choose another folder with --data.`);
}

const nameAnother = 'Choose a folder that is not public.';
const holdsJournal = (place: string) => isUsable(join(place, 'journal.sqlite'));

/** Where a start before this one may have put them: in the platform's storage, or somewhere above it. */
function knownPlaces(folder: string): readonly string[] {
  const places = [join(folder, 'storage', 'app', 'tracker')];
  const above = [dirname(folder), dirname(dirname(folder)), dirname(dirname(dirname(folder)))];
  return [...places, ...new Set(above.flatMap((path) => dataPlaces(path, folder)))];
}

function rootsOf(folder: string, root: string, isCertain: boolean): readonly string[] {
  const shown = isThere(join(folder, 'public')) ? join(folder, 'public') : folder;
  return isCertain ? [root, shown] : [root === folder ? shown : root];
}

function canHold(path: string, folder: string): boolean {
  const place = isThere(path) ? path : dirname(path);
  return asOwner(ownerOf(folder), () => isWritable(place)) || (isRoot() && isRootsAlone(dirname(path)));
}

function publicJournal(place: string, reason: string | null, chosen: string | undefined): CrewCenterError {
  const to = chosen ?? '/a/folder/that/no/web/server/shows';
  const then = chosen === undefined ? `, then start with --data ${to}` : '';
  return new CrewCenterError(
    `${place} holds a journal, and a web server may show it: ${reason}. Move it while the server is stopped: mv ${place} ${to}${then}.`,
  );
}

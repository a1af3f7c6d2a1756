import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import type { Ask, Question } from '../site/ask.ts';
import { readStart } from '../site/file-start.ts';
import { asOwner, type Owner } from '../site/owner.ts';
import { documentRoot } from '../site/public-folder.ts';
import type { SiteAnswer } from '../site/site-requests.ts';

/** A folder that the web server was seen to show, and the address at which it does, without a slash at its end. */
export interface Place {
  readonly folder: string;
  readonly url: string;
}

export interface PlaceNeeds {
  readonly publicFolders: readonly string[];
  readonly url: string;
  readonly owner: Owner;
  readonly ask: Ask;
}

/** Folders that the address may stand for, of which those are returned whose control file could be read just now. */
export async function findPlaces({ publicFolders, url, owner, ask }: PlaceNeeds): Promise<readonly Place[]> {
  const { origin, pathname } = new URL(url);
  const candidates: Place[] = publicFolders.map((folder) => ({ folder, url }));
  if (pathname.replace(/(?<!\/)\/+$/, '') !== '') {
    const roots = publicFolders.map((folder) => documentRoot(folder, url));
    for (const root of new Set(roots)) {
      if (!publicFolders.includes(root)) candidates.push({ folder: root, url: origin });
    }
  }
  const shown = await Promise.all(candidates.map((place) => isShown(place, owner, ask)));
  return candidates.filter((_, index) => shown[index]);
}

/** By a file that is made for it and removed again, else, where the owner may not write, by one that is there. */
export async function isShown({ folder, url }: Place, owner: Owner, ask: Ask): Promise<boolean> {
  const [name, content] = [`tracker-check-${randomBytes(16).toString('hex')}.txt`, randomBytes(16).toString('hex')];
  const path = join(folder, name);
  try {
    asOwner(owner, () => writeFileSync(path, content, { mode: 0o644, flag: 'wx' }));
  } catch {
    const known = asOwner(owner, () => findStatic(folder));
    return known !== null && (await isFileShown(join(folder, known), `${url}/${known}`, owner, ask));
  }
  try {
    return (await ask(`${url}/${name}`, ofFile))?.body.toString('utf8') === content;
  } finally {
    asOwner(owner, () => rmSync(path, { force: true }));
  }
}

const ofFile: Question = { isOfFile: true };

function findStatic(folder: string): string | null {
  if (!isThere(folder)) return null;
  return readdirSync(folder).find((name) => /^[\w-]+\.(?:txt|ico|png|jpe?g|css|js|svg|html?|md)$/i.test(name)) ?? null;
}

const comparedBytes = 2_048;
/** A file that changes while it is compared is compared again. */
const maxTries = 3;

/** True when the site shows this very file: its first bytes, not a page or the output of a program. */
export async function isFileShown(path: string, url: string, owner: Owner, ask: Ask): Promise<boolean> {
  const read = () => asOwner(owner, () => readStart(path, comparedBytes));
  let own = read();
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (own === null) return isOfItsSize(path, await ask(url, ofFile));
    if (own.length === 0) return false;
    const answer = await ask(url, ofFile);
    if (answer === null || answer.status >= 300) return false;
    if (answer.body.subarray(0, own.length).equals(own)) return true;
    const now = read();
    if (now?.equals(own) === true) return false;
    own = now;
  }
  return false;
}

/** Where the owner may not read a file the web server, which is another user, may. */
function isOfItsSize(path: string, answer: SiteAnswer | null): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const isShown = answer !== null && answer.status < 300;
  return isShown && size > 0 && Number(answer.headers.get('content-length')) === size;
}

/** The innermost of the places in which this path lies. */
export function innermost(places: readonly Place[], path: string): Place | null {
  const fitting = places.filter(({ folder }) => path === folder || path.startsWith(`${folder}${sep}`));
  return fitting.toSorted((a, b) => b.folder.length - a.folder.length)[0] ?? null;
}

/** The address of a file below a place. */
export function urlOf(place: Place, parts: readonly string[]): string {
  return [place.url, ...parts.map(encodeURIComponent)].join('/');
}

export function urlOfPath(place: Place, path: string): string {
  return urlOf(place, relative(place.folder, path).split(sep));
}

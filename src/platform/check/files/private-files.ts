import { statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readStart } from '../../site/file-start.ts';
import type { FindingName } from '../../site/finding-kinds.ts';
import { asOwner } from '../../site/owner.ts';
import { isWithin } from '../../site/public-folder.ts';
import { isFileShown, type Place, urlOf } from '../places.ts';
import type { Check, Subject } from '../subject.ts';
import { readArchive } from './archive-content.ts';
import { baitOf, isForVisitors, repositoryFiles, repositoryName } from './bait-names.ts';
import { isPrivateContent, maxContentBytes } from './private-content.ts';
import { group, type Seen } from './seen.ts';
import { type Walked, walk } from './walk.ts';
import { lookAtWhole, wholeFolderOf } from './whole-folders.ts';

/** Maximum number of files requested per folder; if these can be read, the others are assumed to be readable too. */
const maxAskedPerFolder = 40;
const maxPhpinfoBytes = 16_384;

/** Checks all files in public folders: those whose names suggest private content are requested by URL. */
export const privateFiles: Check = {
  name: 'private files',
  async run(subject) {
    const found: Promise<readonly Seen[]>[] = [];
    const { trackingFolders, publicFolders } = subject.profile;
    for (const place of outermost(subject.places)) {
      const wholes: string[] = [];
      for await (const folder of walk(place.folder, subject.owner)) {
        if ([...trackingFolders, ...wholes].some((each) => isBelow(each, folder.path))) continue;
        if (isInShipped(subject, folder.path)) continue;
        const whole = wholeFolderOf(folder, publicFolders.includes(dirname(folder.path)));
        if (whole !== null) wholes.push(folder.path);
        found.push(whole === null ? lookAt(subject, place, folder) : lookAtWhole(subject, place, folder, whole));
      }
    }
    return group((await Promise.all(found)).flat());
  },
};

/** A folder that is shown as a part of another one needs to be walked once. */
export function outermost(places: readonly Place[]): readonly Place[] {
  return places.filter(
    (place) => !places.some((other) => other.folder !== place.folder && isWithin(other.folder, place.folder)),
  );
}

export const isBelow = (folder: string, path: string) => path === folder || path.startsWith(`${folder}${sep}`);

async function lookAt(subject: Subject, place: Place, folder: Walked): Promise<readonly Seen[]> {
  const repositories = folder.folders.filter((name) => repositoryName.test(name));
  const ofRepositories = repositories.map((name) => lookAtRepository(subject, place, folder, name));
  const scripts = folder.files.filter((name) => /\.php\d?$/.test(name));
  const showing = new Set(scripts.filter((name) => callsPhpinfo(subject, join(folder.path, name))));
  const baits = folder.files.flatMap((name) => {
    const kind = baitOf([...folder.parts, name]);
    if (kind === null || showing.has(name)) return [];
    return kind === 'content' && !isPrivate(subject, join(folder.path, name)) ? [] : [{ name, kind }];
  });
  const asked = baits.slice(0, maxAskedPerFolder);
  const ofFiles = asked.map(({ name, kind }) => lookAtFile(subject, place, folder, name, kind));
  const ofScripts = [...showing].map((name) => lookForPhpinfo(subject, place, folder, name));
  const seen = (await Promise.all([...ofRepositories, ...ofFiles, ...ofScripts])).filter((each) => each !== null);
  const isReadable = seen.some(({ name }) => name === 'private-file-readable' || name === 'shipped-folder-readable');
  const more = isReadable
    ? baits.slice(maxAskedPerFolder).filter(({ kind }) => kind === 'private' || kind === 'content')
    : [];
  return [...seen, ...more.map(({ name }) => readable(subject, folder, name))];
}

async function lookAtRepository(
  { owner, ask }: Subject,
  place: Place,
  { path, parts }: Walked,
  name: string,
): Promise<Seen | null> {
  const file = repositoryFiles[name] ?? 'HEAD';
  const url = urlOf(place, [...parts, name, file]);
  const isShown = await isFileShown(join(path, name, file), url, owner, ask);
  const whole = join(path, name);
  return isShown ? { name: 'repository-readable', path: whole, isFolder: true, evidence: `${url} can be read` } : null;
}

async function lookAtFile(
  subject: Subject,
  place: Place,
  folder: Walked,
  name: string,
  kind: NonNullable<ReturnType<typeof baitOf>>,
): Promise<Seen | null> {
  const { owner, ask } = subject;
  const path = join(folder.path, name);
  if (kind === 'script') return { name: 'diagnostic-script', path, evidence: '' };
  const isArchive = kind === 'archive';
  const content = isArchive ? asOwner(owner, () => lookInside(path)) : 'site';
  if (isArchive && content !== 'site' && (content === 'other' || isForVisitors(folder.parts))) return null;
  if (!(await isFileShown(path, urlOf(place, [...folder.parts, name]), owner, ask))) return null;
  if (!isArchive || isShipped(subject, path)) return readable(subject, folder, name);
  return { name: content === 'site' ? 'archive-readable' : 'archive-unknown', path, evidence: 'can be downloaded' };
}

function isPrivate({ owner }: Subject, path: string): boolean {
  const start = asOwner(owner, () => readStart(path, maxContentBytes));
  return start !== null && isPrivateContent(basename(path), start);
}

function lookInside(path: string) {
  try {
    return readArchive(path);
  } catch {
    return 'unknown';
  }
}

function readable(subject: Subject, folder: Walked, file: string): Seen {
  const path = join(folder.path, file);
  const name: FindingName = isShipped(subject, path) ? 'shipped-folder-readable' : 'private-file-readable';
  return { name, path, evidence: 'can be read' };
}

const wayTo = (folder: string, path: string) => relative(folder, path).split(sep).join('/');

function isShipped({ folder, profile }: Subject, path: string): boolean {
  return profile.shippedFiles.test(wayTo(folder, path));
}

/** These are checked as a whole. */
export function isInShipped({ folder, profile }: Subject, path: string): boolean {
  const way = wayTo(folder, path);
  return profile.shippedFolders.some((each) => way === each || way.startsWith(`${each}/`));
}

function callsPhpinfo({ owner }: Subject, file: string): boolean {
  const source = asOwner(owner, () => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return size <= maxPhpinfoBytes ? readStart(file, maxPhpinfoBytes) : null;
  });
  return source !== null && /\bphpinfo\s*\(/i.test(source.toString('latin1'));
}

/** Returns the output of a script that contains the call. Other scripts are not requested, because they could change something. */
async function lookForPhpinfo(
  { ask }: Subject,
  place: Place,
  { path, parts }: Walked,
  name: string,
): Promise<Seen | null> {
  const file = join(path, name);
  const reply = await ask(urlOf(place, [...parts, name]), { isOfFile: true });
  if (reply === null) return null;
  const isShown = /<title>[^<]*phpinfo\(\)|PHP Version\s*(?:<|=>)/i.test(reply.body.toString('latin1'));
  if (isShown) return { name: 'phpinfo-runs', path: file, evidence: 'shows the output of phpinfo()' };
  const isCallable = reply.status === 200 && baitOf([...parts, name]) === 'script';
  return isCallable ? { name: 'diagnostic-script', path: file, evidence: '' } : null;
}

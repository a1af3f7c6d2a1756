import { basename, join, relative, sep } from 'node:path';
import { isThere } from '../../../lib/is-there.ts';
import { askDenial } from '../../site/denied-folder.ts';
import type { Observation } from '../../site/observation.ts';
import { innermost, isFileShown, type Place, urlOfPath } from '../places.ts';
import type { Check, Subject } from '../subject.ts';
import { baitOf } from './bait-names.ts';
import { observeDenial } from './denials.ts';
import { group, type Seen } from './seen.ts';
import { walk } from './walk.ts';

/** Old sessions, reports and scripts in the folder that belongs to tracking: what is not ours must go. */
export const trackingFolder: Check = {
  name: 'tracking folder',
  async run(subject) {
    const { profile, places } = subject;
    const found = await Promise.all(
      profile.trackingFolders
        .filter((folder) => isThere(folder))
        .flatMap((folder) => {
          const place = innermost(places, folder);
          return place === null ? [] : [lookAt(subject, place, folder)];
        }),
    );
    return found.flat();
  },
};

async function lookAt(subject: Subject, place: Place, folder: string): Promise<readonly Observation[]> {
  const seen: Promise<Seen | null>[] = [];
  for await (const { path, files } of walk(folder, subject.owner)) {
    const below = relative(folder, path)
      .split(sep)
      .filter((part) => part !== '');
    const strangers = files.filter((name) => !subject.profile.belongs(folder, [...below, name].join('/')));
    seen.push(...strangers.map((name) => judge(subject, place, folder, [...below, name])));
  }
  const found = (await Promise.all(seen)).filter((each) => each !== null);
  return [...group(found), ...(await probePrivateFolders(subject, place, folder))];
}

const obsolete = /^cleanup_live\.php$|_debug\.php$|^(?:debug|test|diag|phpinfo|info)[\w.-]*\.php$/i;
const leftByPrograms = /\.(?:json|txt|xml|csv|html?|md|php\d?)$/i;

async function judge(
  { profile, owner, ask }: Subject,
  place: Place,
  folder: string,
  parts: readonly string[],
): Promise<Seen | null> {
  const name = parts.at(-1) ?? '';
  const path = join(folder, ...parts);
  const isScript = /\.php\d?$/i.test(name);
  if (/^(?:index\.html?|\.htaccess|\.gitignore)$/i.test(name) && parts.length > 1) return null;
  const bait = baitOf([basename(folder), ...parts]) ?? 'content';
  if (bait === 'content' && !leftByPrograms.test(name)) return null;
  const moved = { path, isMovedUnasked: true } as const;
  if (isScript && (profile.isEveryScriptObsolete || obsolete.test(name)))
    return { name: 'obsolete-script', ...moved, evidence: 'can be called' };
  if (isScript) return { name: 'leftover-in-acars', ...moved, evidence: 'a script that is not part of Tracker' };
  const isShown = await isFileShown(path, urlOfPath(place, path), owner, ask);
  return isShown
    ? { name: 'private-file-readable', ...moved, evidence: 'can be read' }
    : { name: 'leftover-in-acars', ...moved, evidence: 'not part of Tracker' };
}

/** Where these folders exist, files that are made for it show whether they are denied. With Tracker's own folder, it knows them. */
async function probePrivateFolders(subject: Subject, place: Place, folder: string): Promise<readonly Observation[]> {
  if (subject.kit.isInstalled() && !subject.profile.isEveryScriptObsolete) return [];
  const site = { folder: place.folder, siteUrl: place.url };
  const paths = ['sessions', 'reports', 'logs', 'cache']
    .map((name) => join(folder, name))
    .filter((path) => isThere(path));
  const found = await Promise.all(
    paths.map(async (path) => {
      const denial = await askDenial({ folder: path, site, owner: subject.owner }, subject.ask);
      const evidence = 'a file that was put there for this check could be read';
      const repair = { deny: [`${path}/`] };
      return observeDenial(denial, { name: 'folder-not-denied', subject: path, evidence, repair });
    }),
  );
  return found.flat();
}

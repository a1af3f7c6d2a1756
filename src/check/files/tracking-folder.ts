import { existsSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { askDenial } from '../../platform/site/denied-folder.ts';
import type { Observation } from '../../platform/site/observation.ts';
import { innermost, isFileShown, type Place, urlOfPath } from '../places.ts';
import type { Check, Subject } from '../subject.ts';
import { baitOf } from './bait-names.ts';
import { group, type Seen } from './seen.ts';
import { walk } from './walk.ts';

/** Old sessions, reports and scripts in the folder that belongs to tracking: what is not ours must go. */
export const trackingFolder: Check = {
  name: 'tracking folder',
  async run(subject) {
    const { profile, places } = subject;
    const found = await Promise.all(
      profile.trackingFolders
        .filter((folder) => existsSync(folder))
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
    if (below[0] !== undefined && subject.profile.belongs(folder, below[0])) continue;
    const strangers = files.filter((name) => below.length > 0 || !subject.profile.belongs(folder, name));
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
  if (baitOf([basename(folder), ...parts]) === null && !leftByPrograms.test(name)) return null;
  const moved = { path, isMovedUnasked: true } as const;
  if (isScript && (profile.isEveryScriptObsolete || obsolete.test(name)))
    return { name: 'obsolete-script', ...moved, evidence: 'can be called' };
  if (isScript) return { name: 'leftover-in-acars', ...moved, evidence: 'a script that is not part of Tracker' };
  const isShown = await isFileShown(path, urlOfPath(place, path), owner, ask);
  return isShown
    ? { name: 'private-file-readable', ...moved, evidence: 'can be read' }
    : { name: 'leftover-in-acars', ...moved, evidence: 'not part of Tracker' };
}

/** Where these folders exist, a file that is made for it shows whether they are denied. */
async function probePrivateFolders(subject: Subject, place: Place, folder: string): Promise<readonly Observation[]> {
  const url = urlOfPath(place, folder);
  const names = ['sessions', 'reports', 'logs', 'cache'].filter((name) => existsSync(join(folder, name)));
  const found = await Promise.all(
    names.map(async (name): Promise<Observation | null> => {
      const path = join(folder, name);
      const denial = await askDenial(path, url, subject.owner).catch(() => 'unknown' as const);
      const evidence = 'a file that was put there for this check could be read';
      return denial === 'readable'
        ? { name: 'folder-not-denied', subject: path, evidence, repair: { deny: [`${path}/`] } }
        : null;
    }),
  );
  return found.filter((each) => each !== null);
}

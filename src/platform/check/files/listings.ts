import { join } from 'node:path';
import type { Observation } from '../../site/observation.ts';
import { type Place, urlOf } from '../places.ts';
import type { Check, Subject } from '../subject.ts';
import { baitOf } from './bait-names.ts';
import { isBelow, outermost } from './private-files.ts';
import { type Walked, walk } from './walk.ts';

/** Maximum number of folders without an index file that are requested, those nearest to the top first. */
const maxAsked = 200;
const maxNamed = 5;

/** Folders whose names of files the web server lists. */
export const listings: Check = {
  name: 'listings',
  async run(subject) {
    const folders: { place: Place; folder: Walked }[] = [];
    for (const place of outermost(subject.places)) {
      for await (const folder of walk(place.folder, subject.owner)) {
        const isShown = !folder.files.some((name) => /^index\.(?:php|html?)$/i.test(name));
        if (isShown && folder.files.length + folder.folders.length > 0) folders.push({ place, folder });
      }
    }
    folders.sort((a, b) => a.folder.parts.length - b.folder.parts.length);
    const asked = folders.slice(0, maxAsked);
    const isListed = await Promise.all(asked.map(({ place, folder }) => isList(subject, place, folder)));
    return observe(
      subject,
      asked.filter((_, index) => isListed[index]).map(({ folder }) => folder),
    );
  },
};

/** The names that lie there stand in the page as links, as only a listing has them. */
async function isList({ ask }: Subject, place: Place, { parts, files, folders }: Walked): Promise<boolean> {
  const reply = await ask(`${urlOf(place, parts)}/`, { isOfFile: true });
  if (reply === null || reply.status !== 200) return false;
  const links = new Set(
    [...reply.body.toString('utf8').matchAll(/href="(?:\.\/)?([^"]+?)\/?"/g)].map(([, link = '']) => plain(link)),
  );
  const names = [...files, ...folders].filter((name) => !name.startsWith('.'));
  const expected = names.slice(0, 3);
  return expected.length > 0 && expected.every((name) => links.has(name));
}

/** By its name alone. */
const isBait = (parts: readonly string[]) => (baitOf(parts) ?? 'content') !== 'content';

function plain(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

/** Worse where it leads strangers to what they would not find. */
function observe({ profile }: Subject, folders: readonly Walked[]): readonly Observation[] {
  const isSerious = ({ path, parts, files }: Walked) =>
    profile.trackingFolders.some((each) => isBelow(each, path)) || files.some((name) => isBait([...parts, name]));
  return ([true, false] as const).flatMap((serious) => {
    const alike = folders.filter((folder) => Boolean(isSerious(folder)) === serious);
    const [first] = alike;
    if (first === undefined) return [];
    const names = alike.slice(0, maxNamed).map(({ parts }) => `/${parts.join('/')}`);
    const more = alike.length > maxNamed ? ` and ${alike.length - maxNamed} more` : '';
    return [
      {
        name: 'folder-listed',
        subject: join(first.path, '/'),
        evidence: `listed: ${names.join(', ')}${more}`,
        severity: serious ? 'serious' : 'warning',
        repair: { hidesLists: true },
      } as const,
    ];
  });
}

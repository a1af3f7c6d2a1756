import { join } from 'node:path';
import { isThere } from '../../../lib/is-there.ts';
import { askForFiles } from '../../site/denied-folder.ts';
import type { Observation } from '../../site/observation.ts';
import { innermost, urlOfPath } from '../places.ts';
import type { Check, Subject } from '../subject.ts';
import { observeDenial } from './denials.ts';

/** Private folders that the crew center brings along: a file that is made for it shows whether they are denied, also while they are empty. */
export const shippedFolders: Check = {
  name: 'folders of the crew center',
  async run(subject) {
    const { folder, profile } = subject;
    const found = profile.shippedFolders.map((way) => join(folder, way)).filter((path) => isThere(path));
    return (await Promise.all(found.map((path) => probe(subject, path)))).flat();
  },
};

async function probe({ places, owner, ask }: Subject, path: string): Promise<readonly Observation[]> {
  const place = innermost(places, path);
  if (place === null) return [];
  const url = urlOfPath(place, path);
  const control = { folder: place.folder, urls: [place.url] };
  const denial = await askForFiles(owner, { folder: path, urls: [url] }, control, ask);
  const evidence = `a file that was put there for this check could be read at ${url}/`;
  return observeDenial(denial, {
    name: 'shipped-folder-readable',
    subject: path,
    evidence,
    repair: { deny: [`${path}/`] },
  });
}

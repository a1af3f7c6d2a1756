import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import type { Observation } from '../site/observation.ts';
import { isWithin } from '../site/public-folder.ts';
import { askWhetherServed } from '../site/served-folder.ts';
import { observeDenial } from './files/denials.ts';
import type { Check, Subject } from './subject.ts';

/** Where Tracker's data lie, shown by files that are made for it, with a control file in the same run. */
export const dataPlace: Check = {
  name: 'data directory',
  async run(subject) {
    const { url, isReachable, kit } = subject;
    if (url === null || !isReachable) return [];
    const [probed, data] = await Promise.all([probeEdge(subject, url), probeData(subject, url)]);
    const others = probed.filter(
      ({ name, subject: where }) => !data.some((each) => each.name === name && each.subject === where),
    );
    return [...others, ...data, ...lyingInside(subject, kit.dataDirectory)];
  },
};

async function probeEdge({ kit, ask }: Subject, url: string): Promise<readonly Observation[]> {
  if (!kit.isInstalled()) return [];
  const probed = await kit.probe(url, ask);
  const evidence = 'a file that was put there for this check could be read';
  return probed.flatMap(({ path, finding, folder, denial }) =>
    observeDenial(denial, {
      name: finding,
      subject: folder ?? path,
      evidence,
      ...(folder !== null && { repair: { deny: [`${folder}/`] } }),
    }),
  );
}

async function probeData({ kit, folder, profile, ask }: Subject, siteUrl: string): Promise<readonly Observation[]> {
  const places = new Set([kit.dataDirectory, ...profile.oldDataFolders]);
  const found = await Promise.all(
    [...places]
      .filter((place) => isThere(place))
      .map(async (place) => {
        const denial = await askWhetherServed(place, { folder, siteUrl }, ask);
        const evidence = isThere(join(place, 'journal.sqlite')) ? 'the journal can be read' : 'a file could be read';
        return observeDenial(denial, { name: 'data-readable', subject: place, evidence });
      }),
  );
  return found.flat();
}

/** Denied, but in a public folder. The data directory with Tracker's deny rule is allowed to be there. */
function lyingInside({ places, profile }: Subject, data: string): readonly Observation[] {
  if (!isThere(data) || profile.trackingFolders.some((folder) => isWithin(folder, data))) return [];
  const place = places.find(({ folder }) => isWithin(folder, data));
  if (place === undefined) return [];
  return [
    { name: 'data-in-public-folder', subject: data, evidence: `it lies in ${place.folder}, shown at ${place.url}` },
  ];
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Observation } from '../platform/site/observation.ts';
import { isWithin } from '../platform/site/public-folder.ts';
import { askWhetherServed } from '../platform/site/served-folder.ts';
import type { Check, Subject } from './subject.ts';

/** Where Tracker's data lie, shown by files that are made for it, with a control file in the same run. */
export const dataPlace: Check = {
  name: 'data directory',
  async run(subject) {
    const { url, isReachable, kit } = subject;
    if (url === null || !isReachable) return [];
    const [probe, data] = await Promise.all([probeEdge(subject, url), probeData(subject, url)]);
    const isSame = probe?.name === data[0]?.name;
    return [...(probe === null || isSame ? [] : [probe]), ...data, ...lyingInside(subject, kit.dataDirectory)];
  },
};

async function probeEdge({ kit }: Subject, url: string): Promise<Observation | null> {
  if (!kit.isInstalled()) return null;
  const { path, denial, finding } = await kit.probe(url).catch(() => ({ path: '', denial: 'unknown', finding: null }));
  if (denial !== 'readable' || finding === null) return null;
  return { name: finding, subject: path, evidence: 'a file that was put there for this check could be read' };
}

async function probeData({ kit, folder, profile }: Subject, siteUrl: string): Promise<readonly Observation[]> {
  const places = new Set([kit.dataDirectory, ...profile.oldDataFolders]);
  const found = await Promise.all(
    [...places]
      .filter((place) => existsSync(place))
      .map(async (place): Promise<Observation | null> => {
        const denial = await askWhetherServed(place, { folder, siteUrl });
        const evidence = existsSync(join(place, 'journal.sqlite')) ? 'the journal can be read' : 'a file could be read';
        return denial === 'readable' ? { name: 'data-readable', subject: place, evidence } : null;
      }),
  );
  return found.filter((each) => each !== null);
}

/** Denied, but in a public folder. The data directory with Tracker's deny rule is allowed to be there. */
function lyingInside({ places, profile }: Subject, data: string): readonly Observation[] {
  if (!existsSync(data) || profile.trackingFolders.some((folder) => isWithin(folder, data))) return [];
  const place = places.find(({ folder }) => isWithin(folder, data));
  if (place === undefined) return [];
  return [
    { name: 'data-in-public-folder', subject: data, evidence: `it lies in ${place.folder}, shown at ${place.url}` },
  ];
}

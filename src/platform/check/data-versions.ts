import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { readStoredVersion } from '../../lib/stored-version.ts';
import type { Observation } from '../site/observation.ts';
import { asOwner, ownerOf } from '../site/owner.ts';
import type { Check } from './subject.ts';

const maxAskMs = 30_000;

/** Whether the data are of this program's version. They are only read. */
export const dataVersions: Check = {
  name: 'versions of the data',
  async run({ kit, formats }) {
    if (!isThere(kit.dataDirectory)) return [];
    // They may belong to another user than the site, which is a finding of its own.
    const owner = ownerOf(kit.dataDirectory);
    return formats.flatMap(({ file, newest }) => {
      const path = join(kit.dataDirectory, file);
      return judgeVersion(
        path,
        asOwner(owner, () => readStoredVersion(path)),
        newest,
      );
    });
  },
};

/** Asked only where TRACKER_RELEASE_URL is set. */
export const newerRelease: Check = {
  name: 'newer release',
  async run({ askForNewer }) {
    if (askForNewer === undefined) return [];
    const subject = 'TRACKER_RELEASE_URL';
    try {
      const evidence = await askForNewer(AbortSignal.timeout(maxAskMs));
      return evidence === null ? [] : [{ name: 'newer-release', subject, evidence }];
    } catch (error) {
      return [{ name: 'release-not-read', subject, evidence: error instanceof Error ? error.message : String(error) }];
    }
  },
};

/** @param stored - null or 0 for data that the next start creates */
function judgeVersion(subject: string, stored: number | null, newest: number): readonly Observation[] {
  if (stored === null || stored === 0 || stored === newest) return [];
  const evidence = `its data version is ${stored}, this program’s is ${newest}`;
  return [{ name: stored < newest ? 'migrations-pending' : 'data-too-new', subject, evidence }];
}

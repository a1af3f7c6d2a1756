import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { readStoredVersion } from '../../lib/stored-version.ts';
import type { Observation } from '../site/observation.ts';
import { asOwner, ownerOf } from '../site/owner.ts';
import type { Check } from './subject.ts';

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

/** @param stored - null or 0 for data that the next start creates */
function judgeVersion(subject: string, stored: number | null, newest: number): readonly Observation[] {
  if (stored === null || stored === 0 || stored === newest) return [];
  const evidence = `its data version is ${stored}, this program’s is ${newest}`;
  return [{ name: stored < newest ? 'migrations-pending' : 'data-too-new', subject, evidence }];
}

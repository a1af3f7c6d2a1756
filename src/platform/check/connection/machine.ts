import { lstatSync, readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../../../lib/is-there.ts';
import type { Observation } from '../../site/observation.ts';
import { askProof } from '../../site/server-identity.ts';
import type { Check, Subject } from '../subject.ts';

const mebibyte = 1_048_576;

/** Checks the data directory's disk, owners and rights, and what listens on the server's address. */
export const machine: Check = {
  name: 'machine',
  async run(subject) {
    const { dataDirectory } = subject.kit;
    const hasData = isThere(dataDirectory);
    const ofData = hasData ? [...(await lookAtDisk(dataDirectory)), ...lookAtDataRights(dataDirectory)] : [];
    return [...ofData, ...lookAtOwners(subject), ...lookAtRights(subject), ...(await lookAtAddress(subject))];
  },
};

async function lookAtDisk(subject: string): Promise<readonly Observation[]> {
  const { bavail, bsize } = await statfs(subject);
  return judgeDisk(subject, (bavail * bsize) / mebibyte);
}

/** @param free - in MiB */
export function judgeDisk(subject: string, free: number): readonly Observation[] {
  if (free >= 1_024) return [];
  const evidence = `${Math.floor(free)} MB are free`;
  return [{ name: 'disk-low', subject, evidence, severity: free < 100 ? 'serious' : 'warning' }];
}

/** The data directory, and the public folders of Tracker, with what lies in them. */
function lookAtOwners({ kit: { dataDirectory }, profile, owner }: Subject): readonly Observation[] {
  if (owner.uid === 0) return [];
  return [dataDirectory, ...profile.trackingFolders].flatMap((folder): readonly Observation[] => {
    const paths = [folder, ...namesIn(folder).map((name) => join(folder, name))];
    const others = paths.filter((path) => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found !== undefined && found.uid !== owner.uid;
    });
    if (others.length === 0) return [];
    const named = `${others.slice(0, 3).join(', ')}${others.length > 3 ? ` and ${others.length - 3} more` : ''}`;
    return [{ name: 'owner-wrong', subject: folder, evidence: `not of user number ${owner.uid}: ${named}` }];
  });
}

function lookAtDataRights(subject: string): readonly Observation[] {
  const { mode } = lstatSync(subject);
  if ((mode & 0o077) === 0) return [];
  return [{ name: 'rights-too-wide', subject, evidence: `its mode is ${octal(mode)}` }];
}

/** Programs and settings that anyone on the machine may change. */
function lookAtRights({ folder, profile }: Subject): readonly Observation[] {
  const folders = [folder, ...profile.publicFolders, ...profile.trackingFolders].filter((path) => isThere(path));
  const paths = folders.flatMap((path) => [path, ...namesIn(path).map((name) => join(path, name))]);
  const open = [...new Set(paths)].filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found !== undefined && !found.isSymbolicLink() && (found.mode & 0o002) !== 0 && (found.mode & 0o1000) === 0;
  });
  if (open.length === 0) return [];
  const named = `${open.slice(0, 3).join(', ')}${open.length > 3 ? ` and ${open.length - 3} more` : ''}`;
  return [{ name: 'rights-too-wide', subject: folder, evidence: `anyone may change ${named}` }];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const octal = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0');

/** A program that responds there and does not prove to be this site's server. Nobody has to be there. */
async function lookAtAddress({ kit, limits, ask }: Subject): Promise<readonly Observation[]> {
  if (limits.listen === null || (await askProof(limits.listen, kit, ask)) !== 'other') return [];
  const evidence = 'what responds there does not have this site’s key';
  return [{ name: 'address-taken', subject: limits.listen, evidence }];
}

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { askIdentity } from '../../platform/site/edge-kit.ts';
import type { Observation } from '../../platform/site/observation.ts';
import type { Check, Subject } from '../subject.ts';

const mebibyte = 1_048_576;

/** Checks the data directory's disk, owners and rights, and what listens on the server's address. */
export const machine: Check = {
  name: 'machine',
  async run(subject) {
    const { dataDirectory } = subject.kit;
    const ofData = existsSync(dataDirectory) ? [...(await lookAtDisk(dataDirectory)), ...lookAtOwners(subject)] : [];
    return [...ofData, ...lookAtRights(subject), ...(await lookAtAddress(subject))];
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

function lookAtOwners({ kit: { dataDirectory }, owner }: Subject): readonly Observation[] {
  const paths = [dataDirectory, ...namesIn(dataDirectory).map((name) => join(dataDirectory, name))];
  const others = paths.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.uid !== owner.uid);
  const found: Observation[] = [];
  if (others.length > 0 && owner.uid !== 0) {
    const evidence = `${others.slice(0, 3).join(', ')}${others.length > 3 ? ' …' : ''}`;
    found.push({
      name: 'owner-wrong',
      subject: dataDirectory,
      evidence: `not of user number ${owner.uid}: ${evidence}`,
    });
  }
  const { mode } = lstatSync(dataDirectory);
  if ((mode & 0o077) !== 0)
    found.push({ name: 'rights-too-wide', subject: dataDirectory, evidence: `its mode is ${octal(mode)}` });
  return found;
}

/** Programs and settings that anyone on the machine may change. */
function lookAtRights({ folder, profile }: Subject): readonly Observation[] {
  const folders = [folder, ...profile.publicFolders, ...profile.trackingFolders].filter((path) => existsSync(path));
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

/** A program that responds there and cannot prove to be this site's server. */
async function lookAtAddress({ kit, limits }: Subject): Promise<readonly Observation[]> {
  if (limits.listen === null) return [];
  const { level, says } = await askIdentity(limits.listen, kit);
  if (level !== 'failure' || /^no (?:answer|response|reply)/.test(says)) return [];
  return [{ name: 'address-taken', subject: limits.listen, evidence: says }];
}

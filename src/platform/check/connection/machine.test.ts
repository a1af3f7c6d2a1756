import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Subject } from '../subject.ts';
import { machine } from './machine.ts';

interface Fault {
  readonly what: string;
  readonly finds: readonly RegExp[];
  /** Of the site; the data are of whoever runs the test. */
  readonly uid?: number;
  /** The data and the folder acars are given to the owner too. */
  readonly isOwners?: true;
  /** But for this one. */
  readonly theirs?: string;
  readonly dataMode?: number;
  readonly siteModes?: Readonly<Record<string, number>>;
  /** In the place of a directory of one's own. */
  readonly data?: string;
}

const own = process.getuid?.() ?? 0;
const faults: readonly Fault[] = [
  { what: 'as it should be', finds: [] },
  {
    what: 'data of another user',
    uid: own + 1,
    finds: [
      /^owner-wrong warning: not of user number \d+: .*data, .*journal/,
      /^owner-wrong warning: not of user number \d+: .*acars, .*login\.php, .*status\.php$/,
    ],
  },
  {
    what: 'one file in acars of another user',
    theirs: 'acars/login.php',
    finds: own === 0 ? [/^owner-wrong warning: not of user number \d+: .*acars\/login\.php$/] : [],
    uid: own === 0 ? 1 : own,
    isOwners: true,
  },
  { what: 'data that others may read', dataMode: 0o750, finds: [/^rights-too-wide warning: its mode is 0750$/] },
  {
    what: 'a configuration that anyone may change',
    siteModes: { 'config.php': 0o666, acars: 0o777 },
    finds: [/^rights-too-wide warning: anyone may change .*acars, .*config\.php$/],
  },
  { what: 'a folder that all may write to, each only what is his', siteModes: { acars: 0o1777 }, finds: [] },
];

async function look({ uid = process.getuid?.() ?? 0, dataMode = 0o700, siteModes = {}, data, ...given }: Fault) {
  const home = mkdtempSync(join(tmpdir(), 'tracker-machine-'));
  try {
    const [site, dataDirectory] = [join(home, 'site'), data ?? join(home, 'data')];
    mkdirSync(join(site, 'acars'), { recursive: true });
    writeFileSync(join(site, 'config.php'), '');
    writeFileSync(join(site, 'acars/login.php'), '');
    writeFileSync(join(site, 'acars/status.php'), '');
    if (data === undefined) {
      mkdirSync(dataDirectory);
      writeFileSync(join(dataDirectory, 'journal.sqlite'), '');
      chmodSync(dataDirectory, dataMode);
    }
    for (const [path, mode] of Object.entries(siteModes)) chmodSync(join(site, path), mode);
    if (given.isOwners) {
      for (const path of readdirSync(home, { recursive: true, encoding: 'utf8' }))
        if (!path.endsWith(given.theirs ?? '/')) chownSync(join(home, path), uid, 0);
    }
    const profile = { publicFolders: [site], trackingFolders: [join(site, 'acars')] };
    const subject = { kit: { dataDirectory }, owner: { uid, gid: 0 }, folder: site, profile, limits: { listen: null } };
    const found = await machine.run(subject as unknown as Subject);
    return found.map(({ name, severity = 'warning', evidence }) => `${name} ${severity}: ${evidence}`);
  } finally {
    rmSync(home, { recursive: true });
  }
}

for (const fault of faults) {
  test(`the machine: ${fault.what}`, async () => {
    const found = await look(fault);
    assert.equal(found.length, fault.finds.length, found.join('\n'));
    for (const [index, expected] of fault.finds.entries()) assert.match(found[index] ?? '', expected);
  });
}

test('the machine: data on a file system without any free space', async () => {
  // The system's own one has none, and nothing needs to be filled for it.
  const found = await look({ what: 'full', finds: [], data: '/proc/self' });
  assert.ok(found.includes('disk-low serious: 0 MB are free'), found.join('\n'));
});

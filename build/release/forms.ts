import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heapEnvironment, heapOptions } from '../../bin/heap-options.js';
import { zip } from '../zip.ts';
import type { Application } from './application.ts';
import type { DebianPackage } from './deb.ts';
import { debianDocuments, maintainer } from './debian-documents.ts';
import { below, type Entry, file, link } from './entry.ts';
import type { NodeBinary } from './node-binary.ts';
import { tarball } from './tarball.ts';

const packaging = join(import.meta.dirname, '../../packaging');
const read = (name: string) => readFileSync(join(packaging, name), 'utf8');

/** The application, its Node, and a command. */
export function programEntries({ entries }: Application, node: NodeBinary, isWindows = false): readonly Entry[] {
  const command = isWindows ? 'tracker.cmd' : 'tracker';
  return [...entries, ...nodeEntries(node, isWindows), file(command, read(`archive/${command}`), true)];
}

/** An archive to unpack anywhere. */
export async function archiveOf(
  application: Application,
  node: NodeBinary,
  kind: 'tar.gz' | 'zip',
  mtime: number,
): Promise<Buffer> {
  const isWindows = kind === 'zip';
  const placed = below(`va-tracker-${application.version}`, programEntries(application, node, isWindows));
  if (!isWindows) return await tarball(placed, mtime, '');
  const sorted = placed.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const files = sorted.flatMap(({ path, content }) => ('bytes' in content ? [{ path, bytes: content.bytes }] : []));
  return await zip(files, mtime);
}

/** The package `va-tracker` of Debian, which has another one called `tracker`. */
export function debianPackage(
  application: Application,
  node: NodeBinary,
  architecture: string,
  mtime: number,
): DebianPackage {
  const { entries, version } = application;
  const isPage = ({ path }: Entry) => /^(?:docs\/|[A-Z]+\.md$|LICENSE$)/.test(path);
  const doc = 'usr/share/doc/va-tracker';
  const units = ['va-tracker.service', 'va-tracker@.service', 'va-tracker.socket'];
  return {
    control: controlOf(version, architecture),
    scripts: [
      ...['postinst', 'prerm', 'postrm'].map((name) => file(name, read(`deb/${name}`), true)),
      file('conffiles', '/etc/va-tracker/va-tracker.env\n'),
    ],
    files: [
      ...below('usr/lib/va-tracker', [...entries.filter((each) => !isPage(each)), ...nodeEntries(node, false)]),
      ...below(doc, entries.filter(isPage)),
      ...debianDocuments(application, debianVersion(version), mtime),
      file('usr/share/lintian/overrides/va-tracker', read('deb/lintian-overrides')),
      // The server reads its pages beside itself.
      link('usr/lib/va-tracker/docs', '../../share/doc/va-tracker/docs'),
      ...units.map((name) => file(`usr/lib/systemd/system/${name}`, unitOf(name))),
      { ...file('etc/va-tracker/va-tracker.env', read('deb/va-tracker.env')), isPrivate: true },
      file('usr/bin/va-tracker', read('deb/va-tracker'), true),
    ],
  };
}

/** The options of V8 stand in the unit: a server that took them by starting again would lose the socket of systemd. */
export function unitOf(name: string): string {
  const environment = Object.entries(heapEnvironment).map(([variable, value]) => `${variable}=${value}`);
  return read(`deb/${name}`)
    .replace('@OPTIONS@', heapOptions.join(' '))
    .replace('@ENVIRONMENT@', environment.join(' '));
}

function nodeEntries({ bytes, license }: NodeBinary, isWindows: boolean): readonly Entry[] {
  const program = file(isWindows ? 'node/bin/node.exe' : 'node/bin/node', bytes, true);
  return license === null ? [program] : [program, file('node/LICENSE', license)];
}

/** To Debian `0.2.0-dev` would be newer than 0.2.0; what follows a tilde is older. */
export function debianVersion(version: string): string {
  return version.replace('-', '~');
}

function controlOf(version: string, architecture: string): DebianPackage['control'] {
  return [
    ['Package', 'va-tracker'],
    ['Version', debianVersion(version)],
    ['Architecture', architecture],
    ['Maintainer', maintainer],
    ['Depends', 'adduser, libc6 (>= 2.28), libgcc-s1, libstdc++6'],
    ['Section', 'net'],
    ['Priority', 'optional'],
    [
      'Description',
      'flight-tracking server for virtual airlines\n Receives the positions of desktop ACARS clients, shows a live map, and files\n PIREPs with phpVMS 5 and 7 or with the crew center that is included. Brings\n the Node that it runs on.',
    ],
  ];
}

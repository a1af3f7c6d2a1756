import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { heapEnvironment } from '../../../bin/heap-options.js';
import { type Entry, file, link } from '../entry.ts';
import { sha256 } from '../node-checksums.ts';
import { plainTar } from '../tarball.ts';

/** What an image is made of. */
export interface ImageParts {
  readonly version: string;
  /** As Debian calls it: `amd64`. */
  readonly architecture: string;
  readonly base: readonly Entry[];
  /** Of the package of Debian. */
  readonly application: readonly Entry[];
}

/** The user in the image: a number, so that a volume keeps its owner when the image changes. */
export const imageUser = 10_001;
const data = '/var/lib/va-tracker';
const packaging = join(import.meta.dirname, '../../../packaging/image');
const read = (name: string) => readFileSync(join(packaging, name), 'utf8');

/**
 * An image as `podman load` and `docker load` read it: a layer of Debian's packages, one of Node, and
 * one of the application, so that an upgrade changes the last one alone. Equal parts give equal bytes.
 * @param mtime - in seconds
 */
export async function imageOf(
  { version, architecture, base, application }: ImageParts,
  mtime: number,
): Promise<Buffer> {
  const isNode = ({ path }: Entry) => path.startsWith('usr/lib/va-tracker/node/');
  const isOurs = ({ path }: Entry) => /^usr\/(?:lib|share\/doc)\/va-tracker\//.test(path);
  const ours = application.filter((entry) => isOurs(entry) && !isNode(entry));
  const layers = [base, application.filter(isNode), [...ours, ...ownFiles()]];
  const made = await Promise.all(layers.map(async (entries) => await plainTar(entries, mtime)));
  const digests = made.map(sha256);
  // Compressed one by one: podman 4 does not read an archive that is compressed as a whole.
  const compressed = await Promise.all(made.map((bytes) => promisify(gzip)(bytes, { level: 6 })));
  const config = Buffer.from(JSON.stringify(configOf(version, architecture, digests, mtime)));
  const name = sha256(config);
  const manifest = [
    {
      Config: `${name}.json`,
      RepoTags: [`localhost/va-tracker:${tagOf(version)}`],
      Layers: digests.map((digest) => `${digest}.tar`),
    },
  ];
  const members = [
    ...compressed.map((bytes, index) => file(`${digests[index]}.tar`, bytes)),
    file(`${name}.json`, config),
    file('manifest.json', JSON.stringify(manifest)),
  ];
  return await plainTar(members, mtime);
}

/** A tag has no plus sign. */
export function tagOf(version: string): string {
  return version.replace('+', '-');
}

function ownFiles(): readonly Entry[] {
  const passwd = `root:x:0:0:root:/root:/sbin/nologin\nva-tracker:x:${imageUser}:${imageUser}:Tracker:${data}:/sbin/nologin\n`;
  return [
    file('etc/passwd', passwd),
    file('etc/group', `root:x:0:\nva-tracker:x:${imageUser}:\n`),
    file('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
    file('usr/bin/va-tracker', read('va-tracker'), true),
    link('usr/bin/tracker', 'va-tracker'),
    file('usr/lib/va-tracker/health.js', read('health.js')),
    { ...link('', ''), path: data.slice(1), content: { isFolder: true }, mode: 0o700, owner: imageUser },
  ];
}

function configOf(version: string, architecture: string, digests: readonly string[], mtime: number): object {
  const created = new Date(mtime * 1_000).toISOString();
  const settings = {
    PATH: '/usr/bin:/bin',
    TRACKER_DEFAULT_DATA: data,
    // A container's own address: what publishes it is the host's, or the web server's in front.
    TRACKER_LISTEN: '0.0.0.0:8787',
    // Nothing is written beside the program.
    NODE_DISABLE_COMPILE_CACHE: '1',
    ...heapEnvironment,
  };
  return {
    architecture,
    os: 'linux',
    created,
    config: {
      User: `${imageUser}:${imageUser}`,
      ExposedPorts: { '8787/tcp': {} },
      Env: Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      Entrypoint: ['/usr/bin/va-tracker'],
      Cmd: ['serve'],
      Volumes: { [data]: {} },
      WorkingDir: data,
      StopSignal: 'SIGTERM',
      Healthcheck: {
        Test: ['CMD', '/usr/lib/va-tracker/node/bin/node', '/usr/lib/va-tracker/health.js'],
        Interval: 30e9,
        Timeout: 5e9,
        StartPeriod: 20e9,
        Retries: 3,
      },
      Labels: { 'org.opencontainers.image.title': 'va-tracker', 'org.opencontainers.image.version': version },
    },
    rootfs: { type: 'layers', diff_ids: digests.map((digest) => `sha256:${digest}`) },
    history: ['packages of Debian', 'Node', 'va-tracker'].map((comment) => ({ created, comment })),
  };
}

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { list } from 'tar';
import { type Entry, file } from '../entry.ts';
import { sha256 } from '../node-checksums.ts';

/** A package of Debian, exactly. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/** What the Node of a release needs, and the files that say which Debian this is: neither a shell nor a package manager. */
export const basePackages = ['base-files', 'gcc-12-base', 'libc6', 'libgcc-s1', 'libstdc++6'] as const;
const suites = ['debian bookworm', 'debian bookworm-updates', 'debian-security bookworm-security'];
const lockFile = join(import.meta.dirname, '../../../packaging/image/base.json');

export function readLock(): Readonly<Record<string, readonly LockedPackage[]>> {
  return JSON.parse(readFileSync(lockFile, 'utf8')) as Readonly<Record<string, readonly LockedPackage[]>>;
}

/** Locks the newest packages of Debian, as its archive signs them. */
export function renewLock(architectures: readonly string[], cache: string): void {
  const locked = architectures.map((architecture) => {
    const apt = new Apt(architecture, cache);
    apt.run('update');
    return [architecture, basePackages.map((name) => apt.newest(name))] as const;
  });
  writeFileSync(lockFile, `${JSON.stringify(Object.fromEntries(locked), null, 2)}\n`);
}

/**
 * The files of the base for an architecture of Debian, without what only people read, and without character sets, of which Node has its own.
 * @param cache - folder that keeps the packages
 * @throws Error where Debian has other ones than are locked
 */
export async function readBase(architecture: string, cache: string): Promise<readonly Entry[]> {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0)
    throw new Error('An image is made of packages of Debian, on Debian: leave it out with --no-image.');
  const packages = readLock()[architecture] ?? [];
  if (packages.length === 0) throw new Error(`packaging/image/base.json has nothing for ${architecture}.`);
  const parts: (readonly Entry[])[] = [];
  for (const each of packages) {
    const path = fetchDebian(each, architecture, cache);
    const control = execFileSync('dpkg-deb', ['-f', path]);
    // Where programs look that search an image for old packages.
    parts.push([...(await filesIn(path)), file(`var/lib/dpkg/status.d/${each.name}`, control)]);
  }
  const byPath = new Map(parts.flat().map((entry) => [entry.path, entry]));
  return [...byPath.values()];
}

function fetchDebian({ name, version, sha256: wanted }: LockedPackage, architecture: string, cache: string): string {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, `${name}_${version.replaceAll(':', '%3a')}_${architecture}.deb`);
  if (!existsSync(path)) {
    const apt = new Apt(architecture, cache);
    apt.run('update');
    renameSync(apt.download(name, version), path);
  }
  const found = sha256(readFileSync(path));
  if (found !== wanted) throw new Error(`${path} is not what packaging/image/base.json names: ${found}. Delete it.`);
  return path;
}

/** apt with lists of its own: of another architecture, and without touching this machine's. It verifies by Debian's keys. */
class Apt {
  readonly #folder: string;
  readonly #config: string;

  constructor(architecture: string, cache: string) {
    this.#folder = resolve(cache, `apt-${architecture}`);
    this.#config = join(this.#folder, 'apt.conf');
    for (const name of ['state/lists/partial', 'cache/archives/partial', 'got'])
      mkdirSync(join(this.#folder, name), { recursive: true });
    const sources = suites.map((suite) => {
      const [archive, name] = suite.split(' ');
      return `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/${archive} ${name} main\n`;
    });
    writeFileSync(join(this.#folder, 'sources.list'), sources.join(''));
    writeFileSync(join(this.#folder, 'status'), '');
    writeFileSync(
      this.#config,
      `APT::Architecture "${architecture}"; APT::Architectures "${architecture}"; APT::Sandbox::User "root";
Acquire::Languages "none"; Dir::Etc::sourcelist "${this.#folder}/sources.list"; Dir::Etc::sourceparts "-";
Dir::State "${this.#folder}/state"; Dir::State::status "${this.#folder}/status"; Dir::Cache "${this.#folder}/cache";
`,
    );
  }

  run(...args: readonly string[]): string {
    const env = { ...process.env, APT_CONFIG: this.#config };
    return execFileSync('apt-get', ['-q', ...args], { cwd: join(this.#folder, 'got'), env, encoding: 'utf8' });
  }

  newest(name: string): LockedPackage {
    const said = this.run('download', '--print-uris', name);
    const [, encoded = '', hash = ''] = /^'[^']*' [^_]+_([^_]+)_\S+ \d+ SHA256:([0-9a-f]{64})$/m.exec(said) ?? [];
    if (hash === '') throw new Error(`Debian has no ${name}: ${said}`);
    return { name, version: decodeURIComponent(encoded), sha256: hash };
  }

  download(name: string, version: string): string {
    try {
      const said = this.run('download', '--print-uris', `${name}=${version}`);
      const [, saved = ''] = /^'[^']*' (\S+)/m.exec(said) ?? [];
      this.run('download', `${name}=${version}`);
      return join(this.#folder, 'got', saved);
    } catch {
      throw new Error(`Debian no longer has ${name} ${version}: lock the newest with \`npm run release:base\`.`);
    }
  }
}

const unwanted =
  /^usr\/share\/(?:man|locale|lintian|doc-base|info)\/|^usr\/lib\/[^/]+\/gconv\/|^usr\/share\/doc\/[^/]+\/(?!copyright$)/;

async function filesIn(debFile: string): Promise<readonly Entry[]> {
  const data = execFileSync('dpkg-deb', ['--fsys-tarfile', debFile], { maxBuffer: 1 << 28 });
  const found: Entry[] = [];
  const reading = list({
    onReadEntry(entry) {
      const path = entry.path.replace(/^\.\//, '').replace(/\/$/, '');
      const chunks: Buffer[] = [];
      entry.on('data', (chunk: Buffer) => chunks.push(chunk));
      entry.on('end', () => {
        if (path === '' || unwanted.test(entry.type === 'Directory' ? `${path}/` : path)) return;
        found.push(toEntry(path, entry, Buffer.concat(chunks)));
      });
    },
  });
  await new Promise<void>((done, failed) => {
    reading.on('end', done);
    reading.on('error', failed);
    reading.end(data);
  });
  return found;
}

interface Member {
  readonly type: string;
  readonly mode?: number | undefined;
  readonly linkpath?: string | undefined;
}

function toEntry(path: string, { type, mode = 0o644, linkpath = '' }: Member, bytes: Buffer): Entry {
  // Nothing runs, or makes files, with the rights of somebody else.
  const place = { path, isExecutable: false, mode: mode & 0o1777 };
  if (type === 'Directory') return { ...place, content: { isFolder: true } };
  if (type === 'SymbolicLink') return { ...place, content: { linksTo: linkpath } };
  if (type === 'File') return { ...place, content: { bytes } };
  throw new Error(`${path} is a ${type}, which an image has not.`);
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { below, file } from '../../build/release/entry.ts';
import type { SigningKey } from '../../build/release/signing-key.ts';
import { tarball } from '../../build/release/tarball.ts';
import { builtProgram } from '../built-program.ts';
import { next, SignedWorld } from './signed-world.ts';

/** `install.sh` of a release, with nothing but the programs that it may use. Root's package managers only note what they are given. */
export const root = join(import.meta.dirname, '../..');
export const { launcher } = await builtProgram();
const script = join(root, 'bin/install.sh');
const tools =
  'sh basename dirname uname mktemp cp chmod rm readlink sed head tail tr wc base64 cut od fold tac grep sort tar gzip mv ln mkdir cat';
const managers = ['apt-get', 'npm', 'podman'];
const isArm = process.arch === 'arm64';
export const [here, elsewhere] = isArm ? (['arm64', 'x64'] as const) : (['x64', 'arm64'] as const);
export const debian = { x64: 'amd64', arm64: 'arm64' };

/** One file of each kind that is installed, for this system. */
export const kinds = [
  `va-tracker_${next}_${debian[here]}.deb`,
  `va-tracker-${next}-linux-${here}.tar.gz`,
  `va-tracker-${next}-image-${debian[here]}.tar`,
  `va-tracker-${next}.tgz`,
];

export class Machine {
  readonly #folder: string;
  readonly #path: string;

  constructor(world: SignedWorld, verifier: 'openssl' | 'minisign') {
    this.#folder = mkdtempSync(join(world.folder, 'machine-'));
    this.#path = join(this.#folder, 'path');
    for (const name of ['path', 'opt', 'bin']) mkdirSync(join(this.#folder, name));
    for (const name of [...tools.split(' '), verifier]) symlinkSync(find(name), join(this.#path, name));
    for (const name of managers) this.#write(name, `echo "${name} $*" >>${join(this.#folder, 'done')}`);
  }

  /** An archive of the present version, installed by hand. */
  withTracker(environment = ''): this {
    const folder = join(this.#folder, 'opt/va-tracker-now');
    mkdirSync(folder);
    const program = `exec env ${environment} "${process.execPath}" "${launcher}" "$@"`;
    writeFileSync(join(folder, 'tracker'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    symlinkSync(join(folder, 'tracker'), join(this.#folder, 'bin/tracker'));
    this.#write('env', `exec ${find('env')} "$@"`);
    return this;
  }

  /** The version before the first one that verifies. */
  withFormerTracker(): this {
    this.#write('va-tracker', '[ "$1" = --version ] && echo 100.0.0');
    return this;
  }

  run(...words: readonly string[]) {
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...rest } = process.env;
    const env = { ...rest, PATH: this.#path, TRACKER_RELEASE_KEY: '', TMPDIR: this.#folder };
    const folders = ['--prefix', join(this.#folder, 'opt'), '--bin', join(this.#folder, 'bin')];
    const { status, stdout, stderr } = spawnSync(find('sh'), [script, ...words, ...folders], { encoding: 'utf8', env });
    return { code: status, out: stdout, err: stderr.trim() };
  }

  /** Everything on the machine, and what its package managers were told. */
  state(): readonly string[] {
    return globSync('{opt,bin,done,tmp.*}{,/**}', { cwd: this.#folder }).sort();
  }

  get done(): string {
    return existsSync(join(this.#folder, 'done')) ? readFileSync(join(this.#folder, 'done'), 'utf8') : '';
  }

  get folder(): string {
    return this.#folder;
  }

  get command(): string {
    return join(this.#folder, 'bin/tracker');
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
}

function find(name: string): string {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const found = places.find((place) => existsSync(place));
  assert.ok(found, `there is no ${name}`);
  return found;
}

export async function releaseOf(world: SignedWorld, key: SigningKey, version: string = next): Promise<string> {
  const program = file('tracker', `#!/bin/sh\necho ${version}\n`, true);
  const archive = await tarball(below(`va-tracker-${version}`, [program]), 1, '');
  const named = (name: string) => name.replace(next, version);
  const others = [
    `va-tracker-${next}-linux-${elsewhere}.tar.gz`,
    `va-tracker_${next}_${debian[elsewhere]}.deb`,
    `va-tracker-${next}-image-${debian[elsewhere]}.tar`,
    `va-tracker-${next}-windows-x64.zip`,
  ];
  const made = [...kinds, ...others].map(
    (name) => [named(name), name === kinds[1] ? archive : Buffer.from(`contents of ${name}`)] as const,
  );
  return world.release({ key }, version, made);
}

/** Refused in one sentence, and the machine is as it was. */
export function refused(machine: Machine, says: RegExp, ...words: readonly string[]): void {
  const before = machine.state();
  const { code, out, err } = machine.run(...words);
  assert.equal(code, 1, `${words} ${out}${err}`);
  assert.match(err, says);
  assert.equal(err.split('\n').length, 1, err);
  assert.deepEqual(machine.state(), before);
}

/** Nothing is installed yet: each kind, verified by the named key with this program. */
export async function tryFirstInstallation(t: TestContext, verifier: 'openssl' | 'minisign'): Promise<void> {
  const world = new SignedWorld(t);
  const [key, stranger] = [world.key('key'), world.key('stranger')];
  const folder = await releaseOf(world, key);
  const theirs = await releaseOf(world, stranger);
  for (const name of kinds) {
    const machine = new Machine(world, verifier);
    const path = join(folder, name);
    const named = ['--key', key.publicKey.line];
    refused(machine, /no Tracker is installed that knows the key .* --key/, path);
    refused(machine, /is no public key of minisign/, path, '--key', 'RWnothing');
    refused(machine, /is signed by the key [0-9A-F]{16}, which is not known here/, join(theirs, name), ...named);
    spoiled(path, (says) => refused(machine, says, path, ...named));
    const { code, out, err } = machine.run(path, ...named);
    assert.equal(code, 0, err);
    assert.match(`${out}${machine.done}`, /is installed, and|apt-get install -y|npm install --global|podman load -i/);
  }
  const machine = new Machine(world, verifier);
  refused(machine, /is for .*, and this is linux-/, join(folder, `va-tracker-${next}-linux-${elsewhere}.tar.gz`));
}

/** Calls back with each way in which a file and its signature can be wrong. */
export function spoiled(path: string, refuse: (says: RegExp) => void): void {
  const [bytes, signature] = [readFileSync(path), readFileSync(`${path}.minisig`)];
  const flip = (of: Buffer, at: number) => Buffer.from(of.map((byte, index) => (index === at ? byte ^ 1 : byte)));
  const cases: readonly (readonly [says: RegExp, file: Buffer, signature: Buffer | string])[] = [
    [/or its signature was changed/, flip(bytes, bytes.length >> 1), signature],
    [/changed|no signature|not known/, bytes, flip(signature, 100)],
    [/or its signature was changed/, bytes, String(signature).replace('99.1.2\n', '99.1.3\n')],
    [/is no signature in the format of minisign/, bytes, ''],
  ];
  for (const [says, spoiledFile, spoiledSignature] of cases) {
    writeFileSync(path, spoiledFile);
    writeFileSync(`${path}.minisig`, spoiledSignature);
    refuse(says);
  }
  writeFileSync(path, bytes);
  writeFileSync(`${path}.minisig`, signature);
}

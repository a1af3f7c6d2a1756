import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { below, file } from '../../build/release/entry.ts';
import { handoverTo } from '../../build/release/sign.ts';
import type { SigningKey } from '../../build/release/signing-key.ts';
import { tarball } from '../../build/release/tarball.ts';
import { next, SignedWorld } from './signed-world.ts';

/** `install.sh` of a release, with nothing but the programs that it may use. Root's package managers only note what they are given. */
const root = join(import.meta.dirname, '../..');
const script = join(root, 'bin/install.sh');
const tools =
  'sh basename dirname uname mktemp cp chmod rm readlink sed head tail tr wc base64 cut od fold tac grep sort tar gzip mv ln mkdir cat';
const managers = ['apt-get', 'npm', 'podman'];
const nobody = 65_534;
const isArm = process.arch === 'arm64';
const [here, elsewhere] = isArm ? (['arm64', 'x64'] as const) : (['x64', 'arm64'] as const);
const debian = { x64: 'amd64', arm64: 'arm64' };
const linux = { skip: process.platform === 'linux' ? false : 'NOT VERIFIED: install.sh is for Linux' };

/** One file of each kind that is installed, for this system. */
const kinds = [
  `va-tracker_${next}_${debian[here]}.deb`,
  `va-tracker-${next}-linux-${here}.tar.gz`,
  `va-tracker-${next}-image-${debian[here]}.tar.gz`,
  `va-tracker-${next}.tgz`,
];

class Machine {
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
    const program = `exec env ${environment} "${process.execPath}" "${join(root, 'bin/tracker.js')}" "$@"`;
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

const has = (name: string) => spawnSync(name, ['-v']).error === undefined;

async function releaseOf(world: SignedWorld, key: SigningKey, version: string = next): Promise<string> {
  const program = file('tracker', `#!/bin/sh\necho ${version}\n`, true);
  const archive = await tarball(below(`va-tracker-${version}`, [program]), 1, '');
  const named = (name: string) => name.replace(next, version);
  const others = [
    `va-tracker-${next}-linux-${elsewhere}.tar.gz`,
    `va-tracker_${next}_${debian[elsewhere]}.deb`,
    `va-tracker-${next}-image-${debian[elsewhere]}.tar.gz`,
    `va-tracker-${next}-windows-x64.zip`,
  ];
  const made = [...kinds, ...others].map(
    (name) => [named(name), name === kinds[1] ? archive : Buffer.from(`contents of ${name}`)] as const,
  );
  return world.release({ key }, version, made);
}

/** Refused in one sentence, and the machine is as it was. */
function refused(machine: Machine, says: RegExp, ...words: readonly string[]): void {
  const before = machine.state();
  const { code, out, err } = machine.run(...words);
  assert.equal(code, 1, `${words} ${out}${err}`);
  assert.match(err, says);
  assert.equal(err.split('\n').length, 1, err);
  assert.deepEqual(machine.state(), before);
}

for (const verifier of ['openssl', 'minisign'] as const) {
  const skip = has(verifier) ? false : `NOT VERIFIED: there is no ${verifier}`;
  test(`the first installation, verified by ${verifier}: each kind by the named key alone`, {
    skip: skip || linux.skip,
  }, async (t) => {
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
  });
}

/** Calls back with each way in which a file and its signature can be wrong. */
function spoiled(path: string, refuse: (says: RegExp) => void): void {
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

test('an installed program verifies what replaces it, by the key that it knows', linux, async (t) => {
  const world = new SignedWorld(t);
  const [key, stranger] = [world.key('key'), world.key('stranger')];
  const folder = await releaseOf(world, key);
  const [theirs, old] = [await releaseOf(world, stranger), await releaseOf(world, key, '0.0.9')];
  const machine = new Machine(world, 'openssl').withTracker(`TRACKER_RELEASE_KEY=${key.publicKey.line}`);
  for (const name of kinds) {
    refused(machine, /not known here; known:/, join(theirs, name));
    refused(machine, / is 0\.0\.9, older than this/, join(old, name.replace(next, '0.0.9')));
  }
  const path = join(folder, kinds[1] ?? '');
  spoiled(path, (says) => refused(machine, says, path));
  const renamed = path.replaceAll(next, '99.1.3');
  cpSync(path, renamed);
  refused(machine, /is not signed: there is no/, renamed);
  cpSync(`${path}.minisig`, `${renamed}.minisig`);
  refused(machine, /it was signed as /, renamed);
  for (const name of [`linux-${elsewhere}.tar.gz`, 'windows-x64.zip'])
    refused(machine, /is for .*, and this is/, join(folder, `va-tracker-${next}-${name}`));
  refused(machine, /is for linux-/, join(folder, `va-tracker_${next}_${debian[elsewhere]}.deb`));
  refused(machine, /is no file of a release that is installed/, join(folder, 'SHA256SUMS'));
  refused(machine, /there is no /, join(folder, 'nothing.deb'));
  const { code, err } = machine.run(path);
  assert.equal(code, 0, err);
  assert.match(readlinkSync(machine.command), /opt\/va-tracker-99\.1\.2\/tracker$/);
  assert.equal(spawnSync(machine.command, { encoding: 'utf8' }).stdout, `${next}\n`);
  assert.ok(machine.state().includes('opt/va-tracker-now/tracker'), 'the version of before stays');
});

test('the link of an archive takes the place of no other program', linux, async (t) => {
  const world = new SignedWorld(t);
  const key = world.key('key');
  const path = join(await releaseOf(world, key), kinds[1] ?? '');
  const machine = new Machine(world, 'openssl');
  writeFileSync(machine.command, '#!/bin/sh\n', { mode: 0o755 });
  refused(
    machine,
    /bin\/tracker is another program\. Name another folder with --bin\.$/,
    path,
    '--key',
    key.publicKey.line,
  );
  assert.equal(readFileSync(machine.command, 'utf8'), '#!/bin/sh\n');
});

test('an installed program whose data are not root’s reads what it verifies', {
  skip:
    linux.skip || (canGiveUpRoot() ? false : 'NOT VERIFIED: nobody could run this program, or this user is not root'),
}, async (t) => {
  const world = new SignedWorld(t);
  const key = world.key('key');
  const path = join(await releaseOf(world, key), kinds[0] ?? '');
  const data = join(world.folder, 'data');
  mkdirSync(data);
  chownSync(data, nobody, nobody);
  const machine = new Machine(world, 'openssl');
  machine.withTracker(`TRACKER_RELEASE_KEY=${key.publicKey.line} TRACKER_DATA=${data}`);
  for (const folder of [world.folder, machine.folder]) chmodSync(folder, 0o755);
  chmodSync(path, 0o600);
  const { code, err } = machine.run(path);
  assert.equal(code, 0, err);
  assert.match(machine.done, /^apt-get install -y /);
});

/** Whether this is root, and the program is where everybody can read it. */
function canGiveUpRoot(): boolean {
  const words = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups', process.execPath];
  return spawnSync('setpriv', [...words, join(root, 'bin/tracker.js'), '--version']).status === 0;
}

test('an unsigned build, and one from before signatures, need the key to be named', linux, async (t) => {
  const world = new SignedWorld(t);
  const key = world.key('key');
  const path = join(await releaseOf(world, key), kinds[0] ?? '');
  const unsigned = new Machine(world, 'openssl').withTracker();
  refused(unsigned, /this build is unsigned and knows no key/, path);
  assert.equal(unsigned.run(path, '--key', key.publicKey.line).code, 0);
  assert.ok(!unsigned.done.includes(path), 'what was verified is a copy that nobody else can change');
  assert.match(unsigned.done, /^apt-get install -y \S+\/va-tracker_99\.1\.2_/);
  const former = new Machine(world, 'openssl').withFormerTracker();
  refused(former, /with --key/, path);
  refused(former, /is 99\.1\.2, older than this, 100\.0\.0/, path, '--key', key.publicKey.line);
});

test('the life of a key: one hands over, one is lost; machines that skipped releases follow', linux, async (t) => {
  const world = new SignedWorld(t);
  const [one, two, three] = [world.key('one'), world.key('two'), world.key('three')];
  const machine = new Machine(world, 'openssl').withTracker(`TRACKER_RELEASE_KEY=${one.publicKey.line}`);
  const path = join(await releaseOf(world, two), kinds[0] ?? '');
  refused(machine, /not known here/, path);
  const list = join(dirname(path), 'handovers.json');
  writeFileSync(list, JSON.stringify([handoverTo(two.publicKey.line, three)]));
  refused(machine, /not known here/, path);
  writeFileSync(list, JSON.stringify([handoverTo(two.publicKey.line, one)]));
  assert.equal(machine.run(path).code, 0);
  // Lost: nobody signed the third key. The operator names it, and that ends the trust in the others.
  const after = join(await releaseOf(world, three), kinds[0] ?? '');
  refused(machine, /not known here/, after);
  const named = new Machine(world, 'openssl').withTracker(`TRACKER_RELEASE_KEY=${three.publicKey.line}`);
  assert.equal(named.run(after).code, 0);
  refused(named, /not known here/, join(await releaseOf(world, one), kinds[0] ?? ''));
});

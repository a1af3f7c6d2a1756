// alone: it takes long
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { handoverTo } from '../../build/release/sign.ts';
import {
  debian,
  elsewhere,
  kinds,
  launcher,
  Machine,
  refused,
  releaseOf,
  spoiled,
  tryFirstInstallation,
} from './machine.ts';
import { next, SignedWorld } from './signed-world.ts';

const nobody = 65_534;

test('the first installation, verified by OpenSSL: each kind by the named key alone', async (t) => {
  await tryFirstInstallation(t, 'openssl');
});

test('an installed program verifies what replaces it, by the key that it knows', async (t) => {
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

test('the link of an archive takes the place of no other program', async (t) => {
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

test('an installed program whose data are another’s reads what it verifies', async (t) => {
  const world = new SignedWorld(t);
  const key = world.key('key');
  const path = join(await releaseOf(world, key), kinds[0] ?? '');
  const data = join(world.folder, 'data');
  mkdirSync(data);
  // Where nobody could run this program, the data stay with who runs the test.
  if (canGiveUpRoot()) chownSync(data, nobody, nobody);
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
  return spawnSync('setpriv', [...words, launcher, '--version']).status === 0;
}

test('an unsigned build, and one from before signatures, need the key to be named', async (t) => {
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

test('the life of a key: one hands over, one is lost; machines that skipped releases follow', async (t) => {
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

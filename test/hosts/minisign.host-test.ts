// needs: minisign
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSigningKey } from '../../build/release/signing-key.ts';
import { tryFirstInstallation } from '../release/machine.ts';
import { names, next, SignedWorld } from '../release/signed-world.ts';
import { findPart, minisignPart } from './parts.ts';

test('minisign verifies our signatures, and signs by our keys what we verify', async (t) => {
  const [minisign = ''] = findPart(minisignPart);
  const world = new SignedWorld(t);
  const key = world.key('key');
  const folder = world.release({ key });
  const file = join(folder, 'version.json');
  const ask = (...args: readonly string[]) => spawnSync(minisign, args, { encoding: 'utf8', input: '' });
  for (const name of [...names, 'version.json', 'SHA256SUMS'])
    assert.match(
      ask('-Vm', join(folder, name), '-P', key.publicKey.line).stdout,
      /Trusted comment: timestamp:1\tfile:/,
    );
  const comment = `timestamp:1\tfile:version.json\tversion:${next}`;
  const signed = ask('-Sm', file, '-s', join(world.folder, 'key'), '-t', comment);
  assert.equal(signed.status, 0, signed.stderr);
  assert.equal((await world.check(file, key)).code, 0);
  const bytes = readFileSync(file);
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  assert.notEqual(ask('-Vm', file, '-P', key.publicKey.line).status, 0);
  // And a key of its own.
  const own = join(world.folder, 'own');
  assert.equal(ask('-G', '-W', '-p', `${own}.pub`, '-s', own).status, 0);
  const theirs = readSigningKey(own);
  const again = join(world.release({ key: theirs }), 'SHA256SUMS');
  assert.equal(ask('-Vm', again, '-p', `${own}.pub`).status, 0);
});

test('a first installation is verified by minisign too: each kind by the named key alone', async (t) => {
  findPart(minisignPart);
  await tryFirstInstallation(t, 'minisign');
});

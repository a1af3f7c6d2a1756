import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { configOf, tracker } from '../../test/command-line.ts';
import { packageVersion } from '../lib/version.ts';
import { openServer } from '../server/app.ts';
import { readVersions } from '../server/backups/before-upgrade.ts';
import { isNewer } from './newest-release.ts';

const sample = join(import.meta.dirname, '../../test/golden/data-9852f9c');

function oldData(t: TestContext): string {
  const data = mkdtempSync(join(tmpdir(), 'tracker-upgrade-'));
  t.after(() => rmSync(data, { recursive: true }));
  cpSync(sample, data, { recursive: true });
  return data;
}

test('data of an early version is upgraded after a backup, which puts it back', async (t) => {
  const data = oldData(t);
  const before = Object.fromEntries(readVersions(data));
  const { code, text } = await tracker(data, 'upgrade', '--json');
  assert.equal(code, 0, text);
  const { backup, databases } = JSON.parse(text) as {
    backup: string;
    databases: { name: string; from: number; to: number }[];
  };
  assert.deepEqual(databases.map(({ name }) => name).sort(), ['crew-center.sqlite', 'journal.sqlite']);
  for (const { name, from, to } of databases) assert.ok(from === before[name] && to > from, `${name} ${from} ${to}`);
  const pireps = await tracker(data, 'pireps', 'list', '--json');
  assert.equal((JSON.parse(pireps.text) as unknown[]).length, 1);
  assert.deepEqual(Object.fromEntries(readVersions(backup)), before);
  assert.equal((await tracker(data, 'restore', backup)).code, 0);
  assert.deepEqual(Object.fromEntries(readVersions(data)), before);
  assert.ok(existsSync(join(backup, 'journal.sqlite')), 'a backup stays where it is');
});

test('a backup in the data directory stays where it is when another is restored', async (t) => {
  const data = oldData(t);
  for (const name of ['copies/monday', 'copies/tuesday']) await tracker(data, 'backup', join(data, name));
  assert.equal((await tracker(data, 'restore', join(data, 'copies/monday'))).code, 0);
  for (const name of ['copies/monday', 'copies/tuesday'])
    assert.ok(existsSync(join(data, name, 'journal.sqlite')), name);
});

test('data that a server uses is not upgraded', async (t) => {
  const data = oldData(t);
  await using _server = await openServer({ config: configOf(data), replace: { passwordCost: 4 } });
  const { code, text } = await tracker(data, 'upgrade');
  assert.equal(code, 1);
  assert.match(text, /in use by another process/);
});

test('a mistyped data directory is not created', async (t) => {
  const data = join(oldData(t), 'mistyped');
  assert.equal((await tracker(data, 'upgrade')).code, 1);
  assert.equal(existsSync(data), false);
});

const newer: readonly (readonly [version: string, than: string, isNewer: boolean])[] = [
  ['0.1.1', '0.1.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.0', false],
  ['0.9.9', '0.10.0', false],
];
for (const [version, than, expected] of newer)
  test(`${version} is ${expected ? '' : 'not '}newer than ${than}`, () =>
    assert.equal(isNewer(version, than), expected));

const documents: readonly (readonly [text: string, newest: string | null])[] = [
  ['{"name":"va-tracker","version":"99.1.2"}', '99.1.2'],
  [`${'0'.repeat(64)}  va-tracker_99.1.3_amd64.deb\n`, '99.1.3'],
  [`${'0'.repeat(64)}  va-tracker-99.1.4-linux-x64.tar.gz\n`, '99.1.4'],
  ['{"version":"<b>"}', null],
  ['<html>Not found</html>', null],
];
for (const [text, newest] of documents)
  test(`a release is read from a file and from an address: ${text.slice(-40).trim()}`, async (t) => {
    const data = oldData(t);
    const file = join(data, 'release');
    writeFileSync(file, text);
    const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    for (const source of [file, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`]) {
      const { code, text: said } = await tracker(data, 'upgrade', '--check', source, '--json');
      if (newest === null) assert.match(said, /names no release/);
      else assert.deepEqual(JSON.parse(said), { current: packageVersion(), newest, isNewer: true });
      assert.equal(code, newest === null ? 1 : 0);
    }
  });

test('a release that cannot be read is said in one line', async (t) => {
  const data = oldData(t);
  for (const source of [join(data, 'none'), 'http://127.0.0.1:9/version.json']) {
    const { code, text } = await tracker(data, 'upgrade', '--check', source);
    assert.equal(code, 1);
    assert.match(text, /^\S+ cannot be read: .+$/);
  }
});

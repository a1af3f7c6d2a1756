import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { configOf, tracker } from '../../test/command-line.ts';
import { openServer } from '../server/app.ts';
import { readVersions } from '../server/backups/before-upgrade.ts';

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

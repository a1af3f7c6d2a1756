import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { reportedRootFile } from '../site/public-folder.ts';
import { markHolder } from '../site/whose-data.ts';
import { chooseStorage } from './storage.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-storage7-'));
after(() => rmSync(home, { recursive: true }));

function site(path: string): string {
  const folder = join(home, path);
  for (const name of ['public', 'storage/app']) mkdirSync(join(folder, name), { recursive: true });
  return folder;
}
const choose = (folder: string, siteUrl: string, given: string | null = null) =>
  chooseStorage({ folder, siteUrl, given });

test('a site that has its own document root keeps the journal in its storage', () => {
  const folder = site('a/phpvms');
  assert.equal(choose(folder, 'https://va.test'), join(folder, 'storage/app/tracker'));
});

test('in a subfolder of another site the storage is public: the journal lies above the document root', () => {
  const folder = site('b/site/va');
  assert.equal(choose(folder, 'https://host.test/va'), join(home, 'b/tracker-data'));
  assert.throws(() => choose(folder, 'https://host.test/va', join(folder, 'storage/data')), /public folder/);
  assert.equal(
    choose(folder, 'https://host.test/va/public'),
    join(home, 'b/tracker-data'),
    'opened at its folder public',
  );
  assert.equal(
    choose(folder, 'https://host.test/public'),
    join(home, 'b/site/tracker-data'),
    'it is the document root',
  );
});

test('what the edge reported counts more than what the address suggests', () => {
  const folder = site('c/site/va');
  const own = join(folder, 'storage/app/tracker');
  mkdirSync(own);
  writeFileSync(join(own, reportedRootFile), join(folder, 'public'));
  assert.equal(choose(folder, 'https://host.test/va'), own, 'an alias to the folder public');
  const other = site('d/root/phpvms');
  mkdirSync(join(other, 'storage/app/tracker'));
  writeFileSync(join(other, 'storage/app/tracker', reportedRootFile), join(home, 'd/root'));
  assert.equal(choose(other, 'https://host.test'), join(home, 'd/tracker-data'));
  mkdirSync(join(home, 'd/tracker-data'));
  writeFileSync(join(home, 'd/tracker-data/journal.sqlite'), '');
  rmSync(join(other, 'storage/app/tracker'), { recursive: true });
  assert.equal(choose(other, 'https://host.test'), join(home, 'd/tracker-data'), 'where the journal is, it stays');
});

test('a journal that already lies in a public folder is not left behind', () => {
  const folder = site('e/site/va');
  mkdirSync(join(folder, 'storage/app/tracker'));
  writeFileSync(join(folder, 'storage/app/tracker/journal.sqlite'), '');
  assert.throws(() => choose(folder, 'https://host.test/va'), /mv .*storage\/app\/tracker .*e\/tracker-data/);
});

test('the journal of the crew center beside it is not taken, nor may it be named', () => {
  const shown = site('f/site/va');
  const data = choose(shown, 'https://host.test/va');
  assert.equal(data, join(home, 'f/tracker-data'));
  mkdirSync(data);
  markHolder(data, shown);
  writeFileSync(join(data, 'journal.sqlite'), '');
  const own = site('f/crew');
  assert.equal(choose(own, 'https://crew.test'), join(own, 'storage/app/tracker'));
  assert.throws(() => choose(own, 'https://crew.test', data), /holds the data of the crew center in .*site\/va/);
  const beside = site('f/site/vb');
  assert.equal(choose(beside, 'https://host.test/vb'), join(home, 'f/tracker-data-site-vb'));
});

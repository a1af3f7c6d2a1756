import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CrewCenterError } from '../crew-center.ts';
import { chooseStorage, makeStorage, type Storage } from './storage.ts';
import { readVaConfig, VaConfigError } from './va-config.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-storage-'));
after(() => rmSync(home, { recursive: true }));

function site(path: string): string {
  const folder = join(home, path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.php'), '');
  return folder;
}
const choose = (folder: string, siteUrl: string | null, configured = 'AUTO', given: string | null = null): Storage =>
  chooseStorage({ folder, siteUrl, given, configured });

test('AUTO is one level above the document root, which is the folder less the path of the address', () => {
  assert.deepEqual(choose(site('a/va'), 'https://va.test'), {
    path: join(home, 'a/tracker-data'),
    mustBeDenied: false,
  });
  assert.deepEqual(choose(site('b/root/crew'), 'https://va.test/crew/'), {
    path: join(home, 'b/tracker-data'),
    mustBeDenied: false,
  });
});

test('a folder above that is public or not there leaves acars/storage, which must be denied', () => {
  const inPublicHtml = site('c/public_html/crew');
  assert.deepEqual(choose(inPublicHtml, 'https://crew.va.test'), {
    path: join(inPublicHtml, 'acars/storage'),
    mustBeDenied: true,
  });
  writeFileSync(join(home, 'c/public_html/../index.html'), '');
  const below = site('c/other');
  assert.equal(choose(below, 'https://va.test').mustBeDenied, true, 'an index file makes a folder public');
});

test('a named place inside a public folder is refused, also through a link', () => {
  const folder = site('d/va');
  symlinkSync(folder, join(home, 'd/link'));
  for (const path of [folder, join(folder, 'x'), join(home, 'd/link/x'), join(home, 'd/www/x')]) {
    mkdirSync(join(home, 'd/www'), { recursive: true });
    assert.throws(() => choose(folder, null, path), CrewCenterError, path);
    assert.throws(() => choose(folder, null, 'AUTO', path), /--data/, path);
  }
  assert.deepEqual(choose(folder, null, join(home, 'd/private/x')), {
    path: join(home, 'd/private/x'),
    mustBeDenied: false,
  });
});

test('links that lead nowhere are named in a sentence', async () => {
  const folder = site('f/va');
  symlinkSync('/nowhere/at/all', join(home, 'f/tracker-data'));
  const storage = { path: join(home, 'f/tracker-data'), mustBeDenied: false };
  assert.throws(() => makeStorage(storage, folder), /tracker-data cannot be made: a link or a file is in the way/);
  symlinkSync('/nowhere/at/all', join(folder, 'va_config.php'));
  await assert.rejects(readVaConfig(join(folder, 'va_config.php')), VaConfigError);
});

test('crew centers beside each other keep their data apart, also when one of them is moved', () => {
  const one = site('g/one');
  const two = site('g/two');
  const storage = choose(one, 'https://one.test');
  assert.equal(storage.path, join(home, 'g/tracker-data'));
  makeStorage(storage, one);
  const other = choose(two, 'https://two.test');
  assert.equal(other.path, join(home, 'g/tracker-data-two'));
  makeStorage(other, two);
  assert.throws(
    () => choose(two, 'https://two.test', 'AUTO', storage.path),
    /holds the data of the crew center in .*one/,
  );
  const moved = join(home, 'g/moved');
  renameSync(one, moved);
  assert.equal(choose(two, 'https://two.test').path, other.path);
  assert.equal(choose(moved, 'https://one.test').path, storage.path);
});

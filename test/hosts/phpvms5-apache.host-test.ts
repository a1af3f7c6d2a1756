// needs: web-server
import assert from 'node:assert/strict';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openEdgeKit } from '../../src/platform/open-edge.ts';
import { edgeSource, publicScripts } from '../../src/platform/phpvms5/edge-files.ts';
import { makeStorage } from '../../src/platform/phpvms5/storage.ts';
import { askDenial, isUnknown } from '../../src/platform/site/denied-folder.ts';
import { ownerOf } from '../../src/platform/site/owner.ts';
import { type Apache, startApache } from './apache.ts';

/** A site with clean URLs, whose own rules answer 200 to anything. */
let site: string;
let apache: Apache;

before(async () => {
  site = await mkdtemp(join(tmpdir(), 'tracker-apache-'));
  await chmod(site, 0o755);
  await cp(edgeSource, join(site, 'acars'), { recursive: true });
  await writeFile(join(site, 'platform.html'), 'a page of the platform');
  const rules = [
    'RewriteEngine On',
    'RewriteCond %{REQUEST_FILENAME} !-f',
    'RewriteCond %{REQUEST_FILENAME} !-d',
    'RewriteRule ^(.*)$ platform.html [L]',
  ];
  await writeFile(join(site, '.htaccess'), `${rules.join('\n')}\n`);
  apache = await startApache(site);
});
after(async () => {
  await apache[Symbol.asyncDispose]();
  await rm(site, { recursive: true });
});

const get = async (path: string) => {
  const answer = await fetch(`${apache.url}${path}`, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
};

test('what must not be read is denied, also where there is no such file', async () => {
  const paths = [
    'va_config.php',
    'va_config.sample.php',
    '_tracker_common.php',
    '.htaccess',
    'sessions/',
    'sessions/a.json',
    'reports/',
    'reports/x.txt',
    'logs/',
    'cache/a/b',
    'storage/',
    'storage/journal.sqlite',
    'old.json',
    'backup.zip',
    'va_config.php.bak',
    'va_config.php~',
    'x.log',
    '.env',
  ];
  for (const path of paths) assert.equal((await get(`/acars/${path}`)).status, 403, path);
});

test('the private folders are denied as a whole, also what has no ending, and no page of the platform with such a name', async () => {
  const privateFolders = ['sessions', 'reports', 'logs', 'cache', 'storage'];
  for (const folder of privateFolders) {
    await mkdir(join(site, 'acars', folder, 'deep'), { recursive: true });
    for (const name of ['z.txt', 'sess_abc', 'page.html', 'a.css', 'deep/z.txt', 'deep/x']) {
      await writeFile(join(site, 'acars', folder, name), 'canary');
      const { status, text } = await get(`/acars/${folder}/${name}`);
      assert.deepEqual([status, text.includes('canary')], [403, false], `${folder}/${name}`);
    }
  }
  for (const path of ['/acars/data/logs', '/acars/reportsof/1', '/acars/xacars/reports/'])
    assert.deepEqual(await get(path), { status: 200, text: 'a page of the platform' }, path);
  for (const folder of privateFolders) await rm(join(site, 'acars', folder), { recursive: true });
});

test('the seven scripts are reached, and the platform’s clean URLs below /acars/ too', async () => {
  for (const name of publicScripts) assert.equal((await get(`/acars/${name}`)).status, 200, name);
  for (const path of ['/acars/data', '/acars/xacars/pirep', '/acars/evil.php', '/schedules']) {
    assert.deepEqual(await get(path), { status: 200, text: 'a page of the platform' }, path);
  }
});

test('a data directory behind our rule is shown to be denied; without the rule it is shown to be readable', async () => {
  const storage = { path: join(site, 'acars/storage'), mustBeDenied: true };
  makeStorage(storage, site);
  const ask = (folder: string, siteUrl = apache.url) =>
    askDenial({ folder, site: { folder: site, siteUrl }, owner: ownerOf(site) });
  assert.equal(await ask(storage.path), 'denied');
  await mkdir(join(site, 'acars/open'));
  assert.equal(await ask(join(site, 'acars/open')), 'readable');
  assert.ok(isUnknown(await ask(storage.path, `${apache.url}/elsewhere`)), 'a wrong address is no denial');
  assert.ok(isUnknown(await ask(storage.path, 'http://127.0.0.1:1')));
});

test('where no .htaccess is read, a path that does not exist is no denial: `install` finds that it can be read', async () => {
  await mkdir(join(site, 'core'), { recursive: true });
  const constants = ['USER', 'PASS', 'NAME', 'SERVER'].map((name) => `define('DBASE_${name}', 'x');`);
  await writeFile(join(site, 'core/local.config.php'), `<?php ${constants.join(' ')}`);
  await using ignoring = await startApache(site, 'ignored');
  assert.equal((await fetch(`${ignoring.url}/acars/sessions/`)).status, 404);
  const kit = await openEdgeKit(site, { data: null, backup: null, listen: '127.0.0.1:8787' });
  const names = await readdir(join(site, 'acars'));
  const probed = async (url: string) => [
    ...new Set((await kit.probe(url)).map(({ denial }) => (isUnknown(denial) ? 'unknown' : denial))),
  ];
  assert.deepEqual(await probed(ignoring.url), ['readable']);
  assert.deepEqual(await probed(apache.url), ['denied']);
  assert.deepEqual(await probed(`${apache.url}/elsewhere`), ['unknown'], 'a wrong address is no denial');
  const before = join(site, 'acars/.htaccess');
  const rule = await readFile(before, 'utf8');
  await writeFile(before, rule.replace(/^.*RedirectMatch.*$/m, ''));
  const byName = (await kit.probe(apache.url)).map(({ path, denial }) => `${path} ${denial}`);
  const folders = ['sessions', 'reports', 'logs', 'cache'].map((name) => `/acars/${name}/ readable`);
  assert.deepEqual(byName, ['/acars/check-….json denied', ...folders], 'a rule of names alone shows the rest');
  await writeFile(before, rule);
  assert.deepEqual(await readdir(join(site, 'acars')), names, 'nothing of it is left behind');
});

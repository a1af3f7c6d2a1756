// needs: web-server
import assert from 'node:assert/strict';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openEdgeKit } from '../../src/platform/open-edge.ts';
import { edgeSource, publicScripts } from '../../src/platform/phpvms5/edge-files.ts';
import { makeStorage } from '../../src/platform/phpvms5/storage.ts';
import { askDenial } from '../../src/platform/site/denied-folder.ts';
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

test('the seven scripts are reached, and the platform’s clean URLs below /acars/ too', async () => {
  for (const name of publicScripts) assert.equal((await get(`/acars/${name}`)).status, 200, name);
  for (const path of ['/acars/data', '/acars/xacars/pirep', '/acars/evil.php', '/schedules']) {
    assert.deepEqual(await get(path), { status: 200, text: 'a page of the platform' }, path);
  }
});

test('a data directory behind our rule is shown to be denied; without the rule it is shown to be readable', async () => {
  const storage = { path: join(site, 'acars/storage'), mustBeDenied: true };
  makeStorage(storage, site);
  assert.equal(await askDenial(storage.path, `${apache.url}/acars`, ownerOf(site)), 'denied');
  await mkdir(join(site, 'acars/open'));
  assert.equal(await askDenial(join(site, 'acars/open'), `${apache.url}/acars`, ownerOf(site)), 'readable');
  assert.equal(
    await askDenial(storage.path, `${apache.url}/elsewhere`, ownerOf(site)),
    'unknown',
    'a wrong address is no denial',
  );
  assert.equal(await askDenial(storage.path, 'http://127.0.0.1:1/acars', ownerOf(site)), 'unknown');
});

test('where no .htaccess is read, a path that does not exist is no denial: `install` finds that it can be read', async () => {
  await mkdir(join(site, 'core'), { recursive: true });
  const constants = ['USER', 'PASS', 'NAME', 'SERVER'].map((name) => `define('DBASE_${name}', 'x');`);
  await writeFile(join(site, 'core/local.config.php'), `<?php ${constants.join(' ')}`);
  await using ignoring = await startApache(site, 'ignored');
  assert.equal((await fetch(`${ignoring.url}/acars/sessions/`)).status, 404);
  const kit = await openEdgeKit(site, { data: null, backup: null, listen: '127.0.0.1:8787' });
  assert.equal((await kit.probe(ignoring.url)).denial, 'readable');
  assert.equal((await kit.probe(apache.url)).denial, 'denied');
  assert.equal((await kit.probe(`${apache.url}/elsewhere`)).denial, 'unknown', 'a wrong address is no denial');
});

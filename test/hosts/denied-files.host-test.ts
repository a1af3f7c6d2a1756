// needs: web-server, php
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { addDenyBlock } from '../../src/platform/check/deny-rules.ts';
import { serverRules } from '../../src/platform/phpvms7/edge-advice.ts';
import { type PrintedServer, printRules } from '../../src/platform/site/server-rules/printed.ts';
import { type PhpFpm, startPhpFpm } from './php-fpm.ts';
import { startWebServer, type WebServerName, webServers } from './web-server.ts';

// Files that are denied by their names, where they lie in a place of their own: below an alias, beside the folder `public`, and
// where only `.htaccess` denies them.

const secret = 'canary: nobody may read this';
const denied = ['dump.sql', 'sub/config.ini', 'config.php.html', '.env', 'config.txt.old', 'a.php-2.4'];
const shown = [
  'app.js',
  'jquery.json-2.4.min.js',
  'lang.ini.js',
  'readme.txt.html',
  'sub/style.log.css',
  'charts.json.pdf',
];

const home = await mkdtemp(join(tmpdir(), 'tracker-denied-'));
let fpm: PhpFpm;
before(async () => {
  await chmod(home, 0o755);
  fpm = await startPhpFpm(2);
});
after(async () => {
  await fpm[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

async function makeFolder(files: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(home, 'site-'));
  await chmod(folder, 0o755);
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), secret);
  }
  return folder;
}

async function assertDenied(base: string, files = denied): Promise<void> {
  for (const path of files) {
    const response = await fetch(`${base}/${path}`);
    assert.deepEqual([response.status, (await response.text()).includes('canary')], [403, false], path);
  }
}

async function assertShown(base: string, files = shown): Promise<void> {
  for (const path of files) assert.equal((await fetch(`${base}/${path}`)).status, 200, path);
}

test('nginx: a site below an alias, whose folder the document root does not hold', async () => {
  const folder = await makeFolder([...denied, ...shown]);
  const rules = printRules('nginx', serverRules('/crew', ['127.0.0.1:1'], { shown: folder, direct: null }));
  const alias = `${rules}\nlocation /crew/ { alias ${folder}/; }`;
  const documentRoot = await makeFolder(['index.html']);
  await using server = await startWebServer('nginx', {
    documentRoot,
    sitePath: '',
    fastcgi: fpm.socketPath,
    rules: alias,
  });
  await assertDenied(`${server.origin}/crew`);
  await assertShown(`${server.origin}/crew`);
});

test('a folder whose name cannot stand in the rules for nginx is left out of them', () => {
  for (const folder of ['/srv/a"; return 200;', '/srv/a\nb', '/srv/$uri', '/srv/a\\'])
    assert.ok(
      !printRules('nginx', serverRules('', ['127.0.0.1:1'], { shown: folder, direct: null })).includes('tracker_file'),
      folder,
    );
});

const printed: Readonly<Record<WebServerName, PrintedServer>> = {
  nginx: 'nginx',
  'apache with mod_php': 'apache',
  'apache with PHP-FPM': 'apache',
  caddy: 'caddy',
};
for (const name of webServers)
  test(`${name}: beside the folder public, files by their names and not pages of another site`, async () => {
    const files = ['artisan', 'composer.json', 'vite.config.js', 'storage/logs/laravel.log'];
    const documentRoot = await makeFolder([...files, 'public/app.js', 'public/manifest.json', 'index.php']);
    await writeFile(join(documentRoot, 'index.php'), '<?php echo "a page";');
    const rewrite = 'RewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^ /index.php [L]\n';
    await writeFile(join(documentRoot, '.htaccess'), rewrite);
    const rules = printRules(
      printed[name],
      serverRules('/public', ['127.0.0.1:1'], { shown: join(documentRoot, 'public'), direct: null }),
    );
    const site = { documentRoot, sitePath: '', fastcgi: fpm.socketPath, rules };
    await using server = await startWebServer(name, site);
    await assertDenied(server.origin, [...files, 'storage/none', 'vendor/none']);
    await assertShown(server.origin, ['public/app.js', 'public/manifest.json', 'feed.json', 'about.md']);
  });

test('Apache: the block of .htaccess denies the same names', async () => {
  const documentRoot = await makeFolder([...denied, ...shown, 'index.php']);
  await writeFile(join(documentRoot, 'index.php'), '<?php echo "a page";');
  const rewrite = 'RewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^ /index.php [L]\n';
  await writeFile(join(documentRoot, '.htaccess'), addDenyBlock(rewrite, { paths: [], hidesLists: false }));
  const site = { documentRoot, sitePath: '', fastcgi: fpm.socketPath, rules: '' };
  await using server = await startWebServer('apache with PHP-FPM', site);
  await assertDenied(server.origin);
  await assertShown(server.origin);
  // No file has such a name: they are pages of the crew center.
  for (const page of ['errors.log', 'sub/fleet.sql', 'page/config.ini', 'admin/log-viewer/files/a-laravel.log'])
    assert.equal(await (await fetch(`${server.origin}/${page}`)).text(), 'a page', page);
});

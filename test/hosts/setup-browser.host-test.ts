// needs: mariadb, php, web-server, chromium
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { file } from '../../build/release/entry.ts';
import { makeSigningKey, signatureOf } from '../../build/release/signing-key.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { edgeSource, sampleFile } from '../../src/platform/phpvms5/edge-files.ts';
import { desktop, TestBrowser } from '../pages/browser.ts';
import { until } from '../until.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { startNginx } from './nginx.ts';
import { packQuickly, programOf, system, writeParts } from './packed-program.ts';
import { startPhpFpm } from './php-fpm.ts';
import { installation } from './phpvms5/seed.ts';
import { socketOf } from './site-folders.ts';
import { own, packSmallServer } from './small-program.ts';

const version = '98.0.0';
const databasePassword = 'canary-of-the-database';

/** An account whose site is a phpVMS 5, after the folder `acars` was uploaded with the program; its Node is the one that runs the test. */
async function openSite() {
  const opened = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'tracker-browser-'));
  opened.defer(() => rmSync(home, { recursive: true }));
  const site = join(home, 'public_html');
  const acars = join(site, 'acars');
  const mariadb = opened.use(await startMariadb(sqlModes.empty));
  await fillDatabase(mariadb);
  mkdirSync(join(site, 'core'), { recursive: true });
  cpSync(join(import.meta.dirname, 'phpvms5/admin-stand-in.php'), join(site, 'core/codon.config.php'));
  const database = {
    DBASE_USER: 'vms',
    DBASE_PASS: databasePassword,
    DBASE_NAME: 'crew',
    DBASE_SERVER: `:${socketOf(mariadb)}`,
  };
  const defines = Object.entries(database).map(([name, value]) => `define('${name}', '${value}');\n`);
  cpSync(edgeSource, acars, { recursive: true });
  const sample = readFileSync(join(acars, sampleFile), 'utf8');
  writeFileSync(join(acars, 'va_config.php'), sample.replace(/(TRACKER_REQUIRE_HTTPS', )true/, '$1false'));
  await upload(acars);
  const fpm = opened.use(await startPhpFpm(4));
  const values = { HTTP_HOST: '$http_host', PHP_ADMIN_VALUE: `open_basedir=${home}:/tmp` };
  const nginx = opened.use(await startNginx({ root: site, fastcgi: fpm.socketPath, values }));
  const url = `define('SITE_URL', 'http://127.0.0.1:${nginx.port}');\n`;
  writeFileSync(join(site, 'core/local.config.php'), `<?php\n${defines.join('')}${url}`);
  const who = { id: 1, by: 'password', permissions: 0x1fffffff };
  writeFileSync(join(site, 'core/signed-in.json'), JSON.stringify(who));
  own(home);
  const place = join(home, 'tracker');
  opened.defer(() => endServer(place));
  return { opened, home, site, acars, place, mariadb, url: `http://127.0.0.1:${nginx.port}` };
}

const keys = mkdtempSync(join(tmpdir(), 'tracker-keys-'));
after(() => rmSync(keys, { recursive: true }));
const [known, strange] = [makeSigningKey(join(keys, 'known')), makeSigningKey(join(keys, 'strange'))];

/** The present sources as they are uploaded: they run by the Node that runs the test, and know one key. */
async function upload(acars: string): Promise<void> {
  const node = file('node/bin/node', `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, true);
  const entries = [...(await programOf(version, [known.publicKey.line])), node];
  writeParts(join(acars, 'program'), packQuickly({ version, system, data: {} }, entries));
}

/** A newer program, signed by a key that nobody knows. */
function uploadStrange(acars: string, release: string): void {
  const packed = packSmallServer(release);
  const name = `program-${system}`;
  writeParts(join(acars, 'program'), packed);
  const comment = `timestamp:1\tfile:${name}\tversion:${release}`;
  writeFileSync(join(acars, `program/${name}.sig`), signatureOf(packed.head, comment, strange));
  own(join(acars, 'program'));
}

async function fillDatabase(mariadb: Mariadb): Promise<void> {
  const bids = [{ pilotId: 1, scheduleId: 1 }];
  await mariadb.createDatabase('crew', installation({ release: '5.5.2', prefix: 'phpvms_' }, bids));
  const sql = openMysql(mariadb.address('crew'));
  await sql.run(`CREATE USER vms@localhost IDENTIFIED BY '${databasePassword}'`);
  await sql.run('GRANT ALL ON crew.* TO vms@localhost');
  await sql.close();
}

/** What a test that failed left running. */
async function endServer(place: string): Promise<void> {
  const pid = existsSync(join(place, 'server.pid')) ? Number(readFileSync(join(place, 'server.pid'), 'utf8')) : 0;
  const isThere = () => pid > 0 && existsSync(`/proc/${pid}`);
  if (!isThere()) return;
  process.kill(pid, 'SIGKILL');
  await until(() => !isThere());
}

/** Somebody who is signed in to the site. */
async function signIn(browser: TestBrowser, url: string): Promise<BrowserContext> {
  const context = await browser.context(desktop);
  await context.addCookies([{ name: 'who', value: 'staff', url }]);
  return context;
}

/** Types the code of the file that the page names, which its owner reads by FTP. */
async function giveCode(page: Page, site: string): Promise<void> {
  const named = (await page.locator('pre').textContent()) ?? '';
  const [, code = ''] = /^Code: (\S+)$/m.exec(readFileSync(join(site, named), 'utf8')) ?? [];
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'What was found on this host' }).waitFor();
}

/** Waits until the page says so; what it says instead is in the error. */
async function says(page: Page, text: string | RegExp): Promise<void> {
  const instead = async (error: unknown) => assert.fail(`${error}\n${await page.locator('body').textContent()}`);
  await page.getByText(text).first().waitFor({ timeout: 180_000 }).catch(instead);
}

test('a phpVMS 5 is set up by a browser, opened twice at once, flown, closed and removed', async () => {
  const { opened, home, site, acars, place, mariadb, url } = await openSite();
  await using _opened = opened;
  await using browser = await TestBrowser.open();
  const setUp = `${url}/acars/setup.php`;

  const stranger = await browser.page(desktop);
  await stranger.goto(setUp);
  await says(stranger, 'Sign in to phpVMS');
  assert.deepEqual(readdirSync(home), ['public_html']);

  const page = await (await signIn(browser, url)).newPage();
  await page.goto(setUp);
  await page.getByLabel('Code').fill('AAAA-AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('This is not the code.').waitFor();
  assert.deepEqual(readdirSync(home), ['public_html'], 'a wrong code makes nothing');
  await giveCode(page, site);
  const other = await (await signIn(browser, url)).newPage();
  await other.goto(setUp);
  await giveCode(other, site);
  await says(page, `go to ${place}, outside what visitors can open`);

  // Of one at once the other waits; both load themselves again until the program runs.
  const both = [page, other];
  await Promise.all(both.map((each) => each.getByRole('button', { name: `Set up Tracker ${version}` }).click()));
  await Promise.all(both.map((each) => says(each, /(answers|reaches it) through the site\. Pilots can fly\./)));
  assert.equal(readFileSync(join(place, 'program.txt'), 'utf8').trim(), version);
  assert.equal(existsSync(join(acars, 'program')), false, 'the packed parts are no longer public');

  // What the program itself finds at the site, and of its database.
  await says(page, 'The platform’s account of the database may read, add, change and delete rows');
  await mariadb.run('REVOKE DELETE ON crew.* FROM vms@localhost');
  await page.getByRole('button', { name: 'Look again' }).click();
  await says(page, /not granted: DELETE/);
  await mariadb.run('GRANT ALL ON crew.* TO vms@localhost');

  await page.getByRole('button', { name: 'Fly the test flight' }).click();
  await says(page, /Flown: 101 from KJFK to KBOS, 3 positions stored and cancelled/);
  // The program that runs verifies the next one.
  uploadStrange(acars, '99.0.0');
  await page.goto(setUp);
  await page.getByRole('button', { name: 'Unpack version 99.0.0' }).click();
  await says(page, /is signed by the key [0-9A-F]+, which is not known here/);
  const programs = readdirSync(join(place, 'program')).filter((name) => /^[.\d]/.test(name));
  assert.deepEqual(programs, [version], 'nothing half-made stays');
  rmSync(join(acars, 'program'), { recursive: true });
  await page.goto(setUp);
  await page.getByRole('link', { name: 'Operator’s pages' }).click();
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();

  await page.goto(setUp);
  await page.getByRole('button', { name: 'Done: close this page' }).click();
  await says(page, 'This page is closed.');
  for (const each of [page, other, stranger]) assert.equal((await each.goto(setUp))?.status(), 404);

  await page.goto(`${url}/acars/operator.php?set-up`);
  await page.getByRole('button', { name: 'Open set-up' }).click();
  await page.getByLabel('Code').waitFor();
  const [, code = ''] = /^Code: (\S+)$/m.exec(readFileSync(join(place, 'set-up-code.txt'), 'utf8')) ?? [];
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Remove Tracker from this host').click();
  await page.getByLabel(/Delete them too/).check();
  await page.getByRole('button', { name: 'Remove Tracker' }).click();
  await says(page, 'Tracker’s program was removed.');
  assert.deepEqual(readdirSync(home), ['public_html']);
  assert.deepEqual(readdirSync(site), ['core'], 'the site is as it was');
  // A page that is not for the visitor, or is asked for a code, says so by its status.
  assert.deepEqual(
    browser.complaints.filter((each) => !each.includes('status of 403')),
    [],
  );
});

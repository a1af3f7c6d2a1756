// needs: php, web-server, chromium
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { moduleSource } from '../../src/platform/phpvms7/module-files.ts';
import { desktop, TestBrowser } from '../pages/browser.ts';
import { rewrite } from './bait-site.ts';
import { writeParts } from './packed-program.ts';
import { startPhpFpm } from './php-fpm.ts';
import { own, packSmallServer } from './small-program.ts';
import { startWebServer } from './web-server.ts';

/** An account with a phpVMS 7 whose module was uploaded with the program. @param documentRoot - below the account's folder */
async function openSite(documentRoot: 'crew/public' | 'crew') {
  const opened = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'tracker-setup7-'));
  opened.defer(() => rmSync(home, { recursive: true }));
  const crew = join(home, 'crew');
  const [module, storage] = [join(crew, 'modules/Tracker'), join(crew, 'storage/app')];
  for (const folder of [join(crew, 'public'), storage, module]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(crew, '.env'), `APP_KEY="base64:${Buffer.alloc(32, 7).toString('base64')}"\n`);
  cpSync(join(import.meta.dirname, 'phpvms7/site.php'), join(crew, 'public/index.php'));
  cpSync(moduleSource, module, { recursive: true });
  const sitePath = documentRoot === 'crew' ? '/public' : '';
  writeFileSync(join(crew, 'public/.htaccess'), rewrite(sitePath));
  writeParts(join(module, 'Program'), packSmallServer('0.3.0'));
  own(home);
  const fpm = opened.use(await startPhpFpm(4));
  const site = { documentRoot: join(home, documentRoot), sitePath, fastcgi: fpm.socketPath, rules: '' };
  const web = opened.use(await startWebServer('apache with PHP-FPM', site));
  return { opened, home, crew, module, storage, url: web.origin };
}

test('an administrator of a phpVMS 7 is led to set-up, sets Tracker up, flies, updates and removes it by the module’s own pages', async () => {
  const { opened, home, crew, module, storage, url } = await openSite('crew/public');
  await using _opened = opened;
  await using browser = await TestBrowser.open();
  const place = join(crew, 'tracker');
  const context = await browser.context(desktop);
  await context.addCookies([{ name: 'who', value: 'admin', url }]);
  const page = await context.newPage();
  await page.goto(`${url}/admin/tracker`);
  assert.equal(page.url(), `${url}/admin/tracker/setup`);
  await page.getByText(`go to ${place}, outside what visitors can open`).waitFor();
  const forged = await context.request.post(page.url(), { form: { do: 'begin' } });
  assert.equal(forged.status(), 419);
  assert.equal(existsSync(place), false);

  const setUp = async (button: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByText('It answers through the site. Pilots can fly.').waitFor();
  };
  await setUp('Set up Tracker 0.3.0');
  assert.equal(existsSync(join(module, 'Program')), false, 'the packed parts are gone');
  assert.equal(readFileSync(join(storage, 'tracker-place.txt'), 'utf8'), `${place}\n`);
  const decided = () => JSON.parse(readFileSync(join(place, 'folder.json'), 'utf8')) as Record<string, unknown>;
  assert.deepEqual([decided().phpvms, decided().crewCenter, decided().sleeps], [7, crew, false]);
  await page.getByLabel('It ends when nobody has flown').check();
  await page.getByRole('button', { name: 'Keep this choice' }).click();
  await page.getByText('It counts from the next start').waitFor();
  assert.equal(decided().sleeps, true);
  await page.getByRole('button', { name: 'Fly the test flight' }).click();
  await page.getByText('Flown & cancelled.').waitFor();
  await page.getByRole('link', { name: 'Operator’s pages' }).click();
  assert.equal(page.url(), `${url}/tracker/operator/enter?t=${'t'.repeat(40)}`);

  writeParts(join(module, 'Program'), packSmallServer('0.3.1'));
  own(join(module, 'Program'));
  await page.goto(`${url}/admin/tracker`);
  await page.getByText('Version 0.3.0 is set up; version 0.3.1 was uploaded.').waitFor();
  await setUp('Unpack version 0.3.1');
  assert.equal(readFileSync(join(place, 'program.txt'), 'utf8').trim(), '0.3.1');
  await page.getByText('Remove Tracker from this host').click();
  await page.getByLabel(/Delete them too/).check();
  await page.getByRole('button', { name: 'Remove Tracker' }).click();
  await page.getByText('Tracker’s program was removed.').waitFor();
  await page.getByText('The module itself: disable Tracker under Admin → Addons first').waitFor();
  assert.deepEqual(readdirSync(crew).sort(), ['.env', 'modules', 'public', 'storage']);
  assert.equal((await fetch(`${url}/api/tracker/status`)).status, 503);
  assert.deepEqual(readdirSync(storage), [], 'a call of a client leaves no address of a server that was removed');
  assert.equal(readFileSync(join(crew, 'storage/dropped.txt'), 'utf8'), 'tracker_config');
  assert.deepEqual(readdirSync(home), ['crew']);
});

test('where the whole folder of a phpVMS 7 is public its storage is no private place, and set-up stays in the site’s folder', async () => {
  const { opened, home, crew, url } = await openSite('crew');
  await using _opened = opened;
  const headers = { cookie: 'who=admin' };
  const address = `${url}/public/admin/tracker/setup`;
  const response = await fetch(address, { headers });
  const html = await response.text();
  assert.equal(response.headers.get('x-frame-options'), 'DENY');
  assert.ok(html.includes(`go to ${home}/tracker, outside`), html);
  assert.deepEqual(readdirSync(crew).sort(), ['.env', 'modules', 'public', 'storage']);
  assert.ok(html.includes('action="/public/admin/tracker/setup"'), html);
  const body = new URLSearchParams({ _token: 'c'.repeat(40), do: 'begin' });
  const begun = await fetch(address, { method: 'POST', headers, body });
  assert.match(begun.headers.get('refresh') ?? '', /; url=\/public\/admin\/tracker\/setup$/);
  assert.ok((await begun.text()).includes('href="/public/admin/tracker/setup"'));
});

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TestBrowser } from './browser.ts';
import { take } from './picture.ts';

/**
 * `npm run pictures:phpvms7 -- --site URL --login EMAIL --password-file FILE`: the screenshots of the admin area of a
 * real phpVMS 7 in which the module is active. The login is one of its administrators.
 */
const { values } = parseArgs({
  options: { site: { type: 'string' }, login: { type: 'string' }, 'password-file': { type: 'string' } },
});
const { site, login, 'password-file': passwordFile } = values;
if (site === undefined || login === undefined || passwordFile === undefined)
  throw new Error('Usage: npm run pictures:phpvms7 -- --site URL --login EMAIL --password-file FILE');

await using browser = await TestBrowser.open();
const page = await browser.page({ viewport: { width: 1180, height: 760 } });
await page.goto(`${site}/login`);
await page.locator('input[name=email]').fill(login);
await page.locator('input[name=password]').fill(readFileSync(passwordFile, 'utf8').split('\n')[0] ?? '');
await page.locator('form[action$="/login"] button[type=submit]').click();
await page.waitForURL((url) => !url.pathname.endsWith('/login'));
for (const [name, path, words] of [
  ['phpvms7-addons', '/admin/modules', 'Tracker'],
  ['phpvms7-settings', '/admin/tracker', 'The tracking server answers'],
] as const) {
  await page.goto(site + path, { waitUntil: 'networkidle' });
  if (!(await page.locator('body').innerText()).includes(words)) throw new Error(`${path} does not show ${words}.`);
  await take(page, name);
}

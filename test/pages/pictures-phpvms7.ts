import { TestBrowser } from './browser.ts';
import { take } from './picture.ts';
import { openRealSite } from './real-site.ts';

/**
 * `npm run pictures:phpvms7 -- --site URL --login EMAIL --password-file FILE`: the screenshots of the admin area of a
 * real phpVMS 7 in which the module is active. The login is one of its administrators.
 */
await using browser = await TestBrowser.open();
const { page, url } = await openRealSite(browser, 1180, 760);
for (const [name, path, words] of [
  ['phpvms7-addons', '/admin/modules', 'Tracker'],
  ['phpvms7-settings', '/admin/tracker', 'The tracking server answers'],
] as const) {
  await page.goto(url + path, { waitUntil: 'networkidle' });
  if (!(await page.locator('body').innerText()).includes(words)) throw new Error(`${path} does not show ${words}.`);
  await take(page, name);
}

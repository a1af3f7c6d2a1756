import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { TestBrowser } from './browser.ts';
import { take } from './picture.ts';
import { openRealSite } from './real-site.ts';

/**
 * `npm run pictures:set-up -- --site URL --login EMAIL --password-file FILE`, for a phpVMS 5 also `--folder FOLDER`, the
 * site's: sets Tracker up by the browser in a real phpVMS to whose files it was uploaded, and takes the screenshots of
 * that. The login is one of its administrators; in phpVMS 7 the module is active.
 */

/** The page names the file with the code, which its owner reads by FTP. */
async function giveCode(page: Page, folder: string): Promise<void> {
  const file = resolve(folder, (await page.locator('pre').first().textContent()) ?? '');
  const [, code = ''] = /^Code: (\S+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

await using browser = await TestBrowser.open();
const { page, url, folder } = await openRealSite(browser, 1000, 640);
const name = folder === undefined ? 'set-up7' : 'set-up5';
await page.goto(url + (folder === undefined ? '/admin/tracker/setup' : '/acars/setup.php'));
if (folder !== undefined) {
  await page.setViewportSize({ width: 760, height: 640 });
  await giveCode(page, folder);
}
const button = page.getByRole('button', { name: /^Set up Tracker/ });
const runs = page.getByText('Pilots can fly.');
// A run of this that ended too early is repeated: then only the last picture is left.
await button.or(runs).waitFor();
if (await button.isVisible()) {
  await take(page, `${name}-found`);
  await button.click();
}
// The program is unpacked and started meanwhile; the page loads itself again.
await runs.waitFor({ timeout: 300_000 });
await take(page, `${name}-runs`);

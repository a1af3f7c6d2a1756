import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import type { TestBrowser } from './browser.ts';

export interface RealSite {
  readonly page: Page;
  readonly url: string;
  /** The folder of a phpVMS 5; without it the site is a phpVMS 7. */
  readonly folder: string | undefined;
}

/**
 * Signs in to a real phpVMS, as the command line names it: `--site URL --login EMAIL --password-file FILE`, for a
 * phpVMS 5 also `--folder FOLDER`. @throws Error without one of them, and for a login that is refused
 */
export async function openRealSite(browser: TestBrowser, width: number, height: number): Promise<RealSite> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { site: text, login: text, 'password-file': text, folder: text } });
  const { site: url, login, 'password-file': passwordFile, folder } = values;
  if (url === undefined || login === undefined || passwordFile === undefined)
    throw new Error('Needed: --site URL --login EMAIL --password-file FILE');
  const page = await browser.page({ viewport: { width, height } });
  await page.goto(url + (folder === undefined ? '/login' : '/index.php/login'));
  await page.locator('input[name=email]').first().fill(login);
  const password = page.locator('input[name=password]').first();
  await password.fill(readFileSync(passwordFile, 'utf8').split('\n')[0] ?? '');
  await password.press('Enter');
  // A login that was refused shows the form again.
  await page.locator('input[name=password]').first().waitFor({ state: 'detached' });
  await page.waitForLoadState();
  return { page, url, folder };
}

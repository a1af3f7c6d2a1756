import type { BrowserContextOptions, Page } from 'playwright-core';
import type { TestBrowser } from './browser.ts';
import type { Site } from './site.ts';

export const operatorPassword = 'correct horse battery';

/** A page of a browser that has set the operator's password by the one-time link, and so is signed in. */
export async function operatorPage(site: Site, browser: TestBrowser, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.page(options);
  if (site.server.hasOwner) throw new Error('there is an owner already');
  await page.goto(site.url(await site.server.tracker.operator.makeSetupPath('test')));
  await page.getByLabel('Name').fill('operator');
  await page.getByLabel('New password').fill(operatorPassword);
  await page.getByLabel('Repeat the password').fill(operatorPassword);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  return page;
}

import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import type { Answered } from '../every-page.ts';
import type { TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import type { Site } from './site.ts';

/** A page of a browser that is signed in as the owner and as the first pilot: it may open every page. */
export async function staffAndPilotPage(
  site: Site,
  browser: TestBrowser,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await operatorPage(site, browser, options);
  await page.goto(site.url('/tracker/my/sign-in'));
  await page.locator('#login').fill('ada@demo-air.example');
  await page.locator('#password').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'My flights' }).waitFor();
  return page;
}

/** The cookies of this browser as a header, for requests beside it. */
export async function cookiesOf(site: Site, context: BrowserContext): Promise<string> {
  return (await context.cookies(site.url())).map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Asks for paths with the cookies of this browser. */
export async function askAs(site: Site, context: BrowserContext): Promise<(path: string) => Promise<Answered>> {
  const headers = { cookie: await cookiesOf(site, context), accept: 'text/html' };
  return async (path) => readAnswer(await fetch(site.url(path), { headers, redirect: 'manual' }));
}

export async function readAnswer(response: Response): Promise<Answered> {
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: await response.text(),
  };
}

import type { Page } from 'playwright-core';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone } from './browser.ts';
import type { Site } from './site.ts';

/** Looks at pages in light and dark, on a phone and a wide screen. */
export async function look(page: Page, site: Site, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    for (const size of [phone, desktop])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size.viewport);
        await page.emulateMedia({ colorScheme });
        await page.goto(site.url(path));
        await assertFits(page, `${path} ${colorScheme}`);
        await assertAccessible(page, `${path} ${colorScheme}`);
      }
}

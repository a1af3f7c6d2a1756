// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestBrowser } from './browser.ts';
import { Site } from './site.ts';
import { assertSame, type Compared, compare, windows } from './world-places.ts';

test('every place is drawn where the map has it, once, at every size of the window, at rest and while zooming', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  for (const viewport of windows) {
    const page = await browser.page({ viewport });
    await page.goto(site.url());
    await page.locator('#count').waitFor();
    assertSame((await page.evaluate(compare)) as Compared, `${viewport.width}×${viewport.height}`);
    await page.close();
  }
  assert.deepEqual(browser.complaints, []);
});

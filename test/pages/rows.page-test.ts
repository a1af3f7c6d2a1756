// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFits } from './accessibility.ts';
import { phone, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { flyFleet } from './made-fleet.ts';
import { Site } from './site.ts';

test('rows are never cut: in three languages, at the usual size of text and at twice that', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  flyFleet(site, 40, (index) => (index % 5 === 0 ? { position: { receivedAt: Date.now() - 12 * 60_000 } } : {}));
  const cut = `[...document.querySelectorAll('#list button, #list button *')].filter((each) => !each.matches('.visually-hidden, .bar') &&
    (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')).map(({ className, textContent }) => className + ': ' + textContent)`;
  const overlapping = `(() => {
    const boxes = [...document.querySelectorAll('#list li')].map((each) => each.getBoundingClientRect()).sort((a, b) => a.top - b.top);
    return boxes.filter((each, index) => index > 0 && each.top < boxes[index - 1].bottom - 1).length;
  })()`;
  for (const options of [phone, { viewport: { width: 1440, height: 900 } }]) {
    const page = await browser.page({ ...options, reducedMotion: 'reduce' });
    for (const lang of ['en', 'de', 'fr']) {
      for (const size of [100, 200]) {
        await page.goto(site.url(`/tracker/?lang=${lang}&units=m-kmh-km-kg`));
        await page.evaluate(`document.documentElement.style.fontSize = '${size}%'`);
        const name = `${options.viewport.width} ${lang} ${size} %`;
        if (options === phone) {
          await page.locator('.panel[data-stop]').waitFor();
          await page.locator('#fold').press('Home');
        }
        await page.locator('#list button').first().waitFor();
        await until(`no row covers another one: ${name}`, async () => (await page.evaluate(overlapping)) === 0);
        assert.deepEqual(await page.evaluate(cut), [], name);
        await assertFits(page, name);
      }
    }
  }
  assert.deepEqual(browser.complaints, []);
});

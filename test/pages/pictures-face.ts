import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { TestBrowser } from './browser.ts';
import { knowMap, moveOn } from './face/acts.ts';
import { moment } from './face/moment.ts';
import { type FacePicture, facePictures, type Size, sizes } from './face/pictures.ts';
import { openScene, type Shown } from './face/scenes.ts';

/**
 * `npm run pictures:face -- --into FOLDER`: the map and the flight page in light and dark, in five windows, with no and with many
 * flights, without motion, on a clock that moves by itself only: two runs of the same pages make the same pictures. `--only NAME,NAME` makes those,
 * `--size phone` one window, `--scheme dark` one scheme.
 */
const { values } = parseArgs({
  options: {
    into: { type: 'string', default: join(import.meta.dirname, '../../.cache/face') },
    only: { type: 'string' },
    size: { type: 'string' },
    scheme: { type: 'string' },
  },
});
const into = resolve(values.into);
const schemes = (['light', 'dark'] as const).filter((each) => values.scheme === undefined || values.scheme === each);
const chosen = facePictures.filter(({ name }) => values.only?.split(',').includes(name) ?? true);
if (chosen.length === 0) throw new Error(`pictures: ${facePictures.map(({ name }) => name).join(', ')}`);
mkdirSync(into, { recursive: true });

/** What a page has loaded so far, and whether its own typeface is there. */
const loaded = `({
  count: performance.getEntriesByType('resource').length,
  hasFont: [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded'),
})`;
const stillMs = 2_000;
const patienceMs = 30_000;

await using browser = await TestBrowser.open();
const failed: string[] = [];
for (const scene of new Set(chosen.map((each) => each.scene))) {
  await using shown = await openScene(scene);
  for (const picture of chosen.filter((each) => each.scene === scene))
    for (const size of picture.sizes.filter((each) => values.size === undefined || values.size === each))
      for (const colorScheme of schemes) await take(shown, picture, size, colorScheme);
}
for (const each of [...failed, ...new Set(browser.complaints)]) console.error(each);
if (failed.length > 0) process.exitCode = 1;

async function take(shown: Shown, picture: FacePicture, size: Size, colorScheme: 'light' | 'dark'): Promise<void> {
  const touch = size === 'phone' ? { hasTouch: true, isMobile: true } : {};
  const page = await browser.page({ viewport: sizes[size], colorScheme, reducedMotion: 'reduce', ...touch });
  const file = join(into, `${picture.name}-${size}-${colorScheme}.png`);
  try {
    await page.clock.setFixedTime(moment);
    await page.addInitScript(knowMap);
    await page.goto(shown.addressOf(picture), { waitUntil: 'load' });
    await settled(page, 0);
    await picture.act?.(page);
    await settled(page, 2);
    await page.screenshot({ path: file, fullPage: picture.isWholePage === true, timeout: 60_000 });
    console.log(file);
  } catch (error) {
    failed.push(`${file}: ${error instanceof Error ? error.message : error}`);
  } finally {
    await page.context().close();
  }
}

/** Waits until nothing is loaded any more, relief and font neither, then lets the map lay out all that it draws. */
async function settled(page: Page, turn: number): Promise<void> {
  const begun = Date.now();
  for (let [known, since] = ['', begun]; ; await page.waitForTimeout(200)) {
    const { count, hasFont } = (await page.evaluate(loaded)) as { count: number; hasFont: boolean };
    if (`${count} ${hasFont}` !== known) [known, since] = [`${count} ${hasFont}`, Date.now()];
    if ((hasFont && Date.now() - since > stillMs) || Date.now() - begun > patienceMs) break;
  }
  await moveOn(page, turn);
}

import type { Page } from 'playwright-core';

/** Zooms in by the keyboard to about this level, around the flight that is followed. */
export async function zoomIn(page: Page, level: number): Promise<void> {
  await page.locator('#map').focus();
  const isThere = async () =>
    Number(await page.evaluate(`document.querySelector('.ground')?.dataset.zoom ?? 0`)) > level - 0.5;
  for (let press = 0; press < 24 && !(await isThere()); press++) {
    await page.keyboard.press('+');
    // The view moves to the flight once a second, and the ground is drawn for each level.
    await page.waitForTimeout(1_100);
  }
  await page.waitForTimeout(3_000);
}

/** Clicks into the middle of the crowd. */
export async function fanOut(page: Page): Promise<void> {
  await zoomIn(page, 8);
  const { width, height } = page.viewportSize() ?? { width: 1_440, height: 900 };
  await page.mouse.click(width / 2, height / 2);
}

/** Unfolds the list, which is a sheet on a phone. */
export async function openSheet(page: Page): Promise<void> {
  const fold = page.locator('#fold');
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
}

/** Shows a time at which somebody flies. */
export async function playReplay(page: Page): Promise<void> {
  await page.locator('#controls').waitFor();
  await page.evaluate(`(() => {
    const slider = document.querySelector('#time');
    slider.value = String(Number(slider.max) - 1_500_000);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
}

/** Waits for what the layers show, on a wide screen with their menu. */
export async function openLayers(page: Page): Promise<void> {
  await page.waitForTimeout(6_000);
  const isWide = (page.viewportSize()?.width ?? 0) > 700;
  if (isWide) await page.locator('.look summary').click();
}

/** Waits until the ways of the last day are drawn, and on a phone unfolds what stands beside them. */
export async function seeDay(page: Page): Promise<void> {
  await page.locator('#map:not([data-ways="0"])[data-ways]').waitFor();
  await page.waitForTimeout(2_000);
  if ((page.viewportSize()?.width ?? 0) < 500) await openSheet(page);
}

/** Follows the chosen flight at its gate until the ways on the ground are seen. */
export async function seeTaxi(page: Page): Promise<void> {
  await page.keyboard.press('f');
  await zoomIn(page, 13);
}

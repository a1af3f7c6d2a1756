import type { Page } from 'playwright-core';
import { moment } from './moment.ts';

/** Steps by which the clock moves on before a picture, and how long the page has for each. */
const [steps, stepMs, waitMs] = [6, 700, 350];

/** Moves the clock of a page on, step by step: stacks, fans and labels are laid out again only after some time. @param turn how often that was done before */
export async function moveOn(page: Page, turn: number): Promise<void> {
  for (let step = 1; step <= steps; step++) {
    await page.clock.setFixedTime(moment + stepMs * (turn * steps + step));
    await page.waitForTimeout(waitMs);
  }
}

/** Run before the page's own scripts: makes its map known, so that a picture can be of an exact zoom. */
export const knowMap = `(() => {
  let leaflet;
  Object.defineProperty(window, 'L', {
    get: () => leaflet,
    set: (made) => {
      leaflet = made;
      made.Map.addInitHook(function () { window.pictured = this; });
    },
  });
})()`;

/** Zooms to this level, around the flight that is followed. */
export async function zoomIn(page: Page, level: number): Promise<void> {
  await page.evaluate(`window.pictured.setZoom(${level}, { animate: false })`);
  // The view moves to the flight once a second, and the ground is drawn for each level.
  await page.waitForTimeout(4_000);
  const zoom = Number(await page.evaluate('window.pictured.getZoom()'));
  if (zoom !== level) throw new Error(`The map is at zoom ${zoom} instead of ${level}.`);
}

/** Clicks into the middle of the crowd, which is that of the map beside the panel, or above it on a phone. */
export async function fanOut(page: Page): Promise<void> {
  await zoomIn(page, 8);
  await moveOn(page, 1);
  const { width, height } = page.viewportSize() ?? { width: 1_440, height: 900 };
  const panel = await page.locator('.panel').boundingBox();
  const isSheet = panel !== null && panel.width > width * 0.75;
  const left = panel === null || isSheet ? 0 : panel.x + panel.width;
  await page.mouse.click((left + width) / 2, (isSheet ? panel.y : height) / 2);
  await page.locator('.fan').waitFor({ state: 'attached', timeout: 10_000 });
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

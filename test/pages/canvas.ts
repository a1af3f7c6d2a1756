import type { Page } from 'playwright-core';
import { until as untilSo } from '../until.ts';

/** The middle of the aircraft on the map's canvas and how many pixels they have, as `x,y,count`; `empty` when nothing is drawn. */
export async function drawn(page: Page): Promise<string> {
  return (await page.evaluate(`(() => {
    const canvas = document.querySelector('.flights-canvas');
    const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let [any, count, x, y] = [0, 0, 0, 0];
    for (let at = 3; at < data.length; at += 4) if (data[at] > 60) {
      const pixel = (at - 3) / 4;
      const [red, green, blue] = data.subarray(at - 3, at);
      any++;
      // Aircraft have colours; labels, airports and those that are silent are grey.
      if (Math.max(red, green, blue) - Math.min(red, green, blue) < 100) continue;
      count++; x += pixel % width; y += Math.floor(pixel / width);
    }
    // Names of places are there without aircraft, too.
    if (any === 0 || canvas.dataset.aircraft === '0') return 'empty';
    return count === 0 ? 'grey,' + any : [Math.round(x / count), Math.round(y / count), count].join();
  })()`)) as string;
}

/** Waits for what cannot be waited for by a locator, at most 15 seconds. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await untilSo(isSo, { withinMs: 60_000, everyMs: 100, otherwise: () => what });
}

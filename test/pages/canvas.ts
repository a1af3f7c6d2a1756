import type { Page } from 'playwright-core';
import { until as untilSo } from '../until.ts';

/** Pixels of the map's canvas that are not empty: what moves is drawn there and nowhere else. */
export async function drawn(page: Page): Promise<string> {
  return (await page.evaluate(`(() => {
    const canvas = document.querySelector('.flights-canvas');
    const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let [count, x, y] = [0, 0, 0];
    for (let at = 3; at < data.length; at += 4) if (data[at] > 60) {
      const pixel = (at - 3) / 4;
      count++; x += pixel % width; y += Math.floor(pixel / width);
    }
    return count === 0 ? 'empty' : [Math.round(x / count), Math.round(y / count), count].join();
  })()`)) as string;
}

/** Waits for what cannot be waited for by a locator, at most 15 seconds. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await untilSo(isSo, { withinMs: 15_000, everyMs: 100, otherwise: () => what });
}

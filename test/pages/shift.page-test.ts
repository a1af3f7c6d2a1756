// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { People } from './walk/people.ts';

/** A slow line: 400 ms there and back, 50 kB/s. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** What Web Vitals calls good. */
const maxShift = 0.1;

/** The main pages, those whose parts scripts bring among them. */
const main = [
  /^\/tracker\/(?:\?flight=.*)?$/,
  /^\/tracker\/(?:replay|home|join|embed|api\/v1)$/,
  /^\/tracker\/(?:flights|airports)\/[^/]+$/,
  /^\/tracker\/my(?:\/(?:statistics|logbook|book|flights\/\w+))?$/,
  /^\/tracker\/operator\/?(?:safety|review\/.+|staff|rules\/?.*)?$/,
  /^\/tracker\/admin\/(?:pireps|pilots|settings|fleet)$/,
];

const watch = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, sources.map(({ node }) => node === null ? 'gone' : (node.id || node.className || node.nodeName)).slice(0, 3).join(', ')]);
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** How far texts and parts of a page moved while it came over the slow line, and which moved most. */
async function shiftOf(context: BrowserContext, url: string, width: number): Promise<readonly [number, string]> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 844 });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', line);
  await page.addInitScript(watch);
  await page.goto(url);
  await settled(page);
  const shifts = (await page.evaluate('shifts')) as readonly (readonly [number, string])[];
  await page.close();
  const most = shifts.toSorted(([one], [other]) => other - one)[0]?.[1] ?? '';
  return [shifts.reduce((sum, [value]) => sum + value, 0), most];
}

/** The live map keeps a stream open: nothing else is loaded any more, and the font is there. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    let count = -1;
    for (let quiet = 0; quiet < 4; ) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const now = performance.getEntriesByType('resource').length;
      quiet = now === count ? quiet + 1 : 0;
      count = now;
    }
    await document.fonts.ready;
  })()`);
}

test('nothing on the main pages jumps while they come over a slow line, on a phone and a screen', {
  timeout: 300_000,
}, async (t) => {
  await using people = await People.open();
  const { site, stops } = people;
  const queue = stops
    .filter(({ path }) => main.some((each) => each.test(path)))
    .flatMap((stop) => [390, 1_280].map((width) => ({ ...stop, width })));
  assert.ok(queue.length > 40, `${queue.length} pages`);
  const found: string[] = [];
  const worker = async () => {
    for (let stop = queue.shift(); stop !== undefined; stop = queue.shift()) {
      const { context, path, width } = stop;
      const [shift, most] = await shiftOf(context, site.url(path), width);
      t.diagnostic(`${path}, ${width} px: ${shift.toFixed(3)} ${most}`);
      if (shift >= maxShift) found.push(`${path}, ${width} px: ${shift.toFixed(3)}, most of it ${most}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  assert.deepEqual(found, []);
});

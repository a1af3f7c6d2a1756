import type { BrowserContext } from 'playwright-core';
import { collectRoutes } from '../prove/served/routes.ts';
import { addNews } from '../src/platform/embedded/news.ts';
import { addSubjects, everyPage } from '../test/every-page.ts';
import { addFlights, addYears } from '../test/hundredth-day.ts';
import { desktop, TestBrowser } from '../test/pages/browser.ts';
import { Site } from '../test/pages/site.ts';
import { askAs, staffAndPilotPage } from '../test/pages/staff-and-pilot.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Goal, judge } from './goal.ts';
import { spreadOf } from './spread.ts';

const aim = {
  goal: 'W1',
  what: 's of processor time that the dearest page of any route takes a browser',
  kind: 'at most',
  aim: 1,
  short: 1,
} as const;

/** Those of a short round, which has no years behind it either. */
const shortPages = 5;

/**
 * What each page of the server costs a browser, with 1,000 pilots, 20,000 PIREPs and 10,000 schedules: the processor time of
 * its main thread until it is still. The dearest counts, of each page the median of the rounds.
 */
export async function benchPages({ rounds, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  const routes = collectRoutes();
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await site.start(await site.signIn(), 'MMUN');
  if (!isShort) await addYears(site.crewCenter);
  await addNews(site.crewCenter, { title: 'New schedules', body: 'From Monday on.' });
  if (!isShort) await addFlights(site.server.tracker.journal, Date.now());
  await addSubjects(site.server);
  const context = (await staffAndPilotPage(site, browser, desktop)).context();
  const { pages } = await everyPage(routes, await askAs(site, context));
  const costs: { readonly path: string; readonly values: readonly number[]; readonly medianS: number }[] = [];
  for (const { path } of isShort ? pages.slice(0, shortPages) : pages) {
    const values: number[] = [];
    for (let round = 0; round < rounds; round++) values.push(await cpuOf(context, site.url(path)));
    costs.push({ path, values, medianS: spreadOf(values).median });
  }
  costs.sort((one, other) => other.medianS - one.medianS);
  note(`pages: ${costs.length}; the dearest, with their medians in ms:`);
  for (const { path, medianS } of costs.slice(0, 10)) note(`  ${Math.round(medianS * 1_000)} ${path}`);
  return [judge(aim, costs[0]?.values ?? [])];
}

/** Opens the page in a tab of its own. Returns the seconds of processor time that its tasks took. */
async function cpuOf(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 2_000 }))');
  const { metrics } = await session.send('Performance.getMetrics');
  await page.close();
  const found = metrics.find(({ name }) => name === 'TaskDuration');
  if (found === undefined) throw new Error('Chromium says nothing of TaskDuration');
  return found.value;
}

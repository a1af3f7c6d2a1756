import type { BrowserContext } from 'playwright-core';
import { collectRoutes } from '../../../prove/served/routes.ts';
import { type Clock, systemClock } from '../../../src/lib/clock.ts';
import { demoPassword } from '../../../src/platform/embedded/demo.ts';
import { addNews } from '../../../src/platform/embedded/news.ts';
import { addSubjects, everyPage } from '../../every-page.ts';
import { flownTrack, noFigures } from '../../flown.ts';
import { judgedFlight, ruledMark } from '../../judged-flights.ts';
import { until } from '../../until.ts';
import { TestBrowser } from '../browser.ts';
import { flyKinds } from '../face/flights.ts';
import { moment } from '../face/moment.ts';
import { Site } from '../site.ts';
import { askAs, staffAndPilotPage } from '../staff-and-pilot.ts';

/** A page as one kind of person sees it. */
export interface Stop {
  readonly who: 'visitor' | 'pilot' | 'staff';
  readonly context: BrowserContext;
  readonly path: string;
}

/** Whoever walks has asked for less motion, so that nothing is looked at half way. */
const options = { reducedMotion: 'reduce', viewport: { width: 1_280, height: 800 } } as const;

/** The pages of a whole server, by who sees them, with flights of every kind. */
export class People implements AsyncDisposable {
  readonly site: Site;
  readonly browser: TestBrowser;
  readonly stops: readonly Stop[];
  /** Routes of pages to which no page leads. */
  readonly unlinked: readonly string[];
  readonly #opened: AsyncDisposable;

  private constructor(
    { site, browser, stops, unlinked }: Omit<People, keyof AsyncDisposable>,
    opened: AsyncDisposable,
  ) {
    this.site = site;
    this.browser = browser;
    this.stops = stops;
    this.unlinked = unlinked;
    this.#opened = opened;
  }

  static async open(): Promise<People> {
    await using opened = new AsyncDisposableStack();
    const routes = collectRoutes();
    const site = opened.use(await Site.openAt(runningClock()));
    await until(() => site.calls.status().settings.name === 'Demo Air', { everyMs: 100 });
    await addSubjects(site.server);
    await flyAda(site);
    await judgeSome(site);
    const flights = await flyKinds(site, ['usual', 'live', 'go-around', 'diverted', 'two-reports', 'no-report']);
    await addNews(site.crewCenter, { title: 'New schedules', body: 'From Monday on.' });
    // Somebody has to decide about them.
    site.crewCenter.run('UPDATE pireps SET state = 1 WHERE state = 2');
    const browser = opened.use(await TestBrowser.open());
    const visitor = await browser.context(options);
    const pilot = await signedIn(site, browser);
    const staff = (await staffAndPilotPage(site, browser, options)).context();
    const more = [...flights.values()].map((id) => `/tracker/flights/${id}`);
    const places = ['/tracker/nowhere', '/api/tracker/docs', `/tracker/?flight=${flights.get('live')}`, ...more];
    const seen = new Set<string>();
    const stops: Stop[] = [];
    let unlinked: readonly string[] = [];
    for (const [who, context] of Object.entries({ visitor, pilot, staff }) as [Stop['who'], BrowserContext][]) {
      const every = await everyPage(routes, await askAs(site, context));
      ({ unlinked } = every);
      for (const { path, status, body } of [...every.pages, ...(who === 'visitor' ? places.map(shown) : [])]) {
        // What others see alike is walked once.
        const key = `${path} ${status} ${/<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]}`;
        if (!seen.has(key)) stops.push({ who, context, path });
        seen.add(key);
      }
    }
    return new People({ site, browser, stops, unlinked }, opened.move());
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#opened[Symbol.asyncDispose]();
  }
}

const shown = (path: string) => ({ path, status: 0, body: '' });

/** Begins at the moment of the made flights, and goes on. */
function runningClock(): Clock {
  const begun = systemClock.now();
  return { now: () => moment + systemClock.now() - begun, after: (ms, task) => systemClock.after(ms, task) };
}

/** The first pilot has a flight of her own, with a landing, and one under way. */
async function flyAda(site: Site): Promise<void> {
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  const leg = { from: { lat: 47.282, lon: 8.669 }, to: { lat: 47.4527, lon: 8.5517 } };
  await site.report(session, ...flownTrack({ ...leg, startAt: moment - 300_000, count: 20 }));
  await site.calls.finish(session, { name: null, figures: { ...noFigures, landingRateFpm: -180 }, opening: null });
  await site.start(session, 'MMUN').catch(() => site.start(session, 'EDDF'));
}

/** Four months of landings, every second one hard: the safety programme has plots, and somebody has to decide. */
async function judgeSome({ server }: Site): Promise<void> {
  const { journal } = server.tracker;
  for (let index = 0; index < 8; index++) {
    const landingAt = moment - (index % 4) * 30 * 86_400_000;
    const marks = index % 2 === 0 ? [ruledMark({ follows: ['review'] })] : [];
    const judgement = { landedOn: { airport: index < 4 ? 'EDDF' : 'KMIA', runway: '09' }, marks };
    const flight = judgedFlight(journal.nextFlightNumber(), { landingAt, type: 'A320', judgement });
    await journal.saveFlight(flight, { kind: 'filed', at: landingAt });
  }
}

async function signedIn(site: Site, browser: TestBrowser): Promise<BrowserContext> {
  const page = await browser.page(options);
  await page.goto(site.url('/tracker/my/sign-in'));
  await page.locator('#login').fill('ada@demo-air.example');
  await page.locator('#password').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'My flights' }).waitFor();
  await page.close();
  return page.context();
}

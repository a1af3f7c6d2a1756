// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits } from './accessibility.ts';
import { TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { type FlightKind, flyKinds } from './face/flights.ts';
import { moment, standingClock } from './face/moment.ts';
import { findBlanks, findOverlaps, trackPixels } from './legible.ts';
import { Site } from './site.ts';

/** What must be seen on the page of a flight, and what must not. */
interface Told {
  readonly title: RegExp;
  readonly badges: RegExp;
  readonly must?: readonly RegExp[];
  readonly never?: readonly RegExp[];
  /** Pictures of approaches that are there. */
  readonly pictures: number;
  /** Without a report there is no profile either. */
  readonly isBare?: true;
  /** Between its reports nobody knows its way. */
  readonly hasNoTrack?: true;
}

const told = {
  dateline: {
    title: /NZAA – NSFA/,
    badges: /^Filed$/,
    must: [/Auckland/],
    never: [/Diverted/, /No reports/],
    pictures: 1,
  },
  pole: { title: /ENSB – PABR/, badges: /^Filed$/, never: [/Diverted/, /No reports/], pictures: 0 },
  paused: {
    title: /EDDM – EDDF/,
    badges: /Paused for 3 h/,
    must: [/Paused 3 h/, /Climb \d+ min/],
    never: [/Climb \d+ h/],
    pictures: 2,
  },
  'two-reports': {
    title: /EDDM – EDDF/,
    badges: /^Filed 2 positions$/,
    must: [/No reports 28 min/],
    pictures: 0,
    hasNoTrack: true,
  },
  'sixty-thousand-reports': { title: /EDDF – WSSS/, badges: /^Filed$/, must: [/60,000 positions/], pictures: 1 },
  'touch-and-go': {
    title: /EDDM – EDDF/,
    badges: /Touch-and-go/,
    must: [/Touch-and-go, runway \S+, EDDF/],
    never: [/Go-around/, /Diverted/],
    pictures: 4,
  },
  'go-around': {
    title: /EDDM – EDDF/,
    badges: /Go-around/,
    must: [/Go-around, runway \S+, EDDF/, /Lowest/],
    never: [/Touch-and-go/, /Diverted/],
    pictures: 4,
  },
  diverted: {
    title: /EDDM – EDDF/,
    badges: /Diverted to EDDF, planned EDDK/,
    must: [/Frankfurt/, /Runway 25C, EDDF/],
    never: [/Cologne/],
    pictures: 2,
  },
  silent: { title: /EDDM – EDDF/, badges: /In progress.*no report for 9 min/i, never: [/Landing rate/], pictures: 0 },
  live: {
    title: /EDDM – EDDF/,
    badges: /In progress/,
    must: [/Expected landing/],
    never: [/No report for/, /Landing rate/],
    pictures: 0,
  },
  'no-report': {
    title: /EDDM – EDDF/,
    badges: /In progress/,
    must: [/No positions were reported/],
    pictures: 0,
    isBare: true,
  },
} as const satisfies Partial<Record<FlightKind, Told>>;

const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** Words that a program wrote where it knew nothing. */
const noWords = /NaN|undefined|\bnull\b|Infinity|Invalid Date|\[object/;

test('the page of each odd flight says what it was, and nothing on it is empty, covered or cut', async (t) => {
  await using site = await Site.openAt(standingClock);
  await using browser = await TestBrowser.open();
  const names = Object.keys(told) as (keyof typeof told)[];
  const ids = await flyKinds(site, names);
  for (const name of names)
    await t.test(name, async () => {
      const expected: Told = told[name];
      for (const viewport of windows)
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.page({ viewport, colorScheme, reducedMotion: 'reduce' });
          await page.clock.setFixedTime(moment);
          await page.goto(site.url(`/tracker/flights/${ids.get(name)}`));
          const where = `${viewport.width} px, ${colorScheme}`;
          assert.deepEqual(await look(page, expected), [], where);
          await assertFits(page, where);
          await assertAccessible(page, where);
          await page.context().close();
        }
    });
  assert.deepEqual(browser.complaints, []);
});

/** Names what is wrong with a page. */
async function look(page: Page, expected: Told): Promise<readonly string[]> {
  const { title, badges, must = [], never = [], pictures, isBare = false, hasNoTrack = isBare } = expected;
  await page.locator('#track-map canvas').first().waitFor();
  const said = async (selector: string) => (await page.locator(selector).innerText()).replaceAll(/\s+/g, ' ').trim();
  const text = await said('main');
  const shown = await page.locator('.landing-picture:visible').count();
  const profiles = await page.locator('#profile path.altitude').count();
  const badge = await said('#badges');
  return [
    ...(title.test(await page.title()) ? [] : [`title: ${await page.title()}`]),
    ...(badges.test(badge) ? [] : [`badges: ${badge}`]),
    ...must.filter((each) => !each.test(text)).map((each) => `nothing like ${each} in: ${text}`),
    ...[...never, noWords].filter((each) => each.test(text)).map((each) => `${each} in: ${text}`),
    ...(shown === pictures ? [] : [`${shown} pictures of approaches`]),
    ...(profiles === (isBare ? 0 : 1) ? [] : [`${profiles} profiles`]),
    ...(isBare ? [] : await findFlat(page)),
    ...(hasNoTrack || (await isTrackDrawn(page)) ? [] : ['no track on the map']),
    ...(await findBlanks(page)).map((each) => `empty: ${each}`),
    ...(await findOverlaps(page)).map((each) => `above each other: ${each}`),
  ];
}

/** Names a profile that shows nothing. */
async function findFlat(page: Page): Promise<readonly string[]> {
  const { width = 0, height = 0 } = (await page.locator('#profile path.altitude').boundingBox()) ?? {};
  return width > 200 && height > 3 ? [] : [`a profile of ${width} × ${height} px`];
}

/** Whether the track is on the map, where nothing covers it, or is so soon. */
function isTrackDrawn(page: Page): Promise<boolean> {
  return until('the track on the map', async () => (await trackPixels(page)) > 300).then(
    () => true,
    () => false,
  );
}

test('pictures of every approach are told apart where colours are forced, and stand on the sheet of paper', async () => {
  await using site = await Site.openAt(standingClock);
  await using browser = await TestBrowser.open();
  const ids = await flyKinds(site, ['go-around', 'touch-and-go']);
  for (const name of ['go-around', 'touch-and-go'] as const) {
    const page = await browser.page({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(site.url(`/tracker/flights/${ids.get(name)}`));
    await page.emulateMedia({ forcedColors: 'active' });
    assert.deepEqual(await alikePaint(page), [], `${name}, forced colours`);
    await assertAccessible(page, `${name}, forced colours`);
    await page.emulateMedia({ forcedColors: 'none', media: 'print' });
    const pictures = page.locator('.landing-picture');
    assert.equal(await pictures.count(), 4, name);
    for (const picture of await pictures.all()) {
      const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
      assert.ok(width > 200 && width < 500 && height > 20, `${name}, on paper: ${width} × ${height} px`);
    }
    assert.deepEqual(await findOverlaps(page), [], `${name}, on paper`);
    await page.context().close();
  }
  assert.deepEqual(browser.complaints, []);
});

/** Names the pictures whose way has the colour of what it lies on. */
async function alikePaint(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`[...document.querySelectorAll('.landing-picture')].flatMap((picture) => {
    const colour = (selector, what) => {
      const found = picture.querySelector(selector);
      return found === null ? null : getComputedStyle(found)[what];
    };
    const way = colour('.way', 'stroke');
    const grounds = ['.sky', '.grass', '.pavement'].map((each) => [each, colour(each, 'fill')]);
    return grounds.filter(([, fill]) => fill === way).map(([each]) => picture.getAttribute('class') + each);
  })`)) as readonly string[];
}

test('a text above another, an empty figure and a hollow part are found', async () => {
  await using browser = await TestBrowser.open();
  const page = await browser.page();
  await page.setContent(`<main>
    <p style="position: absolute; top: 100px; left: 10px; margin: 0">below</p><b style="position: absolute; top: 104px; left: 20px">above</b>
    <svg style="position: absolute; top: 300px"><text x="5" y="20">one</text><text x="9" y="24">two</text><text x="90" y="20">three</text></svg>
    <dl><div class="tile"><dt>Rate</dt><dd>–</dd></div><div class="tile"><dt>Speed</dt><dd>140 kt</dd></div></dl>
    <figure style="margin: 0"></figure><p hidden>unseen</p>
  </main>`);
  assert.deepEqual((await findOverlaps(page)).toSorted(), ['below | above', 'one | two']);
  const blanks = await findBlanks(page);
  assert.deepEqual([blanks.length, blanks[0]], [2, 'Rate–']);
  assert.match(blanks[1] ?? '', /^<figure/);
});

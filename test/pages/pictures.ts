import { defaultRecording, readRecording } from '../../src/cli/flying/recording.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { Secret } from '../../src/lib/secret.ts';
import { addBid } from '../../src/platform/embedded/bid-admin.ts';
import { addPilot } from '../../src/platform/embedded/pilot-admin.ts';
import type { Position } from '../../src/tracking/model.ts';
import { Painter } from '../../src/web/picture/painter.ts';
import { flightEvent, noFigures, position } from '../flown.ts';
import { until } from '../until.ts';
import { phone, TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import { save, take } from './picture.ts';
import { Site } from './site.ts';

/**
 * `npm run pictures`: the screenshots of the documentation, made of a real server with the recorded flight. They are
 * PNG files of at most 400 kB in `docs/pictures/`. `npm run pictures -- map` (or `flight`, `first-steps`) makes only those.
 */

/** The recorded flight as positions that end at this instant. */
async function recorded(endAt: number, share = 1): Promise<readonly Position[]> {
  const { samples } = await readRecording(defaultRecording);
  const flown = samples.slice(0, Math.max(2, Math.round(samples.length * share)));
  const whole = flown.at(-1)?.t ?? 0;
  return flown.map((sample, index) => {
    const at = endAt - whole + sample.t;
    return position(at, { ...sample, recordedAt: at, receivedAt: at, seq: index + 1 });
  });
}

/** Along a great circle, from `share` of the way back to the departure. */
function cruise(
  from: [number, number],
  to: [number, number],
  share: number,
  altitudeMslFt: number,
  headingDeg: number,
) {
  return Array.from({ length: 60 }, (_, index) => {
    const part = (share * (index + 1)) / 60;
    const at = Date.now() - (60 - index) * 60_000;
    return position(at, {
      seq: index + 1,
      receivedAt: Math.max(at, Date.now() - 2_000),
      headingDeg,
      groundSpeedKt: 465,
      lat: from[0] + (to[0] - from[0]) * part,
      lon: from[1] + (to[1] - from[1]) * part,
      altitudeMslFt: Math.min(altitudeMslFt, 3_000 + index * 1_400),
      verticalSpeedFpm: 0,
      onGround: false,
    });
  });
}

/** The server reads the crew center's name every few seconds. */
async function named(site: Site): Promise<void> {
  await until(() => site.calls.status().settings.name === 'Demo Air', { everyMs: 100 });
}

async function fillMap(site: Site): Promise<void> {
  await named(site);
  const ada = await site.signIn();
  await site.start(ada, 'MMUN');
  await site.report(ada, ...(await recorded(Date.now() - 1_000, 0.58)));
  const ben = await site.signIn('ben@demo-air.example');
  await site.start(ben, 'LSZH');
  await site.report(ben, ...cruise([21.04, -86.87], [47.45, 8.55], 0.42, 39_000, 62));
  const others = [
    ['Dana Wolf', 'demo-dmo420', 'LEPA', [47.45, 8.55], [39.55, 2.74], 0.55, 34_000, 212],
    ['Emil Vogt', 'demo-dmo311', 'LSZH', [50.03, 8.57], [47.45, 8.55], 0.6, 21_000, 180],
  ] as const;
  for (const [name, schedule, arrival, from, to, share, altitude, heading] of others) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@demo-air.example`;
    const password = new Secret('demo-pilot');
    const { pilot } = await addPilot(site.crewCenter, { name, email, password, airline: 'DMO', homeAirport: 'LSZH' });
    await addBid(site.crewCenter, { pilotId: pilot.id, schedule, aircraft: null });
    const session = await site.signIn(email);
    await site.start(session, arrival);
    await site.report(session, ...cruise([...from], [...to], share, altitude, heading));
  }
}

/** Relief makes large files. */
const small = { viewport: { width: 1080, height: 600 } };

async function takeMap(browser: TestBrowser): Promise<void> {
  await using site = await Site.open();
  await fillMap(site);
  for (const [name, options, isDark] of [
    ['map', small, false],
    ['map-night', small, true],
    ['map-phone', phone, false],
  ] as const) {
    const page = await browser.page({ ...options, colorScheme: isDark ? 'dark' : 'light' });
    // A phone shows the whole world, for which the fine outlines are not loaded.
    const outlines = name === 'map-phone' ? null : page.waitForResponse(/world-fine/);
    await page.goto(site.url());
    const row = page.locator('#list button', { hasText: 'DMO204' });
    // On a phone the list is folded, so that the map is seen.
    await row.waitFor({ state: name === 'map-phone' ? 'attached' : 'visible' });
    if (name !== 'map-phone') await row.click();
    await (await outlines)?.finished();
    await page.waitForTimeout(3_000);
    await take(page, name);
  }
  const page = await operatorPage(site, browser);
  await page.goto(site.url('/tracker/operator/in-progress'));
  await take(page, 'operator');
}

async function takeFlight(browser: TestBrowser): Promise<void> {
  await using site = await Site.open();
  await named(site);
  const session = await site.signIn();
  const flight = await site.start(session, 'MMUN');
  const track = await recorded(Date.now() - 60_000);
  await site.report(session, ...track);
  const isHigh = ({ altitudeMslFt }: Position) => (altitudeMslFt ?? 0) > 200;
  const takeoff = track.find(isHigh)?.recordedAt ?? 0;
  const landing = track.findLast(isHigh)?.recordedAt ?? 0;
  await site.tell(
    session,
    flightEvent(takeoff, 'takeoff', { message: 'Runway 28' }),
    flightEvent(landing + 8_000, 'landing', { message: 'Runway 12L' }),
  );
  await site.calls.finish(session, { name: null, figures: noFigures, opening: null });
  const page = await browser.page({ viewport: { width: 1000, height: 750 } });
  await page.goto(site.url(`/tracker/flights/${flight.id}`));
  await page.locator('#profile svg').first().waitFor();
  await page.locator('#time').fill(String(Math.round((takeoff + landing) / 2)));
  await page.locator('#time').blur();
  await page.waitForTimeout(2_500);
  await take(page, 'flight');
  const admin = await operatorPage(site, browser);
  await admin.goto(site.url('/tracker/admin/settings'));
  await take(admin, 'settings');
  await admin.setViewportSize({ width: 1280, height: 420 });
  await admin.getByRole('heading', { name: 'Other programs' }).evaluate((heading) => heading.scrollIntoView());
  await take(admin, 'script-url');
}

async function takeDiscord(browser: TestBrowser): Promise<void> {
  await using site = await Site.open();
  await named(site);
  const admin = await operatorPage(site, browser, { viewport: { width: 900, height: 1000 } });
  await admin.goto(site.url('/tracker/operator/webhooks'));
  await admin.locator('#option-site').fill('https://crew.example/tracker/');
  await admin.locator('#option-site').blur();
  save(await admin.getByRole('region', { name: 'New Discord channel' }).screenshot(), 'discord-channel');
}

/** The picture of the recorded flight, as a post shows it. */
async function takePicture(): Promise<void> {
  const { samples } = await readRecording(defaultRecording);
  const first = Date.UTC(2024, 3, 6, 10, 43, 7);
  const track = samples.map(({ t, lat, lon, altitudeMslFt, headingDeg }) => ({
    lat,
    lon,
    at: first + t,
    altitudeFt: altitudeMslFt,
    headingDeg,
  }));
  await using painter = new Painter(systemClock);
  const png = await painter.paint(async () => ({
    airline: 'Demo Air',
    color: null,
    callsign: 'DMO204',
    aircraft: 'A343 · HB-JMJ',
    state: 'Landed',
    day: '2024-04-06',
    departure: { icao: 'LSZH', name: 'Zurich Airport', place: { lat: 47.4647, lon: 8.5492 }, time: '10:45Z' },
    arrival: {
      icao: 'MMUN',
      name: 'Cancun International Airport',
      place: { lat: 21.0365, lon: -86.8771 },
      time: '21:45Z',
    },
    isUnderWay: false,
    figures: [
      { name: 'Block time', text: '11:00 h', mark: null },
      { name: 'Distance', text: '4,999 nm', mark: 'estimate' },
      { name: 'Landing', text: '−448 ft/min', mark: 'estimate' },
    ],
    track,
  }));
  save(png, 'flight-picture');
}

/** What a new operator sees: the page for the password, and the admin area of the embedded crew center. */
async function takeFirstSteps(browser: TestBrowser): Promise<void> {
  await using site = await Site.open();
  await named(site);
  const page = await browser.page({ viewport: { width: 1000, height: 620 } });
  await page.goto(site.url(await site.server.tracker.operator.makeSetupPath('picture')));
  await take(page, 'welcome');
  const admin = await operatorPage(site, browser, { viewport: { width: 1000, height: 620 } });
  await admin.goto(site.url('/tracker/admin/fleet'));
  await take(admin, 'fleet');
  await admin.goto(site.url('/tracker/operator/backups'));
  await take(admin, 'backups', 480);
}

await using browser = await TestBrowser.open();
const pictures: Readonly<Record<string, (browser: TestBrowser) => Promise<void>>> = {
  map: takeMap,
  flight: takeFlight,
  'flight-picture': takePicture,
  discord: takeDiscord,
  'first-steps': takeFirstSteps,
};
const [only] = process.argv.slice(2);
for (const [name, make] of Object.entries(pictures)) if (only === undefined || only === name) await make(browser);

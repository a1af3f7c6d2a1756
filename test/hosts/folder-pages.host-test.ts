// needs: web-server, php, chromium
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { makeSetupPath } from '../../src/web/access/setup.ts';
import { bundledPages } from '../bundled-pages.ts';
import { position } from '../flown.ts';
import { desktop, TestBrowser } from '../pages/browser.ts';
import { World } from '../world.ts';
import { makeBait5 } from './bait-site.ts';
import { startPhpFpm } from './php-fpm.ts';
import { startWebServer, type WebServerName } from './web-server.ts';

// All pages through the folder of a phpVMS 5, without any rule of the web server: with a path behind the script, and in its query.

interface Case {
  readonly server: WebServerName;
  readonly sitePath: string;
  /** What follows the script in the first address. */
  readonly end: '/' | '' | '?/';
  readonly base: string;
}

const cases: readonly Case[] = [
  { server: 'apache with PHP-FPM', sitePath: '/crew', end: '/', base: '/crew/acars/tracker.php' },
  { server: 'nginx', sitePath: '', end: '', base: '/acars/tracker.php?' },
  { server: 'apache with mod_php', sitePath: '/crew/va', end: '', base: '/crew/va/acars/tracker.php' },
  { server: 'apache with mod_php', sitePath: '', end: '?/', base: '/acars/tracker.php?' },
];

const password = 'correct horse battery';

async function openSite({ server, sitePath }: Case) {
  const opened = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'tracker-folder-pages-'));
  opened.defer(() => rmSync(home, { recursive: true }));
  const site = makeBait5(home, sitePath);
  const edge = {
    keys: () => site.keys(),
    trustsPeer: () => false,
    trustSetting: null,
    readFingerprint: async () => null,
    saveAddresses: () => {},
  };
  const config = { requireHttps: false, crewCenter: { kind: 'embedded', version: '5' } as const };
  const assets = await bundledPages();
  const changes = { contracts: [legacy] as const, edge, assets, isServed: true, config, startsAt: Date.now() };
  const world = opened.use(await World.with(changes));
  const address = world.server.url.replace('http://', '');
  const text = `<?php\nif (!defined('TRACKER_EDGE')) { http_response_code(403); exit; }\ndefine('TRACKER_SERVER', '${address}');\n`;
  writeFileSync(join(site.folder, 'acars/va_config.php'), text);
  const fpm = opened.use(await startPhpFpm(4));
  const { documentRoot } = site;
  const web = opened.use(await startWebServer(server, { documentRoot, sitePath, fastcgi: fpm.socketPath, rules: '' }));
  return { opened, world, origin: web.origin };
}

/** Everything that the page asked for outside of the base, or that was not found. */
function watch(page: Page, origin: string, base: string): readonly string[] {
  const wrong: string[] = [];
  page.on('response', (response) => {
    const url = response.url();
    const isOurs =
      url === origin + base ||
      url.startsWith(`${origin}${base}/`) ||
      url.startsWith(origin + base.replace('?', '?%2F'));
    // The first address names no path.
    const isFirst = url === origin + base.replace('?', '');
    if (response.status() >= 400 || (!isOurs && !isFirst && !/^(data|blob):/.test(url)))
      wrong.push(`${response.status()} ${url}`);
  });
  page.on('requestfailed', (request) => {
    // A page that is left takes its requests back.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      wrong.push(`${request.failure()?.errorText} ${request.url()}`);
  });
  return wrong;
}

async function fly(world: World, lat: number, altitudeMslFt: number, session: Awaited<ReturnType<World['signIn']>>) {
  const at = world.clock.now();
  const newest = position(at, { lat, lon: 8, altitudeMslFt, groundSpeedKt: 300, receivedAt: at });
  await world.calls.report(session, { name: null, positions: [newest], opening: null });
  await world.clock.advance(1_000);
}

suite('the pages of a phpVMS 5 without a rule of the web server', { concurrency: 1 }, () => {
  for (const given of cases)
    test(`${given.server}, ${given.sitePath || '/'}: tracker.php${given.end}`, async () => {
      const { opened, world, origin } = await openSite(given);
      await using _opened = opened;
      await using browser = await TestBrowser.open();
      const { base } = given;
      const session = await world.signIn('ada@demo-air.example');
      const [bid] = await world.calls.listBids(session);
      const request = { bidId: bid?.id ?? '', aircraft: null, registration: null, freeFlight: null };
      const { flight } = (await world.calls.start(session, request)).flight;
      await fly(world, 47, 12_000, session);

      const deeper = await fetch(`${origin}${given.sitePath}/acars/operator.php/anything`, { redirect: 'manual' });
      // nginx asks the crew center for it.
      assert.equal(deeper.status, given.server === 'nginx' ? 200 : 404, 'its relative links would lead to itself');
      const context = await browser.context({ ...desktop, locale: 'en-GB' });
      await context.addCookies([{ name: 'PHPSESSID', value: 'of-the-platform', url: origin }]);
      const page = await context.newPage();
      const wrong = watch(page, origin, base);
      await page.goto(`${origin}${given.sitePath}/acars/tracker.php${given.end}`);
      await page.locator('#list button').first().waitFor();
      const asOf = page.locator('#as-of');
      await asOf.getByText(/As of \d\d:\d\d:\d\dZ\. Renewed every 15 s\./).waitFor();
      const first = await asOf.textContent();

      await page.locator('#list button').first().click();
      await page.locator('#map[data-trail]').waitFor();
      await page
        .locator('#card')
        .getByText(/12,000/)
        .waitFor();
      await world.clock.advance(60_000);
      await fly(world, 47.08, 14_000, session);
      await page
        .locator('#card')
        .getByText(/14,000/)
        .waitFor();
      assert.notEqual(await asOf.textContent(), first, 'the page says how old it is');
      assert.match(page.url(), new RegExp(`flight=${flight.id}`));
      await page.locator('#card').getByRole('link', { name: 'Flight page' }).click();
      await page.locator('#track-map canvas').first().waitFor();
      for (const [name, type] of [
        ['track.csv', 'text/csv'],
        ['picture.png', 'image/png'],
        ['track.json', 'application/json'],
      ] as const) {
        const file = await context.request.get(`${origin}${base}/flights/${flight.id}/${name}`);
        assert.deepEqual([file.status(), file.headers()['content-type']?.split(';')[0]], [200, type], name);
      }

      for (const language of ['de', 'en']) {
        await page.locator('.view-choices summary').click();
        await page.locator('.view-choices select[name=lang]').selectOption(language);
        await page.locator('.view-choices button').click();
        await page.locator(`html[lang=${language}]`).waitFor();
        assert.ok(page.url().startsWith(`${origin}${base}/flights/`), page.url());
      }

      const setUp = (await makeSetupPath(world.journal, world.clock.now())).reveal().slice('/tracker'.length);
      await page.goto(`${origin}${base}${setUp}`);
      await page.getByLabel('Name').fill('operator');
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('Repeat the password').fill(password);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
      for (const name of ['Outbox', 'Sessions', 'Audit log', 'API keys', 'Webhooks', 'Personal data']) {
        await page.getByRole('link', { name, exact: true }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
      }
      const search = page.locator('form.list-tools');
      await page.goto(`${origin}${base}/operator/audit?q=nothing+of+this+kind`);
      await search.locator('input[name=q]').fill('password');
      await search.getByRole('button').click();
      await page.waitForURL(/q=password/);
      await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
      const path = base.replace('?', '');
      const cookies = (await context.cookies(`${origin}${path}`)).filter(({ name }) => name.startsWith('tracker_'));
      assert.deepEqual(
        new Set(cookies.map((each) => each.path)),
        new Set([path]),
        'the platform does not get our cookies',
      );
      assert.deepEqual(
        (await context.cookies(`${origin}${given.sitePath}/index.php`)).map(({ name }) => name),
        ['PHPSESSID'],
      );
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.deepEqual(wrong, []);
      assert.deepEqual(browser.complaints, []);
    });
});

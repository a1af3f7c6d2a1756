// needs: chromium
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { bundledPages } from '../bundled-pages.ts';
import { flownTrack } from '../flown.ts';
import { desktop, TestBrowser } from './browser.ts';
import { Site } from './site.ts';

const source = join(import.meta.dirname, '../../src/web/browser');

/** Every page with a script, and what is there once the script did its work. */
const pages: readonly (readonly [path: string, done: string])[] = [
  ['', '#list button'],
  ['replay', '#map canvas'],
  ['airports/LSZH', '#board h1'],
  ['api/v1/', '#key'],
];

for (const [form, folder, isBundled] of [
  ['as modules, while developing', async () => source, false],
  ['bundled, as in the package', bundledPages, true],
] as const) {
  test(`the scripts of every page work ${form}`, async () => {
    await using site = await Site.open({}, await folder());
    await using browser = await TestBrowser.open();
    const session = await site.signIn();
    const { id } = await site.start(session, 'MMUN');
    const from = { lat: 47.45, lon: 8.55 };
    const to = { lat: 46.2, lon: 1.2 };
    await site.report(session, ...flownTrack({ from, to, startAt: Date.now() - 400_000, count: 40 }));
    const page = await browser.page({ ...desktop, locale: 'de-CH' });
    for (const [path, done] of [...pages, [`flights/${id}`, '#profile svg'] as const]) {
      const loaded = await visit(page, site.url(`/tracker/${path}`), done);
      const own = loaded.filter((name) => !name.startsWith('vendor/') && !name.startsWith('texts/'));
      // Below a page's folder is what it loads later.
      const main = own.filter((name) => /^[^/]+\/main\.js$/.test(name));
      assert.equal(main.length, 1, `${path}: ${loaded.join(' ')}`);
      // Beside the main script, only that of the worker that draws the ground and what the map loads after its first aircraft.
      if (isBundled)
        assert.deepEqual(
          own.filter((name) => !/main\.js$|ground-worker\.js$|crowds\.js$/.test(name)),
          [],
          path,
        );
      if (path === '') {
        assert.ok(loaded.includes('texts/de.js') && loaded.includes('ground/ground-worker.js'), loaded.join(' '));
        assert.ok(isBundled || own.length > 20, loaded.join(' '));
      }
    }
    assert.deepEqual(browser.complaints, []);
  });
}

/** Opens a page; returns the scripts that it loaded, by their paths below the assets. */
async function visit(page: Page, url: string, done: string): Promise<readonly string[]> {
  const loaded: string[] = [];
  const note = (request: { url(): string }) => {
    const name = /\/assets\/\w+\/(.+\.js)$/.exec(request.url())?.[1];
    if (name !== undefined) loaded.push(name);
  };
  page.context().on('request', note);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(done).first().waitFor();
  page.context().off('request', note);
  return loaded;
}

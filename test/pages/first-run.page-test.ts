// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { desktop, TestBrowser } from './browser.ts';
import { drawn, until } from './canvas.ts';
import { Clone } from './clone.ts';

/**
 * The first run of somebody new: the README's own command in a clone, then only addresses that it prints and links that
 * pages show. The clone has the files that git knows. `npm ci` is not run again in it: the packages that are installed
 * here already are linked there. The port is left to the system, because another server may hold the usual one.
 */
test('from a clone, by the README: watch the flight, see its profiles, become the operator, change the name of the airline', {
  timeout: 120_000,
}, async () => {
  await using clone = Clone.open();
  await using browser = await TestBrowser.open();
  const [install, run] = tryIt(clone.read('README.md'));
  assert.equal(install, 'npm ci');
  const demo = clone.run(run);
  const mapAddress = await demo.printed(/live map +(http:\S+)\n/);

  const page = await browser.page(desktop);
  await page.goto(mapAddress);
  await page.locator('#list button').click();
  await page.locator('#card h2').waitFor();
  const before = await drawn(page);
  assert.notEqual(before, 'empty');
  await until('the aircraft moves', async () => (await drawn(page)) !== before);
  await page.getByRole('link', { name: 'Flight page' }).click();
  await page.locator('#profile svg').first().waitFor();
  assert.equal(await page.locator('#profile path.altitude').count(), 1);
  const flightAddress = page.url();

  await page.goto(await demo.printed(/operator pages +(http:\S+)\n/));
  await becomeOperator(page);
  await page.getByRole('link', { name: 'Tracker settings' }).click();
  await page.getByLabel('va_name').fill('Morning Air');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('take effect within 5 seconds').waitFor();

  // Everybody's pages, not only the operator's; and who opens the server's own address comes to the first page, and from there to the map.
  const visitor = await browser.page(desktop);
  await visitor.goto(await demo.printed(/log in at (http:\S+) /));
  assert.equal(visitor.url(), `${mapAddress}home`);
  await visitor.goto(mapAddress);
  const brand = visitor.locator('.brand', { hasText: 'Morning Air' });
  await until('the map carries the new name', async () => (await brand.count()) > 0 || !(await visitor.reload()));
  await visitor.goto(flightAddress);
  await visitor.getByRole('banner').getByText('Morning Air').waitFor();
  assert.match(await visitor.title(), /^DMO204 LSZH – MMUN · Morning Air$/);
  assert.deepEqual(browser.complaints, []);
});

/** The commands of the README's first block below "Try it". */
function tryIt(readme: string): readonly [install: string, run: string] {
  const [, section = ''] = readme.split('\n## Try it\n');
  const block = /^```sh host\n(.+)\n```$/m.exec(section)?.[1] ?? '';
  const [install = '', run = '', ...more] = block.split(' && ');
  assert.ok(run !== '' && more.length === 0, `"npm ci", then one command, and not "${block}"`);
  return [install, run];
}

async function becomeOperator(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('operator');
  for (const label of ['New password', 'Repeat the password']) await page.getByLabel(label).fill('a password of mine');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
}

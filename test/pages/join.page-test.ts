// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { writeHostSettings } from '../../src/platform/embedded/host-setting-admin.ts';
import { addNews } from '../../src/platform/embedded/news.ts';
import { phone, TestBrowser } from './browser.ts';
import { look } from './look.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

const hostile = `<b>مرحبا</b> ${'😀x'.repeat(1_000)}`;
const password = 'a few words of hers';

test('the first page and registration fit, are accessible, and lead an applicant by keyboard to an account', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { crewCenter } = site;
  await writeHostSettings(crewCenter, {
    'pilots.registration': 'application',
    'pilots.questions': hostile.slice(0, 150),
  });
  await addNews(crewCenter, { title: hostile.slice(0, 150), body: hostile });
  const page = await browser.page(phone);
  await look(page, site, [
    '/tracker/home',
    '/tracker/join',
    '/tracker/password/forgotten',
    '/tracker/join/done?next=staff',
  ]);
  await page.goto(site.url('/'));
  await page.getByRole('link', { name: 'Become a pilot' }).click();
  await page.getByLabel('Name').focus();
  for (const text of ['Grace Hopper', 'grace@example.org', 'LSZH', hostile.slice(0, 400), password, password]) {
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const staff = await operatorPage(site, browser);
  await look(staff, site, ['/tracker/admin/applications', '/tracker/admin/invitations']);
  await staff.goto(site.url('/tracker/admin/applications'));
  await staff.getByRole('button', { name: 'Accept Grace Hopper' }).click();
  await staff.getByText('The applicant is a pilot now.').waitFor();
  await page.goto(site.url('/tracker/my/sign-in'));
  await page.locator('#login').fill('grace@example.org');
  await page.locator('#password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('DMO0004').waitFor();
});

test('a pilot books in the browser, and gives the bid back', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await browser.page(phone);
  await page.goto(site.url('/tracker/my/sign-in?to=my/book'));
  await page.locator('#login').fill('ada@demo-air.example');
  await page.locator('#password').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your bids' }).waitFor();
  await look(page, site, ['/tracker/my/book', '/tracker/my/book/schedules/demo-dmo420', '/tracker/my/book/charter']);
  await page.goto(site.url('/tracker/my/book?from=&q=420'));
  await page.getByRole('link', { name: 'DM420' }).click();
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByRole('button', { name: 'Give back DM420' }).click();
  await page.waitForURL('**/my/book');
  assert.equal(await page.getByRole('button', { name: 'Give back DM420' }).count(), 0);
});

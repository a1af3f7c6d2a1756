// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addYears } from '../hundredth-day.ts';
import { desktop, TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

/** The start page of a member of the staff whose airline has flown for years. */
async function hundredthDay(site: Site, browser: TestBrowser): Promise<Page> {
  await site.start(await site.signIn(), 'MMUN');
  await addYears(site.crewCenter);
  return operatorPage(site, browser, desktop);
}

/** A hand with a mouse: its clicks are counted; what is typed, and the Tab key, are not. */
class Hand {
  clicks = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(locator: Locator): Promise<void> {
    this.clicks += 1;
    await locator.click();
  }

  link(name: string | RegExp): Promise<void> {
    return this.click(this.#page.getByRole('link', { name, exact: true }));
  }

  button(name: string): Promise<void> {
    return this.click(this.#page.getByRole('button', { name, exact: true }));
  }

  /** What is in the field is replaced; then the next field has the focus. */
  async type(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      await this.#page.keyboard.press('ControlOrMeta+A');
      await this.#page.keyboard.insertText(text);
      await this.#page.keyboard.press('Tab');
    }
  }

  /** Types into the field that has the focus, and sends its form. */
  async send(text: string): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.#page.keyboard.insertText(text);
    await this.#page.keyboard.press('Enter');
  }

  /** @returns how many clicks since the last time */
  rest(): number {
    const { clicks } = this;
    this.clicks = 0;
    return clicks;
  }
}

test('an airline’s hundredth day: with 1,000 pilots, 20,000 PIREPs and 10,000 schedules what staff do daily takes a few clicks', {
  timeout: 120_000,
}, async (t) => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await hundredthDay(site, browser);
  const start = page.url();
  const hand = new Hand(page);
  const count = (sql: string) => site.crewCenter.all(sql).length;
  const within = (most: number, what: string) => {
    const clicks = hand.rest();
    t.diagnostic(`${what}: ${clicks} clicks`);
    assert.ok(clicks <= most, `${what}: ${clicks} clicks instead of ${most} at most`);
  };

  const accepted = count('SELECT 1 FROM pireps WHERE state = 2');
  await hand.link('PIREPs');
  const rows = page.getByRole('checkbox', { name: /^Select / });
  const offered = await rows.count();
  await hand.click(page.getByLabel(/All \d+ pending on this page/));
  await hand.button('Accept selected');
  await page.getByText(`PIREPs accepted: ${offered}.`).waitFor();
  assert.ok(offered >= 20, `${offered} PIREPs`);
  assert.equal(count('SELECT 1 FROM pireps WHERE state = 2'), accepted + offered);
  within(5, `${offered} PIREPs accepted`);

  await page.goto(start);
  await hand.link('Pilots');
  await hand.click(page.getByLabel('Search pilots'));
  await hand.send('p777@va.example');
  await hand.link('Pilot Ödön 777');
  await hand.click(page.getByLabel('E-mail'));
  await hand.send('new@va.example');
  await page.getByText('The pilot was changed.').waitFor();
  assert.equal(count("SELECT 1 FROM users WHERE email = 'new@va.example' AND name = 'Pilot Ödön 777'"), 1);
  within(4, 'a pilot’s mail changed');

  await page.goto(start);
  await hand.link('Schedules');
  await hand.click(page.getByLabel('Airline', { exact: true }));
  await hand.type('DMO', '98765', 'LSZH');
  await hand.send('EDDF');
  await page.getByText('The schedule was added.').waitFor();
  assert.equal(count('SELECT 1 FROM flights WHERE flight_number = 98765'), 1);
  within(3, 'a schedule added');

  await hand.link('Remove DMO98765');
  await hand.button('Remove this schedule');
  await page.getByText('The schedule was removed.').waitFor();
  assert.equal(count('SELECT 1 FROM flights WHERE flight_number = 98765 AND deleted_at IS NULL'), 0);
  within(2, 'and removed');

  await page.goto(start);
  await hand.link('PIREPs');
  await hand.click(page.getByLabel('Search PIREPs'));
  await page.keyboard.insertText('DMO0777');
  for (const [label, day] of [
    ['From', '2020-03-01'],
    ['To', '2020-03-31'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await hand.click(field);
    await field.fill(day);
  }
  await page.keyboard.press('Enter');
  await page
    .getByRole('cell', { name: /DMO0777/ })
    .first()
    .waitFor();
  const found = await page.getByRole('cell', { name: /DMO0777/ }).count();
  const month = `u.pilot_id = 777 AND p.submitted_at BETWEEN '2020-03-01' AND '2020-03-31 23:59:59'`;
  assert.ok(found > 1);
  assert.equal(found, count(`SELECT 1 FROM pireps p JOIN users u ON u.id = p.user_id WHERE ${month}`));
  within(4, 'one pilot’s flights of a month found');
  assert.deepEqual(browser.complaints, []);
});

// needs: chromium
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { run } from '../command-line.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

const password = 'a few words of ours';
const applicants = ['Ada', 'Ben', 'Cleo', 'Dee'] as const;
const mailOf = (name: string) => `${name.toLowerCase()}@va.example`;

/** Fills in the form that has this button, and sends it. */
async function send(page: Page, button: string, values: Readonly<Record<string, string>>): Promise<void> {
  const form = page.locator('form', { has: page.getByRole('button', { name: button, exact: true }) });
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: button, exact: true }).click();
}

const open = (page: Page, link: string) => page.getByRole('link', { name: link, exact: true }).click();

/** Airline, a rank, a subfleet, two aircraft. */
async function makeFleet(owner: Page): Promise<void> {
  await open(owner, 'Fleet');
  await open(owner, 'airline');
  await send(owner, 'Add airline', { 'ICAO code': 'nwa', Name: 'New Air', 'IATA code': 'nw', Callsign: 'NEWAIR' });
  await owner.getByText('The airline was added.').waitFor();
  await open(owner, 'Ranks');
  await send(owner, 'Add rank', { Name: 'Captain', Hours: '200' });
  await owner.getByText('The rank was added.').waitFor();
  await open(owner, 'Subfleets');
  await send(owner, 'Add subfleet', { Type: 'A343', Name: 'Airbus A340-300' });
  await owner.getByText('The subfleet was added.').waitFor();
  await open(owner, 'Aircraft');
  for (const Registration of ['HB-JMJ', 'HB-JMK']) {
    await send(owner, 'Add aircraft', { Registration, Type: 'A343', Location: 'LSZH' });
    await owner.getByText('The aircraft was added.').waitFor();
  }
  await open(owner, 'Tracker settings');
  await owner.getByLabel('va_name').fill('New Air');
  await owner.getByRole('button', { name: 'Save' }).click();
  await owner.getByText('take effect within 5 seconds').waitFor();
}

/** Returns the page of a new member of the staff, who has set a password by the owner's link. */
async function invite(owner: Page, browser: TestBrowser, name: string, role: string): Promise<Page> {
  await open(owner, 'Staff');
  await owner.getByLabel('Name', { exact: true }).fill(name);
  await owner.getByLabel(`${role}: `).check();
  await owner.getByRole('button', { name: 'Make the invitation link' }).click();
  const link = await owner.locator('code.secret').innerText();
  const page = await browser.page(desktop);
  await page.goto(link);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
  return page;
}

async function makeSchedules(editor: Page): Promise<void> {
  await open(editor, 'Schedules');
  for (const [number, from, to] of [
    ['204', 'LSZH', 'MMUN'],
    ['205', 'MMUN', 'LSZH'],
    ['310', 'LSZH', 'EDDF'],
  ] as const) {
    const airports = { 'Departure airport': from, 'Arrival airport': to };
    await send(editor, 'Add schedule', { Airline: 'NWA', 'Flight number': number, ...airports, Subfleets: 'A343' });
    await editor.getByRole('link', { name: `NWA${number}`, exact: true }).waitFor();
  }
  await open(editor, 'News');
  await send(editor, 'Post the news', { Title: 'We fly', Text: 'The first schedules are there.' });
  await editor.getByRole('rowheader', { name: 'We fly' }).waitFor();
}

/** Sends the form of somebody who wants to be a pilot; returns their page. */
async function register(page: Page, name: string, more: Readonly<Record<string, string>>): Promise<void> {
  const said = { Name: `${name} Novak`, 'E-mail': mailOf(name), 'Home airport': 'LSZH', ...more };
  for (const [label, value] of Object.entries({ ...said, Password: password, 'Repeat the password': password }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.locator('main form button.primary').click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}

/** Five registrations: one by an invitation, four by application, which are accepted at once. */
async function takePilots(operator: Page, site: Site, browser: TestBrowser): Promise<void> {
  await open(operator, 'Rules');
  await operator.getByLabel('pilots.registration').selectOption('application');
  await operator.getByLabel('pilots.questions').fill('Why do you want to fly here?');
  await operator.getByRole('button', { name: 'Save' }).click();
  await operator.getByText('Saved.').waitFor();
  await open(operator, 'Invitations');
  await operator.getByRole('button', { name: 'Make the link' }).click();
  const link = await operator.getByLabel('Link of the invitation').inputValue();
  const stranger = await browser.page(phone);
  await stranger.goto(link);
  await register(stranger, 'Eve', {});
  for (const name of applicants) {
    await stranger.goto(site.url('/'));
    await open(stranger, 'Become a pilot');
    await register(stranger, name, { 'Why do you want to fly here?': 'The long flights.' });
  }
  await open(operator, 'Applications');
  await operator.getByLabel('All 4 that wait on this page').check();
  await operator.getByRole('button', { name: 'Accept selected' }).click();
  await operator.getByText('Applications accepted: 4.').waitFor();
  await open(operator, 'Pilots');
  assert.equal(await operator.getByRole('checkbox', { name: /^Select NWA000[1-5]$/ }).count(), 5);
}

async function signInPilot(page: Page, site: Site): Promise<void> {
  await page.goto(site.url('/tracker/my'));
  await page.locator('#login').fill(mailOf('Ada'));
  await page.locator('#password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'My flights' }).waitFor();
}

async function book(pilot: Page): Promise<void> {
  await open(pilot, 'Book');
  await open(pilot, 'NW204');
  await pilot.getByLabel('Aircraft').selectOption({ label: 'HB-JMJ · A343' });
  await pilot.getByRole('button', { name: 'Book', exact: true }).click();
  await pilot.getByRole('button', { name: 'Give back NW204' }).waitFor();
}

async function fly(site: Site): Promise<void> {
  const passwordFile = join(site.directory, 'password.txt');
  writeFileSync(passwordFile, `${password}\n`);
  const state = join(site.directory, 'fly.jsonl');
  const who = ['--login', mailOf('Ada'), '--password-file', passwordFile];
  const { code, out, err } = await run(['fly', site.server.url, ...who, '--speed', 'max', '--state', state]);
  assert.equal(code, 0, `${out}${err}`);
}

test('an airline’s first day: from an empty data directory to a reviewed flight and its pilot’s statistics', async () => {
  await using site = await Site.openEmpty();
  await using browser = await TestBrowser.open();
  const owner = await operatorPage(site, browser, desktop);
  await makeFleet(owner);
  const editor = await invite(owner, browser, 'Erin', 'editor');
  const operator = await invite(owner, browser, 'Otto', 'operator');
  const reviewer = await invite(owner, browser, 'Rosa', 'reviewer');
  await makeSchedules(editor);
  await takePilots(operator, site, browser);

  const pilot = await browser.page(phone);
  await signInPilot(pilot, site);
  await book(pilot);
  await fly(site);

  await open(reviewer, 'Review');
  await reviewer.getByText('1 PIREP waits for a decision').waitFor();
  await reviewer.getByRole('link', { name: 'Begin' }).click();
  await reviewer.getByLabel('Comment to the pilot').fill('Why so long at the gate?');
  await reviewer.getByRole('button', { name: 'Ask the pilot' }).click();
  await reviewer.getByText('The pilot was asked.').waitFor();

  await open(pilot, 'My flights');
  await open(pilot, 'NWA204');
  await pilot.getByText('Why so long at the gate?').waitFor();
  await pilot.getByLabel('Your comment').fill('We waited for the slot.');
  await pilot.getByRole('button', { name: 'Send the comment' }).click();
  await pilot.getByText('We waited for the slot.').waitFor();

  await open(reviewer, 'Review');
  await reviewer.getByRole('link', { name: 'NWA204' }).click();
  await reviewer.getByText('We waited for the slot.').waitFor();
  await reviewer.getByLabel('Comment to the pilot').fill('Thank you.');
  await reviewer.getByRole('button', { name: 'Accept' }).click();
  await reviewer.getByText('Accepted. The flight counts').waitFor();
  await pilot.reload();
  await pilot.getByText('accepted').waitFor();

  await open(pilot, 'Statistics');
  await pilot.getByRole('row', { name: /A343.*1.*11/ }).waitFor();
  await pilot.locator('#plots .uplot').nth(1).waitFor();
  await open(owner, 'Audit log');
  for (const name of ['Erin', 'Otto', 'Rosa'])
    await owner
      .getByRole('cell', { name: new RegExp(name) })
      .first()
      .waitFor();
  const visitor = await browser.page(phone);
  await visitor.goto(site.url('/tracker/home'));
  for (const text of ['5 pilots', '1 flight', 'The first schedules are there.'])
    await visitor.getByText(text).waitFor();
  assert.deepEqual(browser.complaints, []);
});

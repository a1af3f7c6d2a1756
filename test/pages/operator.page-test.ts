// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { position } from '../flown.ts';
import { until } from '../until.ts';
import { Receiver } from '../webhooks/receiver.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { tabTo } from './keyboard.ts';
import { operatorPage, operatorPassword } from './operator.ts';
import { Site } from './site.ts';

async function flying(site: Site) {
  const session = await site.signIn();
  const flight = await site.start(session, 'MMUN');
  await site.report(session, position(Date.now()));
  return { session, flight };
}

/** A webhook with one delivery, which was refused with a long text. */
async function deliveredTo(site: Site) {
  await using receiver = await Receiver.open();
  receiver.reply = (response) => void response.writeHead(500).end('x'.repeat(500));
  const { operator, once } = site.server.tracker;
  const input = { kind: 'webhook', name: 'Website '.repeat(9), url: receiver.url, events: [], options: {} };
  const { webhook } = await operator.addWebhook('test', input);
  once.noteCrewCenter(`It is away: ${'y'.repeat(300)}`);
  await until(async () => ((await operator.listWebhookDeliveries(webhook.id, null, 1))[0]?.tries.length ?? 0) > 0);
  return webhook;
}

test('the operator sets the password by the one-time link, signs out and in again, and rescues a flight, without script', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { session, flight } = await flying(site);
  const page = await operatorPage(site, browser, { ...desktop, javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(site.url('/tracker/operator/audit'));
  await page.getByLabel('Name or e-mail').fill('operator');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password').fill(operatorPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.getByRole('link', { name: 'Flights', exact: true }).click();
  await page.getByRole('link', { name: 'Rescue' }).click();
  await page
    .locator('section', { hasText: 'Ends the flight as cancelled' })
    .getByLabel('Reason')
    .fill('Engine on fire');
  await page.getByRole('button', { name: 'Cancel the flight' }).click();
  await page.getByText('The flight was cancelled').waitFor();
  const view = await site.calls.readFlight(session, { flightId: flight.id });
  assert.equal(view?.flight.state, 'cancelled');
  assert.equal(view.flight.reason, 'Engine on fire');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('cell', { name: 'Engine on fire' }).waitFor();
});

test('a flight is released by keyboard alone', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { session, flight } = await flying(site);
  const page = await operatorPage(site, browser);
  await page.goto(site.url('/tracker/operator/in-progress'));
  await tabTo(page, /^Rescue/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Rescue DMO204' }).waitFor();
  await tabTo(page, /^Reason/);
  await tabTo(page, /^Reason/);
  await page.keyboard.type('Stuck for hours');
  await page.keyboard.press('Enter');
  await page.getByText('The flight was released').waitFor();
  const view = await site.calls.readFlight(session, { flightId: flight.id });
  assert.equal(view?.flight.state, 'abandoned');
  assert.deepEqual(browser.complaints, []);
});

/** The address of the page of the only member. */
async function memberPath(page: Page, site: Site): Promise<string> {
  await page.goto(site.url('/tracker/operator/staff'));
  await page.getByRole('link', { name: 'operator', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'operator' }).waitFor();
  return new URL(page.url()).pathname.replace('/tracker/', '');
}

test('an owner invites a reviewer by keyboard, who sets a password and sees what reviewers may use', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  await page.goto(site.url('/tracker/operator/staff'));
  await tabTo(page, /^Name$/);
  await page.keyboard.type('Ada Keller');
  await tabTo(page, /reviewer:/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const link = await page.locator('code.secret').innerText();
  const invited = await browser.page();
  await invited.goto(link);
  await invited.getByText('Ada Keller').waitFor();
  await assertAccessible(invited, 'welcome');
  await invited.getByLabel('New password').fill(operatorPassword);
  await invited.getByLabel('Repeat the password').fill(operatorPassword);
  await invited.getByRole('button', { name: 'Set the password' }).click();
  const menu = invited.getByRole('navigation', { name: 'Operator' });
  await menu.waitFor();
  assert.deepEqual(await menu.getByRole('link').allInnerTexts(), [
    'Start',
    'Flights',
    'Review',
    'Safety',
    'My account',
    'PIREPs',
  ]);
  assert.deepEqual(browser.complaints, []);
});

test('sessions are ended, and the outbox says that nothing waits', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await flying(site);
  const page = await operatorPage(site, browser);
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: 'End the sessions of DMO0001' }).click();
  await page.getByText('There are no sessions.').waitFor();
  assert.deepEqual(await site.server.tracker.tracking.operator.listSessions(), []);
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('heading', { name: 'Outbox' }).waitFor();
});

test('the operator’s pages fit a phone, and the checker finds nothing serious, by day and by night', async () => {
  await using site = await Site.open({ TRACKER_WEBHOOK_NETWORKS: '127.0.0.1' });
  await using browser = await TestBrowser.open();
  const { flight } = await flying(site);
  const page = await operatorPage(site, browser, phone);
  const webhook = await deliveredTo(site);
  const paths = [
    'operator/',
    'operator/in-progress',
    `operator/flights/${flight.id}`,
    'operator/outbox',
    'operator/safety',
    'operator/sessions',
    'operator/audit',
    'operator/webhooks',
    `operator/webhooks/${webhook.id}`,
    'operator/account',
    'operator/staff',
    await memberPath(page, site),
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [desktop.viewport, phone.viewport]) {
      await page.setViewportSize(size);
      for (const path of paths) {
        await page.goto(site.url(`/tracker/${path}`));
        // What is folded away must fit as well.
        await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        await assertAccessible(page, `${path}, ${colorScheme}`);
        await assertFits(page, path);
      }
    }
  }
  const stranger = await browser.page(phone);
  await stranger.goto(site.url('/tracker/operator/sign-in'));
  await assertAccessible(stranger, 'sign-in');
  assert.deepEqual(browser.complaints, []);
});

// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addBid } from '../../src/platform/embedded/bid-admin.ts';
import { flownTrack, noFigures } from '../flown.ts';
import { noRunway, useRules } from '../judged-flight.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { phone, TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

const wide = { viewport: { width: 1440, height: 900 } } as const;
const markup = '<img src=x onerror="document.title=1">';
const rules = [
  { ...noRunway, follows: ['points', 'review'], points: 15 },
  { id: 'taxi', detector: 'taxi-speed', follows: ['points', 'comment'], points: 5, text: 'Taxi slowly.' },
];

/** Files flights that land beside the runways of Zürich, one after the other; returns their ids. */
async function filed(site: Site, count: number): Promise<readonly string[]> {
  const { tracker } = site.server;
  await useRules(tracker, ...rules);
  site.crewCenter.run('DELETE FROM bids');
  const session = await site.signIn();
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    await addBid(site.crewCenter, { pilotId: session.pilot.id, schedule: 'demo-dmo205', aircraft: 'HB-JMJ' });
    const flight = await site.start(session, 'LSZH');
    const startAt = Date.now() - 1_100_000;
    await site.report(
      session,
      ...flownTrack({ from: { lat: 21.04, lon: -86.87 }, to: { lat: 47.46, lon: 8.53 }, startAt, count: 100 }),
    );
    const figures = { ...noFigures, notes: markup, log: [markup] };
    await site.calls.finish(session, { name: null, figures, opening: null });
    ids.push(flight.id);
    // The crew center takes the same flight again after some minutes only.
    site.crewCenter.run("UPDATE pireps SET created_at = '2020-01-01 00:00:00'");
  }
  return ids;
}

/** Presses a key and waits for the page that follows. */
async function press(page: Page, key: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press(key)]);
}

function focused(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement?.id');
}

test('PIREPs are reviewed by the keyboard alone, two keys each', async (t) => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const ids = await filed(site, 6);
  const page = await operatorPage(site, browser, wide);
  await page.goto(site.url('/tracker/operator/review'));
  await page.getByText('6 PIREPs wait for a decision').waitFor();
  let keys = 0;
  const by = async (key: string) => {
    keys += 1;
    await press(page, key);
  };
  await by('n');
  const decisions = ['a', 'r', 'a', 'q', 'a', 'r'];
  for (const [index, key] of decisions.entries()) {
    assert.equal(new URL(page.url()).pathname, `/tracker/operator/review/${ids[index]}`);
    await by(key);
    await page.getByText({ a: 'Accepted.', r: 'Rejected.', q: 'The pilot was asked.' }[key] ?? '').waitFor();
    await by('n');
  }
  // The one whose pilot was asked still waits, and comes again.
  assert.equal(new URL(page.url()).pathname, `/tracker/operator/review/${ids[3]}`);
  t.diagnostic(`${decisions.length} PIREPs by ${keys} keys, the first of which begins`);
  assert.equal(keys, 1 + 2 * decisions.length);
  const rows = site.crewCenter.all('SELECT state FROM pireps ORDER BY rowid');
  assert.deepEqual(
    rows.map(({ state }) => state),
    [2, 6, 2, 1, 2, 6],
  );
  const comments = site.crewCenter.all('SELECT comment FROM pirep_comments').map(({ comment }) => String(comment));
  assert.equal(comments.filter((text) => text.includes('Landed on no known runway')).length >= 3, true);
  assert.equal(
    (await site.server.tracker.journal.listAudit(50)).filter(({ action }) => action.startsWith('pirep-')).length,
    6,
  );
  assert.deepEqual(browser.complaints, []);
});

test('while a comment is typed keys are letters; an empty one is asked for; keys can be switched off', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const [id = ''] = await filed(site, 1);
  const page = await operatorPage(site, browser, wide);
  await page.goto(site.url(`/tracker/operator/review/${id}`));
  const comment = page.getByLabel('Comment to the pilot');
  await page.keyboard.press('c');
  assert.equal(await focused(page), 'comment');
  await comment.fill('');
  await page.keyboard.type('a rare quote');
  assert.equal(await comment.inputValue(), 'a rare quote');
  await comment.fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  assert.equal(await focused(page), 'comment', 'a rejection needs one');
  await page.keyboard.press('Escape');
  await page.getByLabel('Single keys').uncheck();
  await page.keyboard.press('a');
  await page.getByLabel('Single keys').check();
  await press(page, 'a');
  await page.getByText('Accepted.').waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('the pages of the review and a judged flight fit, and the checker finds nothing serious, by day and by night', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const [id = ''] = await filed(site, 1);
  const page = await operatorPage(site, browser, phone);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [phone.viewport, wide.viewport]) {
      await page.setViewportSize(size);
      for (const path of [
        'operator/review',
        `operator/review/${id}`,
        `flights/${id}`,
        `flights/${id}?lang=de`,
        `flights/${id}?lang=fr`,
      ]) {
        await page.goto(site.url(`/tracker/${path}`), { waitUntil: 'networkidle' });
        await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        await assertAccessible(page, `${path}, ${colorScheme}`);
        await assertFits(page, path);
      }
    }
  }
  assert.notEqual(await page.title(), '1');
  assert.deepEqual(browser.complaints, []);
});

test('a mark in the list leads to its place: the aircraft is there, with the sentence beside the time', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const [id = ''] = await filed(site, 1);
  const page = await operatorPage(site, browser, wide);
  await page.goto(site.url(`/tracker/flights/${id}`));
  await page.locator('#profile svg').first().waitFor();
  const mark = page.getByRole('listitem').filter({ hasText: 'Landed on no known runway' });
  await mark.getByRole('link').click();
  await page
    .locator('#here')
    .filter({ hasText: /1?: Landed on no known runway/ })
    .waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('without scripts the same is done by buttons and links', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await filed(site, 2);
  const page = await operatorPage(site, browser, { ...wide, javaScriptEnabled: false });
  await page.goto(site.url('/tracker/operator/review'));
  await page.getByRole('link', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('Accepted.').waitFor();
  await page.getByRole('link', { name: /^Next/ }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Rejected.').waitFor();
  await page.getByText('No other PIREP waits.').waitFor();
});

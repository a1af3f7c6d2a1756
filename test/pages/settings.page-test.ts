// needs: chromium
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { desktop, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

type Answer = Record<string, unknown>;

/** A call of a client, on the wire. */
async function call(site: Site, path: string, body: object | null = null, headers: Record<string, string> = {}) {
  const asked = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
  const types = body === null ? headers : { 'content-type': 'application/json', ...headers };
  const answer = await fetch(site.url(`/api/tracker${path}`), { ...asked, headers: types });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

function logIn(site: Site, headers: Record<string, string> = {}) {
  return call(site, '/auth', { login: 'ada@demo-air.example', password: 'demo-pilot' }, headers);
}

/** Opens the settings by the menu, changes some, saves; answers when. */
async function save(page: Page, changes: Readonly<Record<string, string>>): Promise<number> {
  await page.getByRole('link', { name: 'Tracker settings' }).click();
  for (const [name, value] of Object.entries(changes)) {
    const field = page.getByLabel(name);
    if (value === 'yes' || value === 'no') await field.selectOption({ label: value });
    else await field.fill(value);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('take effect within 5 seconds').waitFor();
  return Date.now();
}

/** A change must take effect within five seconds. */
async function inForce(since: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  await until(what, isSo);
  assert.ok(Date.now() < since + 5_500, `${what} within 5 s`);
}

test('Settings are edited in the platform admin area under the module’s own screen, and stored in tracker_config, not in va_config.php', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  await page.getByRole('link', { name: 'Tracker settings' }).click();
  await page.getByLabel('session_token_ttl').fill('4');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('session_token_ttl must be a whole number from 5 to 43200').waitFor();
  await save(page, { session_token_ttl: '90' });
  const rows = site.crewCenter.all("SELECT value FROM tracker_config WHERE name = 'session_token_ttl'");
  assert.equal(rows[0]?.value, '90');
  assert.deepEqual(
    readdirSync(site.directory).filter((file) => file.endsWith('.php')),
    [],
  );
  assert.deepEqual(browser.complaints, []);
});

test('VA display name and optional branding fields are returned by the status endpoint, and stand on the pages', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  const branding = {
    website_url: 'https://va.example/',
    banner_url: 'https://va.example/b.png',
    primary_color: '#7a1f5c',
  };
  const saved = await save(page, { va_name: 'Neu <b>Air</b>', ...branding });
  const status = async () => (await call(site, '/status')).body;
  await inForce(saved, 'the name', async () => (await status()).name === 'Neu <b>Air</b>');
  assert.deepEqual((await status()).branding, branding);
  await page.goto(site.url());
  const brand = page.locator('.brand', { hasText: 'Neu <b>Air</b>' });
  assert.equal(await brand.getAttribute('href'), 'https://va.example/');
  await page.getByRole('link', { name: 'Operator' }).click();
  const cleared = await save(page, { website_url: '', banner_url: '' });
  await inForce(cleared, 'the color alone', async () => {
    return JSON.stringify((await status()).branding) === '{"primary_color":"#7a1f5c"}';
  });
  assert.deepEqual(browser.complaints, []);
});

test('session token TTL: the lifetime of a session token', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  const minutes = async () => (Date.parse(String((await logIn(site)).body.expires_at)) - Date.now()) / 60_000;
  assert.ok(Math.abs((await minutes()) - 1_440) < 1);
  const saved = await save(page, { session_token_ttl: '90' });
  await inForce(saved, 'a login lasts 90 minutes', async () => Math.abs((await minutes()) - 90) < 1);
});

test('bids/scheduled flights required: whether a pilot needs a bid to start a flight', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  const token = String((await logIn(site)).body.token);
  const free = { airline: 'DMO', flight_number: '900', departure: 'LSZH', arrival: 'LEPA', registration: 'HB-JLQ' };
  const start = () => call(site, '/start', free, { authorization: `Bearer ${token}` });
  assert.equal((await start()).status, 422);
  const saved = await save(page, { bids_required: 'no' });
  await inForce(saved, 'a flight without a bid', async () => (await start()).status === 200);
});

test('pilot password auth allowed: whether password login is accepted', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  assert.equal((await logIn(site)).status, 200);
  const saved = await save(page, { password_login: 'no' });
  await inForce(saved, 'a password is refused', async () => (await logIn(site)).status === 403);
});

test('shared client token enforcement: optional, disabled by default; the token is generated, shown once, stored as hash', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  await page.getByRole('link', { name: 'Tracker settings' }).click();
  assert.equal(await page.getByLabel('client_token_required').inputValue(), 'false');
  await page.getByRole('button', { name: 'Generate' }).click();
  const token = await page.getByLabel('Client token', { exact: true }).inputValue();
  const saved = await save(page, { client_token_required: 'yes' });
  assert.equal((await page.content()).includes(token), false);
  const stored = site.crewCenter.all('SELECT value FROM tracker_config').map(({ value }) => value);
  assert.equal(stored.includes(token), false);
  await inForce(saved, 'a login without the token is refused', async () => (await logIn(site)).status === 403);
  assert.equal((await logIn(site, { 'x-tracker-client': token })).status, 200);
});

test('Settings of the host that Tracker enforces: the crew center’s own rules are explained, changed, and in force with the next call', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser, { ...desktop, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await page.getByRole('heading', { name: 'Crew center rules' }).waitFor();
  const length = page.locator('.setting', { hasText: 'pilots.id_length' });
  assert.match(await length.innerText(), /padded with zeros[\s\S]*digits[\s\S]*from 1 to 10\. Default: 4\./);
  const manyBids = page.getByLabel('bids.allow_multiple_bids');
  assert.equal(await manyBids.inputValue(), 'true');
  await manyBids.selectOption('no');
  await page.getByLabel('pilots.id_length').fill('11');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('pilots.id_length must be a whole number from 1 to 10').waitFor();
  assert.equal(await manyBids.inputValue(), 'false');
  await page.getByLabel('pilots.id_length').fill('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The rules are now in effect.').waitFor();
  assert.equal(await manyBids.inputValue(), 'false');

  await page.getByRole('link', { name: 'Bids', exact: true }).click();
  await page.getByLabel('Pilot').selectOption({ label: 'DMO00001 Ada Keller' });
  await page.getByLabel('Schedule').selectOption({ label: 'DMO420 LSZH – LEPA' });
  await page.getByRole('button', { name: 'Add bid' }).click();
  await page.getByRole('alert').getByText('bids.allow_multiple_bids is off').waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('bids.allow_multiple_bids = false').waitFor();
  assert.deepEqual(browser.complaints, []);
});

// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import decodeQR from 'qr/decode.js';
import { codeAt } from '../authenticator.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { tabTo } from './keyboard.ts';
import { operatorPage, operatorPassword } from './operator.ts';
import { Site } from './site.ts';

for (const { name, device, colorScheme } of [
  { name: 'a phone in the dark', device: phone, colorScheme: 'dark' },
  { name: 'a desktop', device: desktop, colorScheme: 'light' },
] as const)
  test(`a second factor is set up, asked for and turned off without script, by keyboard, on ${name}`, async () => {
    await using site = await Site.open();
    await using browser = await TestBrowser.open();
    const page = await operatorPage(site, browser, { ...device, colorScheme, javaScriptEnabled: false });
    const look = async (what: string) => {
      // The checker is a script of its own.
      const watched = await page.context().storageState();
      const other = await browser.page({ ...device, colorScheme, storageState: watched });
      await other.goto(page.url());
      await assertAccessible(other, what);
      await assertFits(other, what);
      await other.close();
    };
    await page.goto(site.url('/tracker/operator/account/second-factor'));
    await look('before it is set up');
    await tabTo(page, /^Set it up/);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code with the key below' }).waitFor();
    await look('the QR code');
    const key = await page.locator('code.secret').innerText();
    const scanned = await page.locator('.qr-code').screenshot();
    assert.equal(new URL(decodeQR(await pixels(browser, scanned))).searchParams.get('secret'), key);
    await tabTo(page, /^Code that it shows now/);
    await page.keyboard.type(codeAt(key, Date.now()));
    await page.keyboard.press('Enter');
    await page.getByText('Your second factor counts from now on.').waitFor();
    const codes = await page.locator('.codes code').allInnerTexts();
    assert.equal(codes.length, 10);
    await page.goto(site.url('/tracker/operator/account/second-factor'));
    await look('when it is on');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Name or e-mail').fill('operator');
    await page.getByLabel('Password').fill(operatorPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await assertFits(page, 'the page that asks for a code');
    await tabTo(page, /^\s*Code of your second factor/);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code of your second factor').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Operator' }).waitFor();
    await page.goto(site.url('/tracker/operator/account/second-factor'));
    const off = page.locator('section', { has: page.getByRole('heading', { name: 'Turn it off' }) });
    await off.getByLabel(/^Code of now/).fill(codes[1] ?? '');
    await off.getByRole('button', { name: 'Turn it off' }).click();
    await page.getByText('Your second factor is off.').waitFor();
    assert.deepEqual(browser.complaints, []);
  });

test('of whom it is required, they see the page that sets it up and a way out', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser, phone);
  await page.goto(site.url('/tracker/operator/staff'));
  await assertAccessible(page, 'staff');
  await assertFits(page, 'staff');
  const required = page.getByRole('group', { name: 'Required of' });
  await required.getByLabel('owner').check();
  await page.locator('form', { has: required }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Set it up to go on.').waitFor();
  await assertAccessible(page, 'when it is required');
  assert.equal(await page.getByRole('navigation', { name: 'Operator' }).count(), 0);
  await page.goto(site.url('/tracker/operator/staff'));
  await page.getByText('Set it up to go on.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Name or e-mail').waitFor();
  assert.deepEqual(browser.complaints, []);
});

/** What a camera would see of a picture. */
async function pixels(browser: TestBrowser, png: Buffer) {
  const page = await browser.page();
  const script = `(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { width, height, data } = context.getImageData(0, 0, image.width, image.height);
    return { width, height, data: [...data] };
  })()`;
  const seen = (await page.evaluate(script)) as { width: number; height: number; data: number[] };
  await page.close();
  return { ...seen, data: Uint8ClampedArray.from(seen.data) };
}

// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktop, TestBrowser } from './browser.ts';
import { look } from './look.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

const hostile = `<b>مرحبا</b> ${'😀x'.repeat(1_000)}`;

test('the staff’s page of a pilot, imports, corrections and news fit, are accessible, and are used by keyboard', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  site.crewCenter.run(
    `INSERT INTO pireps (id, user_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, flight_time, state, created_at, submitted_at)
     SELECT 'corrected', user_id, airline_id, '9', 'LSZH', 'MMUN', 60, 2, created_at, '2020-01-05 00:00:00' FROM pireps LIMIT 1`,
  );
  const staff = await operatorPage(site, browser, desktop);
  const { id } = session.pilot;
  const pilot = `/tracker/admin/pilots/${id}`;
  await staff.goto(site.url(pilot));
  await staff.getByLabel('New note').fill(hostile);
  await staff.keyboard.press('Tab');
  await staff.keyboard.press('Enter');
  await staff.getByText('The note was kept.').waitFor();
  await staff.goto(site.url(`/tracker/admin/pilots/import`));
  await staff
    .getByLabel('Or its text')
    .fill(`name,email,home\nZoe,zoe@va.example,LSZH\n${hostile.slice(0, 150)},x,XXXX\n`);
  await staff.keyboard.press('Tab');
  await staff.keyboard.press('Enter');
  await staff.getByRole('heading', { name: 'What the file would do' }).waitFor();
  await staff.goto(site.url('/tracker/admin/pireps/corrected'));
  await staff.getByText('Correct figures').focus();
  await staff.keyboard.press('Enter');
  await staff.getByLabel('Flight time').fill('95');
  await staff.getByLabel('Reason').fill(hostile.slice(0, 900));
  await staff.keyboard.press('Enter');
  await staff.getByText('The PIREP was corrected.').waitFor();
  await staff.goto(site.url('/tracker/admin/news'));
  await staff.getByLabel('Title').fill(hostile.slice(0, 150));
  await staff.getByLabel('Text').fill(hostile);
  await staff.getByRole('button', { name: 'Post the news' }).click();
  await staff.getByRole('link', { name: /مرحبا/ }).click();
  await staff.getByRole('heading', { name: 'Edit' }).waitFor();
  const news = new URL(staff.url()).pathname;
  const filtered = '/tracker/admin/pireps?pilot=DMO0001&place=LSZH-MMUN&month=2020-01';
  await look(staff, site, [pilot, '/tracker/admin/pilots/import', '/tracker/admin/pireps/corrected', filtered, news]);
  assert.deepEqual(browser.complaints, []);
});

// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { collectRoutes, type ServedRoute } from '../../prove/served/routes.ts';
import { writeHostSettings } from '../../src/platform/embedded/host-setting-admin.ts';
import { type Answered, addSubjects, everyPage, queriesOf } from '../every-page.ts';
import { flownTrack, noFigures } from '../flown.ts';
import { assertFits } from './accessibility.ts';
import { phone, TestBrowser } from './browser.ts';
import { type TextForm, textFormsOf } from './every-field.ts';
import { Site } from './site.ts';
import { askAs, cookiesOf, readAnswer, staffAndPilotPage } from './staff-and-pilot.ts';

const kinds = `"><img src=x onerror="window.broken=1"><script>window.broken=1</script>' مطار زيورخ \u202Eabc 👩🏽‍✈️🛫🇨🇭 `;
const whole = `${kinds}${'W'.repeat(400)} ${'ab '.repeat(1_300)}`;
/** What a field takes at most: whole, or so much of it that it does not end in a space, or within an emoji. */
const lengths = [4_000, 2_000, 1_000, 191, 50, 10];
const codeLengths = [4_000, 10];
const hostile = (length: number) => whole.slice(0, length).toWellFormed().trimEnd();

/** What a form needs in its other fields, where they are empty. */
const plausible: Readonly<Record<string, string>> = {
  name: 'Somebody',
  title: 'Something',
  body: 'Something',
  note: 'Something',
  reason: 'Something',
  comment: 'Something',
  icao: 'ZZZ',
  airline: 'DMO',
  flight_number: '7',
  dpt_airport: 'LSZH',
  arr_airport: 'LEPA',
  type: 'A320',
  flightNumber: '9',
  departure: 'LSZH',
  arrival: 'LEPA',
  lat: '1',
  lon: '2',
  url: `https://discord.com/api/webhooks/1234567890/${'aB3_'.repeat(17)}`,
  'answer-0': 'Something',
};

/** Takes texts of no shape in none of these: codes, numbers, addresses. */
const isCode =
  /^(?:icao|iata|code|email|login|home|homeAirport|currentAirport|airport|at|airline|rank|registration|type|subfleets?|colour|logo|hours|uses|days|lat|lon|elevation|country|timezone|vatsim|ivao|url|key|pilot|ident|callsign|flight_number|route_code|route_leg|\w+_airport|level|distance|flight_time|flight_type|aircraft|flightNumber|departure|arrival|departureTime|arrivalTime|dpt_time|arr_time|since|confirm\w*|csv|to|\w+(?:Min|Nm|Lb|Fpm|At)|schedule|\w+_token|.*_url|.*_color|.*_(?:min|max|ms|s|hours|days)|again|session_token_ttl|server_address|[a-z]+\.[\w.]+|rules\.\d+\..*)$/;

/** Of which there may be one each. */
const unique: Readonly<Record<string, (count: number) => string>> = {
  email: (count) => `made${count}@va.example`,
  registration: (count) => `HB-${count}`,
  type: (count) => `T${count.toString(36)}`,
  flight_number: String,
};

/** Which must differ from what its form has, or nothing is corrected. */
const corrected = 'distanceNm';

/** What is sent in a form's fields, so that only this one may be what is wrong with it. */
function changesOf(form: TextForm, name: string, text: string, count: number): ReadonlyMap<string, string> {
  const changes = new Map<string, string>();
  for (const [key, value] of form.entries) {
    const needed = plausible[key];
    if (value === '' && needed !== undefined) changes.set(key, needed);
  }
  for (const key of form.passwords) changes.set(key, 'a long password of ours');
  for (const [key, value] of form.entries) {
    const next = unique[key];
    if (value === '' && next !== undefined && form.texts.includes(key)) changes.set(key, next(count));
  }
  if (form.action.endsWith('/figures')) changes.set(corrected, String(count));
  return changes.set(name, text);
}

type Post = (form: TextForm, changes: ReadonlyMap<string, string>) => Promise<Answered>;

/** Types a hostile text into every field, as much of it as the field takes. Returns the fields that took it, with its length, and those that did not. */
async function fillEverything(forms: readonly TextForm[], post: Post) {
  const [taken, refused]: [string[], string[]] = [[], []];
  let count = 0;
  for (const form of forms)
    for (const name of form.texts) {
      const field = `${form.action} ${name}`;
      // The flight has ended by another of its forms.
      if (field.endsWith('/release reason') || field.endsWith('/cancel reason')) continue;
      let took: number | undefined;
      for (const length of isCode.test(name) ? codeLengths : lengths) {
        count += 1;
        const { status, body } = await post(form, changesOf(form, name, hostile(length), count));
        assert.ok(status < 500, `${field}: ${status} ${body.slice(0, 300)}`);
        assert.doesNotMatch(body, /<img src=x|<script>window/, field);
        const isShownAgain = status !== 200 || /role="alert"|aria-invalid="true"/.test(body);
        if (!isShownAgain || (status >= 300 && status < 400)) {
          took = length;
          break;
        }
      }
      if (took === undefined) refused.push(field);
      else taken.push(`${field}: ${took}`);
    }
  return { taken, refused };
}

test('markup, right-to-left text, emoji and 4,000 characters in every field of every form are shown as text on every page, and fit a phone', async (t) => {
  const routes: readonly ServedRoute[] = collectRoutes();
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await writeHostSettings(site.crewCenter, { 'pilots.registration': 'application', 'pilots.questions': 'Why?' });
  await addSubjects(site.server);
  const session = await site.signIn();
  const { id } = await site.start(session, 'MMUN');
  const leg = {
    from: { lat: 47.45, lon: 8.55 },
    to: { lat: 47.5, lon: 8.7 },
    startAt: Date.now() - 300_000,
    count: 20,
  };
  await site.report(session, ...flownTrack(leg));
  await site.calls.finish(session, {
    name: null,
    figures: { ...noFigures, notes: hostile(4_000), log: [hostile(300)] },
    opening: null,
  });
  await site.start(await site.signIn('ben@demo-air.example'), 'LSZH');
  site.crewCenter.run('UPDATE pireps SET state = 1 WHERE state = 2');
  const page = await staffAndPilotPage(site, browser, phone);
  const ask = await askAs(site, page.context());
  const post = await postAs(site, page.context());

  const blank = await browser.page();
  const forms = await textFormsOf(blank, (await everyPage(routes, ask)).pages);
  // Those for many at once last: the others are about one that waits.
  const many = (form: TextForm) => Number(form.entries.some(([name]) => name === 'all'));
  const inOrder = forms.toSorted((one, other) => many(one) - many(other));
  const { taken, refused } = await fillEverything(inOrder, (form, changes) => {
    // By now forms before it have decided the PIREPs that it saw waiting.
    if (many(form) > 0) site.crewCenter.run('UPDATE pireps SET state = 1');
    return post(form, changes);
  });
  t.diagnostic(`${taken.length} fields of ${forms.length} forms took a hostile text, ${refused.length} refused it`);
  for (const each of taken) t.diagnostic(each);
  assert.deepEqual(
    refused.filter((field) => !isCode.test(field.split(' ')[1] ?? '') && !/operator\/staff\b.* name$/.test(field)),
    [],
  );
  for (const field of [
    '/tracker/join name',
    '/tracker/join answer-0',
    `/tracker/my/flights/${id}/comment text`,
    '/tracker/admin/pilots name',
    '/tracker/operator/webhooks name',
  ])
    assert.ok(
      taken.some((each) => each.startsWith(`${field}: `)),
      field,
    );

  const { pages } = await everyPage(routes, ask);
  for (const each of pages) {
    for (const query of ['', ...queriesOf(each).slice(-1), `?q=${encodeURIComponent(hostile(500))}`]) {
      if (query.startsWith('?q') && queriesOf(each).length === 0) continue;
      const path = each.path + query;
      await page.goto(site.url(path));
      assert.equal(await page.evaluate('window.broken ?? document.querySelectorAll("img[src=x]").length'), 0, path);
      await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
      await assertFits(page, path);
    }
  }
  t.diagnostic(`${pages.length} pages looked at`);
  // Pages of links out of mails, without what the mail has in its link.
  const refusing = pages.filter(({ status }) => status === 403).map(({ path }) => site.url(path));
  const isRefusal = (complaint: string) => refusing.some((url) => complaint.startsWith(`${url}: `));
  assert.deepEqual(
    browser.complaints.filter((each) => !isRefusal(each)),
    [],
  );
});

/** Sends forms with the cookies of this browser. */
async function postAs(site: Site, context: BrowserContext): Promise<Post> {
  const headers = { cookie: await cookiesOf(site, context), accept: 'text/html' };
  return async ({ action, entries }, changes) => {
    const body = new URLSearchParams(
      entries.map(([name, value]): [string, string] => [name, changes.get(name) ?? value]),
    );
    for (const [name, value] of changes) if (!body.has(name)) body.append(name, value);
    return readAnswer(await fetch(site.url(action), { method: 'POST', headers, body, redirect: 'manual' }));
  };
}

// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { flyFleet } from './made-fleet.ts';
import { Site } from './site.ts';

/** What a client, or the crew center, may write into any text. */
const texts = {
  markup: `"><img src=x onerror="window.broken=1"><script>window.broken=1</script>'`,
  attribute: `' onmouseover='window.broken=1' x='`,
  template: '<%= process.exit() %>${1}{{1}}{count}',
  'right to left': 'مطار زيورخ الدولي \u202Eabc',
  emoji: '👩🏽‍✈️✈️🛫🇨🇭',
  'very long': `${'W'.repeat(300)} ${'ab '.repeat(100)}`,
} as const;

for (const [name, text] of Object.entries(texts)) {
  test(`the map, its card, an airport and a flight show ${name} as text, and fit`, async () => {
    await using site = await Site.open();
    await using browser = await TestBrowser.open({ hasGround: false });
    const { database } = site.crewCenter;
    database.prepare('UPDATE airports SET name = ?').run(text);
    database.prepare('UPDATE aircraft SET name = ?').run(text);
    database.prepare('UPDATE airlines SET name = ?').run(text);
    database.prepare('UPDATE flights SET route = ?, dpt_time = ?, arr_time = ?, notes = ?').run(text, text, text, text);
    const session = await site.signIn();
    const { id } = await site.start(session, 'MMUN');
    const at = Date.now() - 10_000;
    const flying = { lat: 47, lon: 8, altitudeMslFt: 9_000, groundSpeedKt: 400, recordedAt: at, receivedAt: at };
    await site.report(session, position(at, { ...flying, phase: text.slice(0, 40), transponder: text.slice(0, 16) }));
    const everywhere = { icao: text, name: text, lat: 1, lon: 2 };
    const plan = {
      callsign: text,
      ident: text,
      airlineCode: text,
      departure: everywhere,
      arrival: everywhere,
      departureTime: text,
      arrivalTime: text,
    };
    const aircraft = { id: '1', icao: text, name: text, registration: text };
    flyFleet(site, 1, () => ({ plan, flight: { aircraft } }));
    for (const options of [desktop, phone]) {
      const page = await browser.page(options);
      await page.goto(site.url('/tracker/?flight=made00000'));
      // Until the feed has it, the card of a linked flight says that it is not on the map.
      await page.locator('#card h2', { hasText: text.slice(0, 12) }).waitFor();
      assert.equal(await page.locator('#card h2').textContent(), text);
      await assertFits(page, `card ${options.viewport.width}`);
      await assertAccessible(page, 'card');
      for (const path of ['airports/MMUN', `flights/${id}`]) {
        await page.goto(site.url(`/tracker/${path}`));
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await assertFits(page, `${path} ${options.viewport.width}`);
        assert.equal(await page.evaluate('window.broken'), undefined, path);
      }
      await page.goto(site.url('/tracker/'));
      await page.locator('#list button').first().waitFor({ state: 'attached' });
      assert.equal(await page.evaluate('window.broken ?? document.querySelectorAll("img[src=x]").length'), 0);
      await assertFits(page, `map ${options.viewport.width}`);
    }
    const plain = await browser.page({ ...phone, javaScriptEnabled: false });
    await plain.goto(site.url());
    await assertFits(plain, 'without script');
    for (const path of ['', 'airports/MMUN', `flights/${id}`, 'airports/LSZH']) {
      const html = await (await fetch(site.url(`/tracker/${path}`))).text();
      assert.doesNotMatch(html, /<img src=x|<script>window|onmouseover='window/, path);
    }
    assert.deepEqual(browser.complaints, []);
  });
}

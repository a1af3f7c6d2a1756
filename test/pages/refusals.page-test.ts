// needs: chromium, php
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { collectRoutes } from '../../prove/served/routes.ts';
import { refusalAnswers } from '../../src/http/refusal-answers.ts';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { keyFile, newKeyFile } from '../../src/platform/phpvms5/edge-key.ts';
import { Refusal, type RefusalCode } from '../../src/tracking/refusals.ts';
import { startPhpServer } from '../hosts/php.ts';
import { assertClean, assertFits } from './accessibility.ts';
import { phone, TestBrowser } from './browser.ts';
import { Site } from './site.ts';

const languages = ['en', 'de', 'fr'] as const;
const sentence = 'Too many requests from your network are waiting. Try again in a moment.';

/** One refusal of each status that there is, and all of a server that is not there; who has to sign in is led there instead. */
const codes = (Object.entries(refusalAnswers) as [RefusalCode, { readonly status: number }][])
  .map(([code, { status }]) => [status, code] as const)
  .filter(([status], at, all) => status === 503 || all.findIndex(([other]) => other === status) === at)
  .filter(([status]) => status !== 401);

/** What a page looks like that is in the dress of all: its language, title, sentence, and what it is drawn with. */
const dress = `(() => {
  const of = (element) => element === null ? null : getComputedStyle(element);
  const sheet = document.querySelector('.message, #tracker-sorry');
  return {
    lang: document.documentElement.lang,
    title: document.querySelector('h1')?.textContent ?? '',
    isEnglish: document.querySelector('main p[lang=en]') !== null,
    font: of(document.body).fontFamily.split(',')[0],
    size: Number.parseFloat(of(document.querySelector('h1')).fontSize),
    paper: of(document.body).backgroundColor,
    edge: of(sheet)?.borderTopWidth ?? '',
    links: document.querySelectorAll('main a').length,
  };
})()`;

interface Dress {
  readonly lang: string;
  readonly title: string;
  readonly isEnglish: boolean;
  readonly font: string;
  readonly size: number;
  readonly paper: string;
  readonly edge: string;
  readonly links: number;
}

const papers = { light: 'rgb(243, 245, 247)', dark: 'rgb(14, 21, 27)' } as const;

/** Looks at it in both themes; returns its title. */
async function look(page: Page, lang: string, what: string): Promise<Dress> {
  let found: Dress | null = null;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found = (await page.evaluate(dress)) as Dress;
    const { font, paper, edge, size, isEnglish } = found;
    assert.deepEqual(
      { lang: found.lang, font, paper, edge, isEnglish },
      { lang, font: 'Inter', paper: papers[colorScheme], edge: '4px', isEnglish: false },
      what,
    );
    assert.ok(size >= 24, `${what}: ${size} px`);
    await assertClean(page, `${what}, ${colorScheme}`);
    await assertFits(page, what);
  }
  assert.ok(found);
  return found;
}

test('whatever is refused, or fails, is told in the dress and the language of the pages, with a way on', async () => {
  collectRoutes((fastify) =>
    fastify.addHook('preHandler', async ({ query }) => {
      const { refuse } = query as { readonly refuse?: RefusalCode | 'failure' };
      if (refuse === 'failure') throw new Error('planted');
      if (refuse !== undefined) throw new Refusal(refuse, { message: sentence });
    }),
  );
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  for (const locale of languages) {
    const page = await browser.page({ ...phone, locale, reducedMotion: 'reduce' });
    const titles = new Set<string>();
    const visit = async (path: string, status: number) => {
      const answer = await page.goto(site.url(path));
      assert.equal(answer?.status(), status, path);
      const { title, links } = await look(page, locale, `${path}, ${locale}`);
      assert.equal(links > 0, true, `${path}: no way on`);
      titles.add(title);
    };
    for (const [status, code] of codes) await visit(`/tracker/home?refuse=${code}`, status);
    await visit('/tracker/home?refuse=failure', 500);
    await visit('/tracker/nowhere', 404);
    await visit('/nowhere', 404);
    await visit('/tracker/flights/AbCdEfGhIjKlMnOp', 404);
    assert.ok(titles.size >= 8, [...titles].join(', '));
  }
  assert.deepEqual(
    browser.complaints.filter((each) => !/status of (?:4|5)\d\d/.test(each)),
    [],
  );
});

test('where the server sleeps, or is away, PHP says so in the same dress and language', async () => {
  const site = mkdtempSync(join(tmpdir(), 'tracker-asleep-'));
  const acars = join(site, 'acars');
  cpSync(edgeSource, acars, { recursive: true });
  writeFileSync(join(acars, keyFile), newKeyFile());
  writeFileSync(join(acars, 'va_config.php'), "<?php\ndefine('TRACKER_SERVER', '127.0.0.1:1');\n");
  try {
    await using php = await startPhpServer(site);
    await using browser = await TestBrowser.open();
    const titles = new Set<string>();
    for (const locale of languages) {
      const page = await browser.page({ ...phone, locale });
      const answer = await page.goto(`${php.url}/acars/tracker.php`);
      assert.equal(answer?.status(), 503);
      titles.add((await look(page, locale, `asleep, ${locale}`)).title);
    }
    assert.equal(titles.size, 3);
    const german = await fetch(`${php.url}/acars/tracker.php`, {
      headers: { accept: 'text/html', 'accept-language': 'fr', cookie: 'other=1; tracker_view=lang=de&zone=UTC' },
    });
    assert.match(await german.text(), /<html lang="de">/, 'what somebody chose comes before the browser’s language');
    assert.deepEqual(
      browser.complaints.filter((each) => !/status of 503|favicon/.test(each)),
      [],
    );
  } finally {
    rmSync(site, { recursive: true });
  }
});

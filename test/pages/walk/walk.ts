import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { check, tell } from '../accessibility.ts';
import type { Site } from '../site.ts';
import type { Stop } from './people.ts';

/** What each look at a page may find. */
export const looks = [
  'checker',
  'width',
  'type',
  'motion',
  'less motion',
  'forced colours',
  'keyboard',
  'large text',
  'right to left',
] as const;
export type Look = (typeof looks)[number];

/** A line for each thing that is wrong: page, element, rule. */
export type Found = Record<Look, string[]>;

const inPage = readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8');
const wide = { width: 1_280, height: 800 };
const narrow = { width: 390, height: 844 };

/**
 * Looks at all of them, some at a time; returns what is wrong, and how many controls the keyboard reached.
 * @param planted - done in each page first: a script that spoils it
 */
export async function walk(
  site: Site,
  stops: readonly Stop[],
  planted = '',
): Promise<{ readonly found: Found; readonly controls: number }> {
  const found = Object.fromEntries(looks.map((look) => [look, [] as string[]])) as Found;
  const queue = [...stops];
  let controls = 0;
  const worker = async () => {
    for (let stop = queue.shift(); stop !== undefined; stop = queue.shift()) {
      const page = await stop.context.newPage();
      const visit = new Visit(page, `${stop.path} (${stop.who})`, found);
      await page.goto(site.url(stop.path));
      await page.evaluate(planted);
      controls += await visit.all();
      await page.close();
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return { found, controls };
}

/** Twice in a row nothing has moved. */
const settled = `(async () => {
  const places = () => [...document.querySelectorAll('aside, section, figure, button')]
    .map((each) => Object.values(each.getBoundingClientRect().toJSON()).map(Math.round).join()).join(' ');
  let before = '';
  for (let same = 0; same < 2; ) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 40)));
    const now = places();
    same = now === before ? same + 1 : 0;
    before = now;
  }
})()`;

/** One page, looked at in every way. */
class Visit {
  readonly #page: Page;
  readonly #where: string;
  readonly #found: Found;

  constructor(page: Page, where: string, found: Found) {
    this.#page = page;
    this.#where = where;
    this.#found = found;
  }

  /** Returns how many controls it has. */
  async all(): Promise<number> {
    const page = this.#page;
    await page.evaluate('document.fonts.ready.then(() => true)');
    await page.evaluate(inPage);
    // What is folded is looked at, too; on a map it would lie upon the rest.
    await page.evaluate(
      `document.querySelectorAll('body:not(.bare) details').forEach((each) => { each.open = true; })`,
    );
    for (const [colorScheme, viewport] of [
      ['light', wide],
      ['dark', narrow],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await this.#resize(viewport);
      await this.#check(`${colorScheme}, ${viewport.width} px`);
      await this.#note('type', `type`);
      await this.#note('width', 'outside', `${viewport.width} px`);
    }
    await this.#lessMotion();
    await this.#resize(wide);
    await this.#forcedColors();
    const controls = await this.#keyboard();
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
    await this.#largeText();
    await this.#rightToLeft();
    return controls;
  }

  async #check(when: string): Promise<void> {
    for (const each of await check(this.#page)) this.#add('checker', tell(each), when);
  }

  async #lessMotion(): Promise<void> {
    for (const [what, name] of await this.#ask<[string, string][]>('durations'))
      this.#add('less motion', `${name}: ${what}`);
    await this.#page.emulateMedia({ reducedMotion: 'no-preference' });
    for (const [what, name] of await this.#ask<[string, string][]>('durations'))
      if (!/^(?:160|200|240) ms/.test(what)) this.#add('motion', `${name}: ${what}`);
    await this.#page.emulateMedia({ reducedMotion: 'reduce' });
  }

  async #forcedColors(): Promise<void> {
    await this.#page.evaluate('window.filledBefore = walk.filled()');
    await this.#page.emulateMedia({ forcedColors: 'active' });
    for (const line of (await this.#page.evaluate('walk.untold(filledBefore)')) as string[])
      this.#add('forced colours', line);
    await this.#note('forced colours', 'statesUntold');
  }

  async #keyboard(): Promise<number> {
    const presses = await this.#ask<number>('watchFocus');
    for (let press = 0; press < presses; press++) await this.#page.keyboard.press('Tab');
    await this.#note('keyboard', 'focusProblems');
    return this.#ask<number>('focusCount');
  }

  async #largeText(): Promise<void> {
    await this.#setText(32);
    for (const viewport of [wide, narrow]) {
      await this.#resize(viewport);
      for (const look of ['outside', 'cut', 'overlaps'] as const)
        await this.#note('large text', look, `${viewport.width} px`);
    }
    await this.#setText(16);
  }

  /** As the settings of a browser do: what a page says of widths in em follows. */
  async #setText(standard: number): Promise<void> {
    const session = await this.#page.context().newCDPSession(this.#page);
    await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  }

  /** What scripts lay out anew stands where it will be. */
  async #resize(viewport: { readonly width: number; readonly height: number }): Promise<void> {
    await this.#page.setViewportSize(viewport);
    await this.#page.evaluate(settled);
  }

  async #rightToLeft(): Promise<void> {
    await this.#page.evaluate(`document.documentElement.dir = 'rtl'`);
    for (const viewport of [narrow, wide]) {
      await this.#resize(viewport);
      for (const look of ['outside', 'overlaps', 'arrowsBack'] as const)
        await this.#note('right to left', look, `${viewport.width} px`);
    }
  }

  async #ask<Answer>(name: string): Promise<Answer> {
    return (await this.#page.evaluate(`walk.${name}()`)) as Answer;
  }

  async #note(look: Look, name: string, when = ''): Promise<void> {
    for (const line of await this.#ask<readonly string[]>(name)) this.#add(look, line, when);
  }

  #add(look: Look, line: string, when = ''): void {
    this.#found[look].push(`${this.#where}${when === '' ? '' : `, ${when}`}: ${line}`);
  }
}

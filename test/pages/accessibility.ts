import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Settles when nothing comes in or moves any more; what pulses without end is not waited for. What fades in has no contrast yet. */
const whileMoving = `Promise.all(document.getAnimations()
  .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
  .map((each) => each.finished.catch(() => undefined)))`;

/** Fails on whatever the checker calls serious or critical. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  const found = await check(page);
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(serious.map(tell), [], what);
}

/** Fails on whatever the checker finds, also where it only advises. */
export async function assertClean(page: Page, what: string): Promise<void> {
  assert.deepEqual((await check(page)).map(tell), [], what);
}

/** What the checker finds on a page: rule by rule, with the elements. */
export async function check(page: Page): Promise<AxeResults['violations']> {
  await page.evaluate(whileMoving);
  // Evaluated from outside the page, so that the page's own policy stays as it is.
  await page.evaluate(axe);
  return ((await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults).violations;
}

export function tell({ id, nodes }: AxeResults['violations'][number]): string {
  return `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`;
}

/** Nothing sticks out of the window. */
export async function assertFits(page: Page, what: string): Promise<void> {
  const [wide, window] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number];
  assert.ok(wide <= window, `${what}: ${wide} px wide in a window of ${window} px`);
}

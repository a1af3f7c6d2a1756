import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** The keyboard alone: Tab until this is focused. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(
      '(() => { const e = document.activeElement; return (e.labels?.[0]?.textContent ?? "") + e.textContent + (e.getAttribute("aria-label") ?? ""); })()',
    );
    if (name.test(String(text))) return;
  }
  assert.fail(`no way by keyboard to ${name}`);
}

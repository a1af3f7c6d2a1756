import { assetAt } from './asset-at.js';
import { pageMark } from './page-mark.js';

/** A page without what it waits for, such as a map without flights, does not wait longer. */
const maxWaitMs = 6_000;

/** Loads the font of a page that shows something before it: on a slow line the font would delay that. @param {string} mark - that the page sets in `performance` once it is shown */
export async function loadFontAfter(mark) {
  const address = assetAt('font/font.css');
  // The style names its files beside itself, and nothing is beside a query: such a page keeps the system's typeface.
  if (address.includes('?')) return;
  await pageMark(mark, maxWaitMs);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  document.head.append(link);
}

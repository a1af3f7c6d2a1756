import type { Page } from 'playwright-core';

/** Figures without a value, and parts of the page that have nothing in them. */
export async function findBlanks(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`(() => {
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
    const isBlank = (element) => /^[\\s\\u2013-]*$/.test(element.textContent);
    const named = (element) =>
      (element.closest('.tile, tr, li') ?? element).textContent.replaceAll(/\\s+/g, ' ').trim();
    // Of the times, those that are not known yet are a dash.
    const figures = [...document.querySelectorAll('main :is(dd, td, .city)')]
      .filter((each) => isSeen(each) && isBlank(each) && each.closest('.columns') === null);
    const hollow = [...document.querySelectorAll('main :is(section, table, figure)')]
      .filter((each) => isSeen(each) && each.getBoundingClientRect().height < 20);
    return [...figures.map(named), ...hollow.map((each) => each.outerHTML.slice(0, 120))];
  })()`)) as readonly string[];
}

/** Texts of the page, those of its pictures too, that stand in each other’s way; what lies on a map is not looked at. */
export async function findOverlaps(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`(() => {
    const unseen = '.visually-hidden, #track-map, noscript, script, style, title, desc, option';
    const boxes = [];
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: holder, textContent } = walker.currentNode;
      if (textContent.trim() === '' || holder.closest(unseen) !== null) continue;
      if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const rect of range.getClientRects())
        if (rect.width > 1 && rect.height > 1) boxes.push({ text: textContent.trim(), holder, rect });
    }
    const shared = (fromA, toA, fromB, toB) => Math.min(toA, toB) - Math.max(fromA, fromB);
    // Of the height of a line a quarter is above its letters, and a quarter below.
    const overlap = ({ rect: a }, { rect: b }) =>
      shared(a.left, a.right, b.left, b.right) > 2 &&
      shared(a.top + a.height / 4, a.bottom - a.height / 4, b.top + b.height / 4, b.bottom - b.height / 4) > 1;
    return boxes.flatMap((box, index) => boxes.slice(index + 1)
      .filter((other) => other.holder !== box.holder && overlap(box, other))
      .map((other) => box.text + ' | ' + other.text));
  })()`)) as readonly string[];
}

/** Returns how many coloured pixels of the track are on the map where nothing covers it. */
export async function trackPixels(page: Page): Promise<number> {
  return (await page.evaluate(`(() => {
    const canvas = document.querySelector('#track-map .flights-canvas');
    if (canvas === null || canvas.width === 0) return 0;
    const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const [map, ticket] = [canvas, document.getElementById('ticket')].map((each) => each.getBoundingClientRect());
    const density = canvas.width / map.width;
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue, alpha] = data.subarray(at, at + 4);
      if (alpha < 60 || Math.max(red, green, blue) - Math.min(red, green, blue) < 60) continue;
      const x = map.left + ((at / 4) % width) / density;
      const y = map.top + Math.floor(at / 4 / width) / density;
      if (x < ticket.left || x > ticket.right || y < ticket.top || y > ticket.bottom) count++;
    }
    return count;
  })()`)) as number;
}

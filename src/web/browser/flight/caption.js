/** How often what passes is said to those who do not see it, milliseconds: at 1,000 times the speed phases last a second. */
const sayEveryMs = 4_000;

/** Names what happens as the replay passes it: on the map at once, and now and then for screen readers. */
export class Caption {
  /** @param {HTMLElement} map */
  constructor(map) {
    this.shown = add(map, 'caption', { 'aria-hidden': 'true' });
    this.said = add(map, 'visually-hidden', { 'aria-live': 'polite' });
    this.text = '';
    this.saidAt = Number.NEGATIVE_INFINITY;
  }

  /** @param {string | null} text null: nothing is playing */
  show(text) {
    const newest = text ?? '';
    if (newest === this.text) return;
    this.text = newest;
    this.shown.hidden = newest === '';
    if (newest === '') return;
    this.shown.textContent = newest;
    const now = performance.now();
    if (now - this.saidAt < sayEveryMs) return;
    this.saidAt = now;
    this.said.textContent = newest;
  }
}

/** @param {HTMLElement} map @param {string} name @param {Record<string, string>} attributes */
function add(map, name, attributes) {
  const element = document.createElement('p');
  element.className = name;
  element.hidden = name === 'caption';
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  map.append(element);
  return element;
}

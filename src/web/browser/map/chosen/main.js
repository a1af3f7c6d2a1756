import { assetAt } from '../../asset-at.js';
import { figures, say } from '../../visitor/visitor.js';
import { Card } from '../card.js';
import { element } from '../dom.js';
import { keepClear } from './keep-clear.js';
import { Scenery } from './scenery.js';
import { Sheet } from './sheet.js';

/** @typedef {Omit<ConstructorParameters<typeof Card>[0], 'onOpen'> & { view: import('../view.js').MapView, isQuiet: () => boolean }} Page `isQuiet`: whether nobody flies */

/** How often it is looked whether somebody flies, milliseconds. */
const lookMs = 1_000;

/** Sets up the chosen flight's card and drawing, and the sheets of a phone; loaded after the first aircraft are drawn. @param {Page} page @returns {Promise<Card>} */
export async function setUpChosen({ view, isQuiet, ...options }) {
  void showQuiet(view, options.root, isQuiet);
  view.scene.scenery = new Scenery(view.holder, { say, figures });
  view.redraw();
  await addStyles();
  const onSettle = () => view.revealChosen();
  const panel = sheetOf('.panel', element('fold'), element('flights'), true, onSettle);
  const card = new Card({ ...options, onOpen: () => cardSheet?.begin() });
  const cardSheet = sheetOf('#card', card.grip, card.more, false, onSettle);
  openFilters(panel?.media);
  keepClear(view);
  return card;
}

/** Loads what the map shows without flights once there are none: nothing of it is loaded while somebody flies. @param {import('../view.js').MapView} view @param {string} root @param {() => boolean} isQuiet */
async function showQuiet(view, root, isQuiet) {
  let isTouched = false;
  for (const name of ['pointerdown', 'wheel', 'keydown'])
    view.holder.addEventListener(name, () => (isTouched = true), { once: true, passive: true });
  while (!isQuiet()) await new Promise((resolve) => setTimeout(resolve, lookMs));
  /** @type {typeof import('../quiet/main.js')} */
  const { Quiet } = await import(assetAt('map/quiet/main.js'));
  new Quiet({ view, root, isQuiet, isTouched: () => isTouched });
}

/** @param {string} selector @param {HTMLElement} handle @param {HTMLElement} rest @param {boolean} isEndless @param {() => void} onSettle */
function sheetOf(selector, handle, rest, isEndless, onSettle) {
  const sheet = document.querySelector(selector);
  return sheet instanceof HTMLElement ? new Sheet(sheet, { handle, rest, isEndless, onSettle }) : null;
}

/** Where the filters are a row of chips there is nothing to unfold. @param {MediaQueryList | undefined} media */
function openFilters(media) {
  const filters = /** @type {HTMLDetailsElement} */ (element('filters'));
  const open = () => {
    if (media?.matches === true) filters.open = true;
  };
  open();
  media?.addEventListener('change', open);
}

/** @returns {Promise<void>} */
function addStyles() {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = assetAt('map/card.css');
    link.onload = link.onerror = () => resolve();
    // Before the crew center's own colours, which come last.
    document.head.querySelector('link[href$="brand.css"]')?.before(link);
    if (!link.isConnected) document.head.append(link);
  });
}

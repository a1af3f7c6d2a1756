import { assetAt } from '../asset-at.js';
import { say } from '../visitor/visitor.js';

/** A map without flights does not wait longer for the first one. */
const maxWaitMs = 5_000;

/**
 * Adds the layers that the server has data for to the menu of the map, once the first aircraft are drawn: on a slow line nothing
 * comes before them.
 * @param {HTMLElement} holder @param {import('./scene.js').Scene} scene @param {HTMLElement} sheet
 */
export async function addLayersLate(holder, scene, sheet) {
  const offered = holder.dataset.layers?.split(' ').filter(Boolean) ?? [];
  if (offered.length === 0) return;
  await firstAircraft();
  /** @type {typeof import('../layers/main.js')} */
  const { Layers } = await import(assetAt('layers/main.js'));
  new Layers({ scene, sheet, offered, root: holder.dataset.root ?? './', say });
}

/** @returns {Promise<void>} */
function firstAircraft() {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-aircraft').length > 0) resolve();
    });
    observer.observe({ type: 'mark', buffered: true });
    setTimeout(resolve, maxWaitMs);
  });
}

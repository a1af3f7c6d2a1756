import { assetAt } from '../asset-at.js';
import { pageMark } from '../page-mark.js';
import { say } from '../visitor/visitor.js';

/** A map without flights does not wait longer for the first one. */
const maxWaitMs = 5_000;
/** Runways are drawn from this zoom on. */
const runwaysFrom = 8;

/**
 * Adds the layers that the server has data for to the menu of the map, once the first aircraft are drawn: on a slow line nothing
 * comes before them.
 * @param {HTMLElement} holder @param {import('./scene.js').Scene} scene @param {HTMLElement} sheet
 */
export async function addLayersLate(holder, scene, sheet) {
  const offered = holder.dataset.layers?.split(' ').filter(Boolean) ?? [];
  if (offered.length === 0) return;
  await pageMark('first-aircraft', maxWaitMs);
  /** @type {typeof import('../layers/main.js')} */
  const { Layers } = await import(assetAt('layers/main.js'));
  new Layers({ scene, sheet, offered, root: holder.dataset.root ?? './', say });
}

/**
 * Adds the runways of airports, once the map is near enough to show them.
 * @param {HTMLElement} holder @param {import('./scene.js').Scene} scene
 */
export async function addRunwaysLate(holder, scene) {
  await pageMark('first-aircraft', maxWaitMs);
  await new Promise((resolve) => {
    const look = () => scene.map.getZoom() >= runwaysFrom && resolve(scene.map.off('move', look));
    scene.map.on('move', look);
    look();
  });
  /** @type {typeof import('../runways/main.js')} */
  const { Runways } = await import(assetAt('runways/main.js'));
  new Runways({ scene, holder, root: holder.dataset.root ?? './' });
}
